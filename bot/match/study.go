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

// Board is what a study is opened with or set up with: the game that leads to the position on it, and the book in which that game is
// a line, packed as listeners store it; nil for the game alone.
type Board struct {
	Game *game.Game
	Book []byte
}

// OpenStudy opens a study in a channel, or in none, with b on its board. Where a match is open already it is an [*OccupiedError]; [Limits]
// may refuse another. A game beyond [MaxStudyPlies] is [ErrTooLong].
func (s *Service) OpenStudy(ctx context.Context, by Actor, guild id.Guild, channel id.Channel, locale string, b Board) (Change, error) {
	g := b.Game
	board, err := forStudy(g)
	if err != nil {
		return Change{}, err
	}
	seat := Seat{Player: by.Player, Name: by.Name}
	m := s.create(by, Terms{Mode: Study, Guild: guild, Channel: channel, Seats: [2]Seat{seat, seat}, Position: g.Start(), Locale: locale})
	m.Game, m.Acted = board, [2]time.Time{m.Created, m.Created}
	return s.open(ctx, by, m, b.Book)
}

// SetUp puts another game and its book on a study's board, as a control of that turn; 0 is any turn.
func (s *Service) SetUp(ctx context.Context, by Actor, match id.Match, turn int64, b Board) (Change, error) {
	board, err := forStudy(b.Game)
	if err != nil {
		return Change{}, err
	}
	return s.changeStudy(ctx, by, match, turn, func(c *Change) {
		c.Match.Game, c.Book, c.Replaced = board.Clone(), b.Book, true
	}, false)
}

// Reset puts a study back to the position it began with.
func (s *Service) Reset(ctx context.Context, by Actor, match id.Match, turn int64) (Change, error) {
	return s.changeStudy(ctx, by, match, turn, func(c *Change) {
		c.Before.Undone = c.Match.Game.Moves()
		c.Match.Game = game.NewGame(c.Match.Game.Start(), game.NoRepetition)
	}, false)
}

// CloseStudy ends a study without a result, also one that is adjourned.
func (s *Service) CloseStudy(ctx context.Context, by Actor, match id.Match) (Change, error) {
	return s.changeStudy(ctx, by, match, 0, (*Change).abandon, true)
}

// changeStudy does f to a study, as a control of that turn; where adjourned says so, also to one that is adjourned.
func (s *Service) changeStudy(ctx context.Context, by Actor, match id.Match, turn int64, f func(*Change), adjourned bool) (Change, error) {
	return s.do(ctx, by, s.byID(match), SetUp, func(c *Change) error {
		m := &c.Match
		side, seated := m.SeatOf(by.Player)
		switch {
		case !seated || !m.Mode.OneOwner || m.IsGuest(by.Player):
			return ErrNotSeated
		case m.Status != Open && !(adjourned && m.Status == Adjourned):
			return m.NotOpen()
		case turn != 0 && m.Turn != turn:
			return m.Stale()
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
