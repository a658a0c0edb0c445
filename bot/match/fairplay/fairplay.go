// Package fairplay withholds evaluations while people play each other: no evaluation is given of a position that is on
// the board of a running game between people, or between two teams of a server, to any user, wherever they ask. Code
// that evaluates for a user takes a [Permit], which only this package grants: the engine's hints, values and lines, a
// study, a game from a position, the report on a game. Of a server's game against a character nothing is said to those
// who vote in it.
//
// Withheld are the current and earlier positions of such games, and those up to two plies from the current one, also
// mirrored and with the colors changed. In a game that is rated or began from the usual start, from its twentieth ply
// on, all that differs from the board as it stands by a few points is withheld as well, whichever side is to move: one
// pawn less, or a null move, has the same best move most of the time. Near the usual start it is fewer points, since
// openings resemble each other: six everywhere would touch seven reports in a hundred while a hundred games run. Common
// knowledge is withheld from the two players alone: the first plies of a game, positions in the opening book, and what
// comes with the bot. Two people may not play such a position either, unless the game that has it was itself set up
// from one. The refusal is always the same and names no game, so that no one learns of a game from a refusal.
//
// Out of scope: how a position is judged, how a refusal is worded, SQL outside sql.go.
package fairplay

import (
	"context"
	"errors"
	"slices"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/variant"
	"yeye/bot/store"
	"yeye/bot/store/shards"
	"yeye/game"
)

// Service decides which positions may be judged.
type Service struct {
	db      *store.DB
	matches *match.Service
	book    func(*game.Position) bool
	boards  index
}

// New makes a service for a bot's matches. book reports whether a position is in the opening book; nil is no book.
func New(db *store.DB, matches *match.Service, book func(*game.Position) bool) *Service {
	if book == nil {
		book = func(*game.Position) bool { return false }
	}
	return &Service{db: db, matches: matches, book: book}
}

// question is a check for a player.
type question struct {
	player  id.Player
	ownOnly bool // only about the player's own
	played  bool // not about casual games that were set up from a position
}

// withheld reports which of the positions are withheld.
func (s *Service) withheld(ctx context.Context, q question, asked []game.Position) ([]bool, error) {
	start := game.Start()
	images := make([][4]image, len(asked))
	keys := make([]string, len(asked)) // "" for the usual start
	for i := range asked {
		if !asked[i].Same(&start) {
			images[i] = imagesOf(&asked[i])
			keys[i] = keyOf(images[i])
		}
	}
	own, err := ownBoards(ctx, s.db.Read(), q.player)
	if err != nil {
		return nil, err
	}
	before, err := earlierPositions(ctx, s.db.Read(), q, keys)
	if err != nil {
		return nil, err
	}
	if !q.ownOnly {
		if err := s.boards.refresh(ctx, s.db); err != nil {
			return nil, err
		}
	}
	found := make([]bool, len(asked))
	for i, key := range keys {
		if key == "" {
			continue
		}
		found[i] = before[key] || own.withhold(&images[i], q.played) ||
			!q.ownOnly && s.boards.withhold(&images[i], q.played)
	}
	return found, nil
}

// similarFromPly is the ply from which similar positions are withheld as well: earlier, most games look alike.
const similarFromPly = 20

// withholdsSimilar reports whether positions that differ on a few points from that of a match are withheld too. A
// casual game from a set-up position withholds only that position: otherwise a player could block similar positions
// for others by playing it.
func withholdsSimilar(m *match.Match) bool {
	return m.Ply() >= similarFromPly && (m.CasualReason == match.Rated || m.Game.Start() == game.Start())
}

// playersOnly reports whether the position of a match is withheld only from its players: it is common knowledge, by
// [match.Match.InOpening] or the book before the twentieth ply, or a server plays against a character.
func (s *Service) playersOnly(m *match.Match) bool {
	return !m.Contested() || m.InOpening() || !withholdsSimilar(m) && s.book(m.FullGame().Position())
}

// indexed reports whether a match is in the index while it is played.
func indexed(m *match.Match) bool { return m.Contested() || m.Voted() }

// entry returns what the index holds of a running match; ok is false for the usual start, which is never withheld.
func (s *Service) entry(m *match.Match) (e entry, ok bool) {
	at := m.FullGame().Position() // also of a blindfold game: an engine would tell its players what is on the board
	if start := game.Start(); at.Same(&start) {
		return e, false
	}
	of := imagesOf(at)
	return entry{game: m.ID, red: m.Seats[game.Red].Player, black: m.Seats[game.Black].Player, key: keyOf(of),
		pieces: of[0].pieces, playersOnly: s.playersOnly(m), similar: withholdsSimilar(m),
		posed: m.CasualReason == match.FromPosition}, true
}

// Listener returns the listener that maintains the index of positions of running games, in the transactions of the
// changes.
func (s *Service) Listener() match.Listener {
	return match.Listener{
		InTx: func(ctx context.Context, tx store.Tx, c *match.Change) error {
			m := &c.Match
			switch {
			case !indexed(m):
				return nil
			case !m.Live():
				if c.New() || c.Before.Status != m.Status {
					remove(ctx, tx, m.ID)
				}
			case c.PositionChanged(), c.Verb == match.Resumed:
				s.write(ctx, tx, m)
			}
			return nil
		},
		After: func(_ context.Context, c *match.Change) {
			if m := &c.Match; indexed(m) {
				e, ok := s.entry(m)
				s.boards.update(e, m.ID, ok && m.Live())
			}
		},
	}
}

// write puts the position of a match into the index. Nothing is withheld before the first move from the usual start.
func (s *Service) write(ctx context.Context, tx store.Tx, m *match.Match) {
	e, ok := s.entry(m)
	if ok {
		put(ctx, tx, e)
	}
	if ok && !e.playersOnly {
		addEarlierPosition(ctx, tx, e)
	}
	if !ok && m.Turn > 1 { // at 1 it has just begun
		remove(ctx, tx, m.ID)
	}
}

// Fill adds running games that an old version wrote without an index entry, or without its column wide.
func (s *Service) Fill(ctx context.Context) error {
	open, err := s.matches.Open(ctx, shards.Part{})
	if err != nil {
		return err
	}
	known, err := games(ctx, s.db.Read())
	if err != nil {
		return err
	}
	kinds := []id.Kind{match.Paired.Kind, match.Voting.Kind}
	for _, v := range variant.All() {
		if v.Positions() {
			kinds = append(kinds, v.DuelKind())
		}
	}
	for _, o := range open {
		if !slices.Contains(kinds, o.Subject.Kind) || known[o.Subject.ID] {
			continue
		}
		err := s.db.Tx(ctx, func(tx store.Tx) error { return s.fill(ctx, tx, o.Subject.ID) })
		if err != nil && !errors.Is(err, match.ErrNoMatch) { // another process may just have deleted it
			return err
		}
	}
	return nil
}

// fill puts the position of a match into the index, unless the match has ended: what ends it meanwhile waits, and
// removes the entry.
func (s *Service) fill(ctx context.Context, tx store.Tx, of id.Match) error {
	m, err := s.matches.StoredIn(ctx, tx, of)
	if err != nil {
		return err
	}
	if open, err := s.matches.LockOpen(ctx, tx, &m); err != nil || !open {
		return err
	}
	if m, err = s.matches.StoredIn(ctx, tx, of); err != nil {
		return err
	}
	s.write(ctx, tx, &m)
	return nil
}
