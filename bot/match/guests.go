package match

import (
	"context"
	"errors"
	"slices"
	"strings"

	"yeye/bot/id"
	"yeye/bot/store"
)

// MaxGuests is how many players may be invited to a study.
const MaxGuests = 10

// ErrManyGuests refuses a guest beyond MaxGuests.
var ErrManyGuests = errors.New("there are as many guests as there may be")

// IsGuest reports whether p may move on this study because its owner has invited them. The owner is not a guest.
func (m *Match) IsGuest(p id.Player) bool {
	return p != "" && m.Mode.OneOwner && slices.Contains(m.Guests, p)
}

// Invite lets a player move on a study, on behalf of its owner. A guest stays one, and the owner needs no invitation.
func (s *Service) Invite(ctx context.Context, by Actor, match id.Match, guest id.Player) (Change, error) {
	return s.guests(ctx, by, match, func(m *Match) error {
		switch {
		case guest == "" || guest == by.Player || m.IsGuest(guest):
			return nil
		case len(m.Guests) >= MaxGuests:
			return ErrManyGuests
		}
		m.Guests = append(slices.Clone(m.Guests), guest)
		return nil
	})
}

// Dismiss removes all guests of a study, so that only its owner may move.
func (s *Service) Dismiss(ctx context.Context, by Actor, match id.Match) (Change, error) {
	return s.guests(ctx, by, match, func(m *Match) error {
		m.Guests = nil
		return nil
	})
}

// guests changes the list of guests. The board and its controls stay as they are.
func (s *Service) guests(ctx context.Context, by Actor, match id.Match, f func(*Match) error) (Change, error) {
	return s.do(ctx, by, s.byID(match), Inviting, func(c *Change) error {
		m := &c.Match
		switch _, seated := m.SeatOf(by.Player); {
		case !seated || !m.Mode.OneOwner || m.IsGuest(by.Player):
			return ErrNotSeated
		case m.Status != Open:
			return ErrEnded
		}
		return f(m)
	})
}

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
		changed, err := updateMatch(ctx, tx, &c.Match, was.Rev)
		if err == nil && !changed {
			err = errConflict
		}
		if err == nil {
			err = s.follow(ctx, tx, was, &c)
		}
		if err != nil {
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
