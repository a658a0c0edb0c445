package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"yeye/bot/id"
	"yeye/bot/policy"
	"yeye/bot/store"
	"yeye/game"
)

// A pair is two games from one position with the colors changed, to which both players have agreed at once. The first
// is an ordinary match; once it has a result either player starts the second.

// pairFor is how long after the end of the first game the second can be started, or the days of a move if those are
// more: after that nobody expects it.
const pairFor = day

var (
	// ErrNoSecond means that the match is no first game of a pair whose second can be started now.
	ErrNoSecond = errors.New("no second game follows this one")
	// ErrBegun means that the second game of the pair has begun already.
	ErrBegun = errors.New("the second game has begun already")
	// ErrOpponentAtBoard means that the opponent sits at a live board.
	ErrOpponentAtBoard = errors.New("the opponent plays on a live clock")
)

// FromPosition reports whether the terms are those of a game from a position that was set up.
func (t *Terms) FromPosition() bool { return t.Odds == Even && t.Position != game.Start() }

// First reports whether the match is the first game of a pair, and Second whether it is the second.
func (m *Match) First() bool { return m.Pair != "" && m.Pair == m.ID }

// Second reports whether the match is the second game of a pair.
func (m *Match) Second() bool { return m.Pair != "" && m.Pair != m.ID }

// SecondUntil returns until when the second game of a pair can be started after this one, the first; ok is false if
// none can. Whether it has begun is for [Service.OtherOfPair].
func (m *Match) SecondUntil(now time.Time) (until time.Time, ok bool) {
	until = m.Touched.Add(max(pairFor, time.Duration(m.Clock.Days)*day))
	return until, m.First() && m.Status == Ended && m.Outcome.Over() && !m.HasErased() && now.Before(until)
}

// OtherOfPair returns the other game of a pair: [ErrNoMatch] if there is none, or none any more.
func (s *Service) OtherOfPair(ctx context.Context, m *Match) (Match, error) {
	switch {
	case m.Second():
		return s.Get(ctx, m.Pair)
	case !m.First():
		return Match{}, ErrNoMatch
	}
	other, err := s.load(ctx, s.db.Read(), whereSecond, string(m.ID))
	if err == nil && other.Status == Removed {
		err = ErrNoMatch
	}
	return other, err
}

// StartSecond starts the second game of a pair in a channel, for one of its players: with the colors changed, and
// otherwise as the first. It returns [ErrNoSecond], also if the opponent may not be seated or has blocked the player,
// [ErrBegun], [ErrOpponentAtBoard], [ErrNotSeated], or an error like Start about the player.
func (s *Service) StartSecond(ctx context.Context, by Actor, first id.Match, guild id.Guild,
	channel id.Channel) (Change, error) {
	m, err := s.Get(ctx, first)
	if err != nil {
		return Change{}, err
	}
	side, seated := m.SeatOf(by.Player)
	if !seated {
		return Change{}, m.NotSeated()
	}
	if _, due := m.SecondUntil(s.db.Now()); !due {
		return Change{}, ErrNoSecond
	}
	t := Terms{Mode: m.Mode, Guild: guild, Channel: channel, Seats: [2]Seat{m.Seats[1], m.Seats[0]},
		Position: m.Game.Start(), Rules: m.Game.Rules(), TimeControl: m.Clock.TimeControl,
		Casual: m.CasualReason == Agreed, Locale: m.Locale, First: m.ID}
	prepare := func(second *Match) {
		second.Acted[side.Other()] = s.db.Now()
		second.endIfDecided()
	}
	made, err := s.startWith(ctx, by, t, prepare, onlySecond, m.Seats[side.Other()].Player)
	var seat *policy.SeatError
	switch {
	case !errors.As(err, &seat), seat.Of(by.Player) && !errors.Is(err, policy.ErrBlocked):
		return made, err
	case errors.Is(err, policy.ErrAtBoard):
		return made, ErrOpponentAtBoard
	}
	return made, fmt.Errorf("%w: %w", ErrNoSecond, err)
}

// onlySecond refuses a second game beside another of the same pair.
func onlySecond(ctx context.Context, tx store.Tx, c *Change) error {
	tx.Lock(ctx, "pair of "+string(c.Match.Pair))
	n, err := store.Value[int](tx.Row(ctx, countOfPair, string(c.Match.Pair)))
	if err == nil && n > 2 {
		err = ErrBegun
	}
	return err
}
