// Package study is the analysis board of one player, like a study on lichess: a match in which they have both seats and
// on which invited guests may move too. Its book keeps every line that was played. A mate on the board does not end it;
// it ends when its owner closes it.
//
// Package match plays and takes back moves and does everything else that studies share with other matches. Only
// opening, setting up and closing are here.
//
// Out of scope: Discord beyond opaque ids, how a study is shown, sentences, engines, SQL outside sql.go.
package study

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/fairplay"
	"yeye/bot/store"
	"yeye/game"
)

// Mode is the mode of studies. Each change writes all moves of a match, so their number has a limit.
var Mode = match.Mode{Kind: "study", OnePlayer: true, MaxPlies: 2000}

// Service opens and changes studies, and holds their books.
type Service struct {
	db      *store.DB
	matches *match.Service
}

// New makes a service on a database, and declares [Mode].
func New(db *store.DB, matches *match.Service) *Service {
	matches.Declare(Mode)
	return &Service{db, matches}
}

// Owns reports whether a match is a study of the player's. A guest does not own it.
func Owns(p id.Player, m *match.Match) bool {
	return p != "" && m.Mode.OnePlayer && m.Seats[game.Red].Player == p
}

// Board is the content with which a study is opened or set up: the game that leads to the position on its board, and
// the book in which that game is a line, in the form of [Pack]; nil for the game alone.
type Board struct {
	Game *game.Game
	Book []byte
}

// Open opens a study in a channel, or in none, with b on its board, whose position the permit covers. It returns a
// [*match.OccupiedError] if a match is already open there; [match.Limits] may refuse another. A game that is too long
// for its mode is a [*match.TooLongError].
func (s *Service) Open(ctx context.Context, by match.Actor, may fairplay.Permit, guild id.Guild, channel id.Channel,
	locale string, b Board) (match.Change, error) {
	board, err := permitted(ctx, may, b)
	if err != nil {
		return match.Change{}, err
	}
	seat := match.Seat{Player: by.Player, Name: by.Name}
	t := match.Terms{Mode: Mode, Guild: guild, Channel: channel, Seats: [2]match.Seat{seat, seat},
		Position: board.Start(), Locale: locale}
	return s.matches.StartWith(ctx, by, t, func(m *match.Match) {
		m.Game, m.Acted = board, [2]time.Time{m.Created, m.Created}
	}, b.save)
}

// SetUp puts another game and its book on a study's board; the permit covers its position.
func (s *Service) SetUp(ctx context.Context, by match.Actor, may fairplay.Permit, of id.Match,
	b Board) (match.Change, error) {
	board, err := permitted(ctx, may, b)
	if err != nil {
		return match.Change{}, err
	}
	return s.change(ctx, by, of, 0, match.SetUp, func(c *match.Change) { c.Match.Game = board.Clone() }, b.save)
}

// Rewrite replaces the book of a study, and takes its board back to the first plies moves of its line, which the new
// book must contain. turn is that of the control; the error is match.ErrStale if the study has changed since.
func (s *Service) Rewrite(ctx context.Context, by match.Actor, of id.Match, turn int64, plies int,
	book []byte) (match.Change, error) {
	return s.change(ctx, by, of, turn, match.SetUp, func(c *match.Change) { c.Match.Game = c.Match.Game.Upto(plies) },
		Board{Book: book}.save)
}

// permitted checks that the permit covers a board, pays for it, and returns the board's game without repetition rules.
func permitted(ctx context.Context, may fairplay.Permit, b Board) (board *game.Game, err error) {
	if err = may.CheckPosition(b.Game); err != nil {
		return nil, err
	}
	if board, err = withoutRules(b.Game); err == nil {
		err = may.Pay(ctx)
	}
	return board, err
}

// Reset takes back all moves of a study's board.
func (s *Service) Reset(ctx context.Context, by match.Actor, of id.Match, turn int64) (match.Change, error) {
	return s.change(ctx, by, of, turn, match.TookBack, func(c *match.Change) {
		c.Before.Undone = c.Match.Game.Moves()
		c.Match.Game = game.NewGame(c.Match.Game.Start(), game.NoRepetition)
	}, nil)
}

// Close ends a study without a result, even an adjourned one.
func (s *Service) Close(ctx context.Context, by match.Actor, of id.Match) (match.Change, error) {
	return s.change(ctx, by, of, 0, match.Finished, (*match.Change).Abandon, nil)
}

// change applies f to a study on behalf of its owner and runs write in the same transaction. turn is that of the
// control, 0 for none. An adjourned study can only be finished.
func (s *Service) change(ctx context.Context, by match.Actor, of id.Match, turn int64, verb match.Verb,
	f func(*match.Change), write match.Write) (match.Change, error) {
	return s.matches.Amend(ctx, by, of, verb, func(c *match.Change) error {
		m := &c.Match
		switch {
		case !Owns(by.Player, m):
			return match.ErrNotSeated
		case m.Status != match.Open && !(verb == match.Finished && m.Status == match.Adjourned):
			return m.NotOpen()
		case turn != 0 && m.Turn != turn:
			return m.Stale()
		}
		side := m.ToMove()
		f(c)
		m.Turn++
		m.Acted[side] = s.db.Now()
		return nil
	}, write)
}

// withoutRules returns a copy of a game without rules on repetition.
func withoutRules(g *game.Game) (*game.Game, error) {
	if g.Ply() > Mode.MaxPlies {
		return nil, &match.TooLongError{Max: Mode.MaxPlies}
	}
	return game.Replay(g.Start(), game.NoRepetition, g.Moves())
}
