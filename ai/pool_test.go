package ai

import (
	"context"
	"errors"
	"testing"
	"time"

	"yeye/ai/character"
	"yeye/game"
	"yeye/internal/wait"
)

// The first moves of games at the weaker levels are legal (Play refuses
// others), and another seed plays another game.
func TestPoolPlaysGames(t *testing.T) {
	pool := NewPool(PoolOptions{Workers: 1, HashMB: 1})
	for _, level := range []character.Level{character.Newborn, character.Kid, character.Xiaoqing} {
		var games [2]string
		for i := range games {
			g := game.NewGame(game.Start(), game.Asian)
			for g.Ply() < 12 && !g.Outcome().Over() {
				m, _, _, err := pool.Think(context.Background(), g, level, uint64(i+1))
				if err != nil {
					t.Fatal(err)
				}
				if err := g.Play(m); err != nil {
					t.Fatalf("level %d: %v", level, err)
				}
				games[i] += m.String()
			}
		}
		if games[0] == games[1] {
			t.Errorf("level %d: two seeds played the same 12 plies", level)
		}
	}
	if _, _, _, err := pool.Think(context.Background(), game.NewGame(game.Start(), game.Asian), 7, 1); err == nil {
		t.Error("level 7 answered")
	}
}

func TestPoolIsBounded(t *testing.T) {
	pool := NewPool(PoolOptions{Workers: 1, HashMB: 1})
	g := game.NewGame(game.Start(), game.Asian)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() {
		_, err := pool.Lines(ctx, g.Clone(), Limits{})
		done <- err
	}()
	wait.Until(t, "the only engine is busy", func() bool { return len(pool.free) == 0 })
	short, cancelShort := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancelShort()
	if _, _, _, err := pool.Think(short, g, 2, 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a second thinker got %v while the only engine was busy", err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if _, _, _, err := pool.Think(context.Background(), g, 2, 1); err != nil {
		t.Errorf("the engine was not given back: %v", err)
	}
}

// The worth of a position is given for the side to move, and not given where
// there was no search.
func TestPoolWeighs(t *testing.T) {
	pool := NewPool(PoolOptions{Workers: 1, HashMB: 1})
	for _, c := range []struct {
		fen         string
		level       character.Level
		least, most int
		known       bool
	}{
		{"4k4/9/9/9/9/9/9/9/3R5/3K5 w", 3, 500, 40000, true},
		{"4k4/9/9/9/9/9/9/9/3R5/3K5 b", 3, -40000, -300, true},
		{"2bak1b2/4a4/4c4/9/9/9/9/4B2C1/4A4/2BAK4 w", 4, -60, 60, true},
		{game.StartFEN, 0, 0, 0, false},
	} {
		p, err := game.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		g := game.NewGame(p, game.Asian)
		m, worth, known, err := pool.Think(context.Background(), g, c.level, 1)
		if err != nil || !p.IsLegal(m) || known != c.known || worth < c.least || worth > c.most {
			t.Errorf("%s, level %d: %v worth %d known %v, %v", c.fen, c.level, m, worth, known, err)
		}
	}
}

// A character plays by one thread on an engine that has just analyzed with several.
func TestPoolPlaysByOneThread(t *testing.T) {
	pool := NewPool(PoolOptions{Workers: 2, HashMB: 1, Analysis: 2})
	g := game.NewGame(game.Start(), game.Asian)
	for range 2 {
		if _, err := pool.Lines(context.Background(), g.Clone(), Limits{Nodes: 1000}); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if _, _, _, err := pool.Think(context.Background(), g, 3, 1); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if e := <-pool.free; e.Options().Threads != 1 {
			t.Errorf("a move was found by %d threads", e.Options().Threads)
		}
	}
}
