package match

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/game"
)

// A study is a match whose two seats are one player's: a board for one. Both sides are theirs to move, nothing that happens on
// the board ends it, and moves go back one at a time. It ends when its owner closes it.

// Private reports whether only the owner of a match sees it: it has no channel, and no card but what answers them.
func (m *Match) Private() bool { return m.Channel == "" }

// OpenStudy opens a study in a channel, or in none, with g on its board. Where a match is open already it is an [*OccupiedError]; [Limits]
// may refuse another. A game beyond [MaxStudyPlies] is [ErrTooLong].
func (s *Service) OpenStudy(ctx context.Context, by Actor, guild id.Guild, channel id.Channel, locale string, g *game.Game) (Change, error) {
	board, err := forStudy(g)
	if err != nil {
		return Change{}, err
	}
	seat := Seat{Player: by.Player, Name: by.Name}
	m := s.create(by, Terms{Mode: Study, Guild: guild, Channel: channel, Seats: [2]Seat{seat, seat}, Position: g.Start(), Locale: locale})
	m.Game, m.Acted = board, [2]time.Time{m.Created, m.Created}
	return s.open(ctx, by, m)
}

// SetUp puts another game on a study's board, as a control of that turn; 0 is any turn.
func (s *Service) SetUp(ctx context.Context, by Actor, match id.Match, turn int64, g *game.Game) (Change, error) {
	board, err := forStudy(g)
	if err != nil {
		return Change{}, err
	}
	return s.changeStudy(ctx, by, match, turn, func(c *Change) { c.Match.Game = board.Clone() })
}

// Reset puts a study back to the position it began with.
func (s *Service) Reset(ctx context.Context, by Actor, match id.Match, turn int64) (Change, error) {
	return s.changeStudy(ctx, by, match, turn, func(c *Change) {
		c.Match.Game = game.NewGame(c.Match.Game.Start(), game.NoRepetition)
	})
}

// CloseStudy ends a study without a result.
func (s *Service) CloseStudy(ctx context.Context, by Actor, match id.Match) (Change, error) {
	return s.changeStudy(ctx, by, match, 0, (*Change).abandon)
}

func (s *Service) changeStudy(ctx context.Context, by Actor, match id.Match, turn int64, f func(*Change)) (Change, error) {
	return s.do(ctx, by, s.byID(match), SetUp, func(c *Change) error {
		m := &c.Match
		side, seated := m.SeatOf(by.Player)
		switch {
		case !seated || !m.Mode.OneOwner || m.IsGuest(by.Player):
			return ErrNotSeated
		case m.Status != Open:
			return ErrEnded
		case turn != 0 && m.Turn != turn:
			return ErrStale
		}
		f(c)
		m.Turn++
		m.Acted[side] = s.db.Now()
		return nil
	})
}

// forStudy is a copy of a game whose repetitions nobody rules on.
func forStudy(g *game.Game) (*game.Game, error) {
	if g.Ply() > MaxStudyPlies {
		return nil, ErrTooLong
	}
	return game.Replay(g.Start(), game.NoRepetition, g.Moves())
}
