package match

import (
	"context"
	"slices"
	"strings"

	"yeye/bot/id"
	"yeye/bot/store"
)

// IsGuest reports whether p may move in this study because its owner has invited them. The owner is not a guest.
func (m *Match) IsGuest(p id.Player) bool {
	return p != "" && m.Mode.OnePlayer && slices.Contains(m.Guests, p)
}

// Movers returns the players who move in this study, its owner and the guests: all of them see the engine's evaluation,
// which is refused for positions of their games between people.
func (m *Match) Movers() []id.Player { return append([]id.Player{m.Seats[0].Player}, m.Guests...) }

// eraseGuest removes a player from the guests of all studies.
func (s *Service) eraseGuest(ctx context.Context, tx store.Tx, p id.Player) error {
	all, err := s.all(ctx, tx.Conn, whereGuest, guestPattern(p))
	if err != nil {
		return err
	}
	for i := range all {
		was := &all[i]
		c := Change{Match: *was, Before: was.summary(), Verb: Forgotten}
		c.Match.Guests = slices.DeleteFunc(slices.Clone(was.Guests), func(g id.Player) bool { return g == p })
		c.complete(was, tx.Now)
		if err := s.update(ctx, tx, was, &c); err != nil {
			return err
		}
	}
	return nil
}

// guestsText and parseGuests convert the guests of a study to and from their stored form.
func guestsText(guests []id.Player) string {
	var b strings.Builder
	for i, p := range guests {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(string(p))
	}
	return b.String()
}

func parseGuests(text string) (guests []id.Player, ok bool) {
	for _, p := range strings.Fields(text) {
		guests = append(guests, id.Player(p))
	}
	return guests, true
}

// guestPattern matches a player among stored guests. Ids of players are digits.
func guestPattern(p id.Player) string { return "% " + string(p) + " %" }
