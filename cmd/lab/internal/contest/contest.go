// Package contest plays games of flipped chess between engines, in pairs: each deal is played
// twice, with colors exchanged.
//
// It is the referee: it knows the deal, and gives each player only that player's view.
package contest

import (
	"context"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"yeye/ai/character"
	"yeye/ai/flipped"
	"yeye/cmd/lab/internal/arena"
	"yeye/game/jieqi"
	"yeye/game/jieqi/seal"
)

// ParsePlayer reads "level=3", a character, or
// "nodes=5000,careless=5,blind=10,noise=20,spread=5,nevermates=30", an engine; "nodes=0" looks one ply ahead.
func ParsePlayer(text string) (c flipped.Character, err error) {
	for setting := range strings.SplitSeq(text, ",") {
		key, value, _ := strings.Cut(setting, "=")
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 {
			return c, fmt.Errorf("%q in %q: it is level=N, or nodes=N, careless=N, blind=N, noise=N, spread=N, "+
				"nevermates=N", setting, text)
		}
		switch key {
		case "level":
			var plays bool
			if c, plays = flipped.CharacterAt(character.Level(n)); !plays {
				return c, fmt.Errorf("level %d does not play flipped chess", n)
			}
		case "nodes":
			c.Nodes = uint64(n)
		case "blind":
			c.BlindPercent = n
		case "careless":
			c.OnePlyPercent = n
		case "noise":
			c.Noise = flipped.Score(n)
		case "spread":
			c.Spread = flipped.Score(n)
		case "nevermates":
			c.NeverMatesPercent = n
		default:
			return c, fmt.Errorf("%q in %q is no setting of a player", key, text)
		}
	}
	return c, nil
}

// Match is a number of pairs of games.
type Match struct {
	Players     [2]flipped.Character
	Pairs       int
	Seed        uint64
	Concurrency int
	Each        func(*arena.Played, *arena.Tally) // called after each game, one at a time
}

// Deal returns the deal of a pair of games.
func (m *Match) Deal(pair int) jieqi.Deal {
	var key seal.Hash
	binary.BigEndian.PutUint64(key[:], m.Seed)
	binary.BigEndian.PutUint64(key[8:], uint64(pair))
	return seal.Deal(key)
}

// Play plays all games, or until the context is canceled.
func (m *Match) Play(ctx context.Context) (*arena.Tally, error) {
	var (
		mu    sync.Mutex
		wait  sync.WaitGroup
		tally arena.Tally
		first error
		pairs = make(chan int)
	)
	for range max(m.Concurrency, 1) {
		wait.Go(func() {
			engines := [2]*flipped.Engine{flipped.New(), flipped.New()}
			for pair := range pairs {
				for leg := 1; leg <= 2; leg++ {
					p, err := m.game(ctx, engines, pair, leg)
					mu.Lock()
					if err == nil {
						tally.Add(p)
						if m.Each != nil {
							m.Each(p, &tally)
						}
					} else if first == nil {
						first = err
					}
					mu.Unlock()
				}
			}
		})
	}
	for pair := 1; pair <= m.Pairs && ctx.Err() == nil; pair++ {
		pairs <- pair
	}
	close(pairs)
	wait.Wait()
	return &tally, first
}

// game plays one game; in leg 2 the second player has Red.
func (m *Match) game(ctx context.Context, engines [2]*flipped.Engine, pair, leg int) (*arena.Played, error) {
	g := jieqi.NewGame(m.Deal(pair))
	for !g.Outcome().Over() {
		turn := g.Position().Turn()
		who := int(turn)
		if leg == 2 {
			who = 1 - who
		}
		v := g.View(jieqi.PlayerOf(turn))
		x, err := m.Players[who].Choose(ctx, engines[who], &v, m.Seed<<32^uint64(pair)<<2^uint64(leg))
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := g.Play(x.Move); err != nil {
			return nil, fmt.Errorf("pair %d, leg %d: %w", pair, leg, err)
		}
	}
	p := &arena.Played{Pair: pair, Leg: leg, Result: g.Outcome().Result, End: arena.End(g.Outcome().Method.String())}
	for _, ply := range g.Plies() {
		p.Moves = append(p.Moves, ply.Move)
	}
	return p, nil
}
