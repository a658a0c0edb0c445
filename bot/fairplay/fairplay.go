// Package fairplay withholds judgments while people play each other: nothing that judges a position is said about one that is on
// the board of a running game between people, to anybody, wherever they ask. Every feature that judges asks here first: hints,
// values and lines, a study with the engine, a game from a position, the analysis of a game.
//
// Withheld are the current and earlier positions of such games, and those up to two plies from the current one, also mirrored
// and with the colours changed. Common knowledge is withheld from the two players alone: the first plies of a game, and positions
// in the opening book. The refusal is always the same and names no game, so that nobody learns of a game from being refused.
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

// Service decides which positions may be judged.
type Service struct {
	db      *store.DB
	matches *match.Service
	book    func(*game.Position) bool
}

// New makes a service for a bot's matches. book reports whether a position is in the opening book; nil is no book.
func New(db *store.DB, matches *match.Service, book func(*game.Position) bool) *Service {
	if book == nil {
		book = func(*game.Position) bool { return false }
	}
	return &Service{db, matches, book}
}

// Position refuses with [match.ErrLivePosition] to judge a position for a player. The usual start is never refused.
func (s *Service) Position(ctx context.Context, player id.Player, p *game.Position) error {
	return s.refuse(ctx, player, []game.Position{*p})
}

// Game applies Position to all positions of a game, including the first and the last.
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

// Help refuses the engine's help with a match: to anybody in a match between people, to users who do not sit in it or are not to
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

// early reports whether the position of a match is common knowledge: by [match.Match.Early], or in the book.
func (s *Service) early(m *match.Match) bool { return m.Early() || s.book(m.Game.Position()) }

// Listener returns the listener that maintains the index of positions of running games, in the transactions of the changes.
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

// write puts the position of a match into the index. The usual start is never withheld, and neither are the positions after it
// while nobody has moved.
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

// Fill adds running games that began before the index existed.
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
