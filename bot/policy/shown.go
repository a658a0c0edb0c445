package policy

import (
	"context"
	"strings"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
)

// Shown says whose achievements a viewer may see: ratings, results and records, and their names with those. Only
// the policy makes a Shown; code that shows achievements takes one. The zero Shown shows none.
type Shown struct{ shows, everywhere map[id.Player]bool }

// Of reports whether the viewer may see a player's achievements.
func (s Shown) Of(p id.Player) bool { return s.shows[p] }

// Everywhere reports whether they are visible on all servers, not only on those where the player has finished a game.
func (s Shown) Everywhere(p id.Player) bool { return s.everywhere[p] }

// Show loads which of some players a viewer may see; the viewer "" stands for the public. A hidden profile is visible
// only to its owner, and an erased one to no one. It is one SQL statement for all of them.
func Show(ctx context.Context, c store.Conn, viewer id.Player, of ...id.Player) (Shown, error) {
	s := Shown{map[id.Player]bool{}, map[id.Player]bool{}}
	var people []id.Player
	for _, p := range of {
		if _, asked := s.shows[p]; !asked && p != "" && !strings.HasPrefix(string(p), player.ErasedPrefix) {
			s.shows[p] = p == viewer
			people = append(people, p)
		}
	}
	preferences, err := player.Visibility(ctx, c, people)
	if err != nil {
		return Shown{}, err
	}
	for _, p := range people {
		s.shows[p], s.everywhere[p] = s.shows[p] || preferences[p].ShowsProfile(), preferences[p].ListedEverywhere()
	}
	return s, nil
}

// Shown is Show outside a transaction.
func (p *Policy) Shown(ctx context.Context, viewer id.Player, of ...id.Player) (Shown, error) {
	return Show(ctx, p.db.Read(), viewer, of...)
}
