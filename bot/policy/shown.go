package policy

import (
	"context"
	"strings"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
)

// Shown says of which of some people others may see what they have reached: ratings, results and records, and their names with those. Only
// the policy makes one that says so of anybody; whoever tells such a thing takes one. The zero Shown shows nobody.
type Shown struct{ shows, everywhere map[id.Player]bool }

// Of reports whether others may see what a player has reached.
func (s Shown) Of(p id.Player) bool { return s.shows[p] }

// Everywhere reports whether they may on all servers, not only on those where the player has finished a game.
func (s Shown) Everywhere(p id.Player) bool { return s.everywhere[p] }

// Show asks what a viewer may see of some people, "" for everybody together: of who hides their profile nothing, unless it is their own,
// and of who has been erased nothing. It is one statement for all of them.
func Show(ctx context.Context, c store.Conn, viewer id.Player, of ...id.Player) (Shown, error) {
	s := Shown{map[id.Player]bool{}, map[id.Player]bool{}}
	var people []id.Player
	for _, p := range of {
		if _, asked := s.shows[p]; !asked && p != "" && !strings.HasPrefix(string(p), player.GonePrefix) {
			s.shows[p] = p == viewer
			people = append(people, p)
		}
	}
	wishes, err := player.Showing(ctx, c, people)
	if err != nil {
		return Shown{}, err
	}
	for _, p := range people {
		s.shows[p], s.everywhere[p] = s.shows[p] || wishes[p].ShowsProfile(), wishes[p].ListedEverywhere()
	}
	return s, nil
}

// Shown is Show outside a transaction.
func (p *Policy) Shown(ctx context.Context, viewer id.Player, of ...id.Player) (Shown, error) {
	return Show(ctx, p.db.Read(), viewer, of...)
}
