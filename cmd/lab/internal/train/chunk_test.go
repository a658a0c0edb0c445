package train

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"yeye/ai"
	"yeye/game"
)

var quick = Play{Seed: 3, Depth: 1, RandomBranches: 3, BranchDepth: 0}

// Every recorded position is legal and quiet and has a bounded label, and both
// sides, all results and all kinds of beginnings occur.
func TestGamesGiveQuietPositions(t *testing.T) {
	p := NewPlayer(quick, ai.Options{HashMB: 1})
	var turns [2]int
	var aside, bare int
	results := map[game.Result]int{}
	for i := range 24 {
		samples, err := p.Game(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[uint64]bool{}
		for _, s := range samples {
			setup := game.Setup{Board: s.Board, Turn: s.Turn}
			at, err := setup.Position()
			if err != nil {
				t.Fatalf("game %d: %v", i, err)
			}
			if at.InCheck() || max(s.Score, -s.Score) > maxLabelScore || seen[at.Key()] {
				t.Errorf("game %d: %s labeled %d", i, at.FEN(), s.Score)
			}
			seen[at.Key()] = true
			turns[s.Turn]++
			results[s.Result]++
			if s.Branch {
				aside++
			}
			if at.Occupied().Count() < 16 {
				bare++
			}
		}
	}
	if turns[0] == 0 || turns[1] == 0 || aside == 0 || bare == 0 || len(results) < 2 {
		t.Errorf("turns %v, aside %d, bare %d, results %v", turns, aside, bare, results)
	}
}

// Interrupted and continued, generation makes the same files as in one go, with any
// number of workers; unfinished files are not left behind.
func TestGenerateGoesOn(t *testing.T) {
	const games = 64 // so many that the second file takes longer than to interrupt it
	play := Play{Seed: 5, Depth: 1, RandomBranches: 0}
	whole, broken := t.TempDir(), t.TempDir()
	ignore := func(ChunkInfo) {}
	if err := generate(context.Background(), whole, play, ai.Options{HashMB: 1}, 2, 2, games, ignore); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	err := generate(ctx, broken, play, ai.Options{HashMB: 1}, 2, 1, games, func(ChunkInfo) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("broken off: %v", err)
	}
	left, err := filepath.Glob(filepath.Join(broken, "*.part"))
	if err != nil || len(left) > 0 {
		t.Fatalf("left behind: %v %v", left, err)
	}
	var old, made int
	err = generate(context.Background(), broken, play, ai.Options{HashMB: 1}, 2, 1, games, func(m ChunkInfo) {
		if m.Old {
			old++
		} else {
			made++
		}
	})
	if err != nil || old != 1 || made != 1 {
		t.Fatalf("gone on with: %d old, %d made, %v", old, made, err)
	}
	files, err := Chunks(whole)
	if err != nil || len(files) != 2 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		a, err1 := os.ReadFile(f)
		b, err2 := os.ReadFile(filepath.Join(broken, filepath.Base(f)))
		if err1 != nil || err2 != nil || len(a) == 0 || string(a) != string(b) {
			t.Errorf("%s: %d bytes and %d bytes differ (%v, %v)", filepath.Base(f), len(a), len(b), err1, err2)
		}
	}
	play.Seed++
	if err := Generate(context.Background(), whole, play, ai.Options{HashMB: 1}, 2, 1, ignore); err == nil {
		t.Error("a folder of another seed was gone on with")
	}
}

// A truncated file is detected.
func TestReadChunkRefusesHalfARecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "000000.positions")
	if err := os.WriteFile(path, make([]byte, RecordSize+5), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadChunk(path); err == nil {
		t.Error("37 bytes were read as positions")
	}
}
