// Package fairplay is what the bot keeps to itself while people play each other: nothing that judges a position is said about one
// that is on the board of a running game between people, to anybody, wherever they ask. Whatever judges asks here first: hints,
// values and lines, a study with the engine, a game from a position, the analysis of a game.
//
// Withheld is what is on the board, what was, and what is two plies before or after it, mirrored and with the colours changed as
// well. What everybody knows is withheld from the two players alone: the first plies of a game, and what is in the opening book. The
// refusal is always the same and names no game, so that nobody learns where one is from being refused.
//
// What may not enter: how a position is judged, how a refusal is worded, SQL outside sql.go.
package fairplay

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/bot/store/shards"
	"yeye/game"
)

// earlyPlies is how many plies of a game are everybody's.
const earlyPlies = 12

// Service decides what may be judged.
type Service struct {
	db      *store.DB
	matches *match.Service
	book    func(*game.Position) bool
}

// New is the decisions over a bot's matches. book reports whether a position is in the opening book; nil is no book.
func New(db *store.DB, matches *match.Service, book func(*game.Position) bool) *Service {
	if book == nil {
		book = func(*game.Position) bool { return false }
	}
	return &Service{db, matches, book}
}

// Position refuses a player anything that judges a position: [match.ErrLivePosition]. The usual start is everybody's.
func (s *Service) Position(ctx context.Context, player id.Player, p *game.Position) error {
	return s.refuse(ctx, player, []game.Position{*p})
}

// Game is Position for all positions of a game, the first and the last included.
func (s *Service) Game(ctx context.Context, player id.Player, g *game.Game) error {
	at := g.Start()
	all := make([]game.Position, 0, g.Ply()+1)
	all = append(all, at)
	for _, m := range g.Moves() {
		at.Do(m)
		all = append(all, at)
	}
	return s.refuse(ctx, player, all)
}

// Help refuses the engine's help with a match: to anybody in a match between people, to those who do not sit in it or are not to
// move, and with a position that Position refuses.
func (s *Service) Help(ctx context.Context, player id.Player, m *match.Match) error {
	if err := match.MayAsk(player, m); err != nil {
		return err
	}
	return s.Position(ctx, player, m.Game.Position())
}

// refuse looks for positions on the boards of running games.
func (s *Service) refuse(ctx context.Context, player id.Player, asked []game.Position) error {
	start := game.Start()
	var images []image
	var keys []string
	fewest, most := game.Squares, 0
	for i := range asked {
		if asked[i].Same(&start) {
			continue
		}
		of := imagesOf(&asked[i])
		images = append(images, of[:]...)
		keys = append(keys, keyOf(of))
		fewest, most = min(fewest, of[0].pieces), max(most, of[0].pieces)
	}
	if len(images) == 0 {
		return nil
	}
	live, err := withheld(ctx, s.db.Read(), player, fewest-around, most+around)
	if err != nil {
		return err
	}
	for _, key := range live {
		on, err := parseKey(key)
		if err != nil {
			return err
		}
		for i := range images {
			if on.near(&images[i]) {
				return match.ErrLivePosition
			}
		}
	}
	before, err := passed(ctx, s.db.Read(), keys)
	if err == nil && before {
		err = match.ErrLivePosition
	}
	return err
}

// early reports whether what is on the board of a match is everybody's: the first plies from a usual start, and what is in the book.
func (s *Service) early(m *match.Match) bool {
	usual := m.Odds != match.Even || m.Game.Start() == game.Start()
	return usual && m.Game.Ply() <= earlyPlies || s.book(m.Game.Position())
}

// Listener keeps the index of what is on the boards of running games, in the transactions that change those.
func (s *Service) Listener() match.Listener {
	return match.Listener{InTx: func(ctx context.Context, tx store.Tx, c *match.Change) error {
		m := &c.Match
		switch {
		case !m.Mode.People:
			return nil
		case !m.Live():
			if c.New() || c.Before.Status != m.Status {
				return remove(ctx, tx, m.ID)
			}
			return nil
		case c.PositionChanged(), c.Verb == match.Resumed:
			return s.write(ctx, tx, m)
		}
		return nil
	}}
}

// write puts what is on a match's board into the index. The usual start is everybody's, and so is what can follow it while nobody
// has moved.
func (s *Service) write(ctx context.Context, tx store.Tx, m *match.Match) error {
	if start := game.Start(); m.Game.Position().Same(&start) {
		if m.Turn == 1 {
			return nil // it has just begun
		}
		return remove(ctx, tx, m.ID)
	}
	of := imagesOf(m.Game.Position())
	e := entry{game: m.ID, red: m.Seats[game.Red].Player, black: m.Seats[game.Black].Player, key: keyOf(of), pieces: of[0].pieces, early: s.early(m)}
	if err := put(ctx, tx, e); err != nil || e.early {
		return err
	}
	return pass(ctx, tx, e)
}

// Fill puts running games into the index that began before there was one.
func (s *Service) Fill(ctx context.Context) error {
	open, err := s.matches.Open(ctx, shards.Part{})
	if err != nil {
		return err
	}
	known, err := games(ctx, s.db.Read())
	if err != nil {
		return err
	}
	for _, o := range open {
		if o.Subject.Kind != match.Duel.Kind || known[o.Subject.ID] {
			continue
		}
		err := s.db.Tx(ctx, func(tx store.Tx) error {
			m, err := s.matches.StoredIn(ctx, tx, o.Subject.ID)
			if err != nil || !m.Live() || !m.Mode.People {
				return err
			}
			return s.write(ctx, tx, &m)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
