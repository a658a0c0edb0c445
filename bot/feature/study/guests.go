package study

import (
	"context"
	"errors"
	"slices"

	"yeye/bot/id"
	"yeye/bot/match"
)

// MaxGuests is how many players may be invited to a study.
const MaxGuests = 10

// ErrManyGuests refuses a guest beyond MaxGuests.
var ErrManyGuests = errors.New("there are as many guests as there may be")

// ErrGuest refuses to invite a guest again.
var ErrGuest = errors.New("they are a guest already")

// Invite lets a player move on a study, on behalf of its owner. It refuses a player who is a guest already with
// [ErrGuest].
func (s *Service) Invite(ctx context.Context, by match.Actor, of id.Match, guest id.Player) (match.Change, error) {
	return s.changeGuests(ctx, by, of, func(m *match.Match) error {
		switch {
		case guest == "" || guest == by.Player:
			return nil
		case m.IsGuest(guest):
			return ErrGuest
		case len(m.Guests) >= MaxGuests:
			return ErrManyGuests
		}
		m.Guests = append(slices.Clone(m.Guests), guest)
		return nil
	})
}

// Dismiss removes all guests of a study, so that only its owner may move.
func (s *Service) Dismiss(ctx context.Context, by match.Actor, of id.Match) (match.Change, error) {
	return s.changeGuests(ctx, by, of, func(m *match.Match) error {
		m.Guests = nil
		return nil
	})
}

// changeGuests changes the list of guests, but not the turn, so that the card's controls stay valid.
func (s *Service) changeGuests(ctx context.Context, by match.Actor, of id.Match,
	f func(*match.Match) error) (match.Change, error) {
	return s.matches.Amend(ctx, by, of, match.GuestsChanged, func(c *match.Change) error {
		switch m := &c.Match; {
		case !Owns(by.Player, m):
			return match.ErrNotSeated
		case m.Status != match.Open:
			return match.ErrEnded
		default:
			return f(m)
		}
	}, nil)
}
