package match

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/game"
)

// A study is a match in which one player has both seats. They move for both sides, nothing that happens on the board ends it, and
// moves are undone one at a time. It ends when its owner closes it.

// Private reports whether only the owner of a match sees it: it has no channel, and no card but the owner's private responses.
func (m *Match) Private() bool { return m.Channel == "" }

// Board is the content with which a study is opened or set up: the game that leads to the position on its board, and the book in
// which that game is a line, packed as listeners store it; nil for the game alone.
type Board struct {
	Game *game.Game
	Book []byte
}

// OpenStudy opens a study in a channel, or in none, with b on its board. It returns an [*OccupiedError] if a match is already open
// there; [Limits] may refuse another. A game beyond [MaxStudyPlies] is [ErrTooLong].
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

// SetUp puts another game and its book on a study's board, by a control made for turn; 0 is any turn.
func (s *Service) SetUp(ctx context.Context, by Actor, match id.Match, turn int64, b Board) (Change, error) {
	board, err := forStudy(b.Game)
	if err != nil {
		return Change{}, err
	}
	return s.changeStudy(ctx, by, match, turn, func(c *Change) {
		c.Match.Game, c.Book, c.Replaced = board.Clone(), b.Book, true
	}, false)
}

// Reset returns a study to the position it began with.
func (s *Service) Reset(ctx context.Context, by Actor, match id.Match, turn int64) (Change, error) {
	return s.changeStudy(ctx, by, match, turn, func(c *Change) {
		c.Before.Undone = c.Match.Game.Moves()
		c.Match.Game = game.NewGame(c.Match.Game.Start(), game.NoRepetition)
	}, false)
}

// CloseStudy ends a study without a result, even an adjourned one.
func (s *Service) CloseStudy(ctx context.Context, by Actor, match id.Match) (Change, error) {
	return s.changeStudy(ctx, by, match, 0, (*Change).abandon, true)
}

// changeStudy applies f to a study, by a control made for turn; with adjourned, also to an adjourned one.
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

// forStudy returns a copy of a game without rules on repetition.
func forStudy(g *game.Game) (*game.Game, error) {
	if g.Ply() > MaxStudyPlies {
		return nil, ErrTooLong
	}
	return game.Replay(g.Start(), game.NoRepetition, g.Moves())
}
