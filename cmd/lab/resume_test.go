package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yeye/ai"
	"yeye/ai/net"
	"yeye/ai/report"
	"yeye/cmd/lab/internal/arena"
	"yeye/game"
)

// A file of samples that a crash left with half a game, or with half a line, is continued as
// if there had been no crash.
func TestReviewGoesOnAfterACrash(t *testing.T) {
	dir := t.TempDir()
	o, err := arena.ParseOpening("h2e2 h9g7") // too short for any search
	if err != nil {
		t.Fatal(err)
	}
	var pgn string
	for pair := range 3 {
		pgn += (&arena.Played{Pair: pair + 1, Leg: 1, Red: "Xiaoqing", Black: "Uncle", Opening: o, Moves: o.Moves,
			Result: game.Draw, End: arena.EndLength}).PGN()
	}
	games := filepath.Join(dir, "games.pgn")
	if err := os.WriteFile(games, []byte(pgn), 0o600); err != nil {
		t.Fatal(err)
	}
	c := reviewCmd{Files: []string{games}, MaxGames: 3, Out: filepath.Join(dir, "samples.jsonl")}
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(c.Out)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(whole, []byte("\n"))
	if len(lines) != 7 {
		t.Fatalf("%d lines: %s", len(lines)-1, whole)
	}
	four := len(bytes.Join(lines[:4], nil))
	for name, size := range map[string]int{"one side of a game": four + len(lines[4]), "half a line": four + 10,
		"a side and a half":      four + len(lines[4]) + 10,
		"half of the first line": 10, "two games": four} {
		if err := os.WriteFile(c.Out, whole[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		if err := c.Run(t.Context()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if now, err := os.ReadFile(c.Out); err != nil || !bytes.Equal(now, whole) {
			t.Errorf("%s: continued to\n%s, %v; want\n%s", name, now, err, whole)
		}
	}
	// Printing the table changes nothing; a line in the middle that is no sample is an error.
	torn := whole[:four+10]
	if err := os.WriteFile(c.Out, torn, 0o600); err != nil {
		t.Fatal(err)
	}
	all, size, err := c.read()
	if now, _ := os.ReadFile(c.Out); err != nil || len(all) != 4 || size != int64(four) || !bytes.Equal(now, torn) {
		t.Errorf("read %d samples, %d bytes, %v", len(all), size, err)
	}
	if err := os.WriteFile(c.Out, append([]byte("?\n"), whole...), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := c.read(); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("read what is no sample: %v", err)
	}
}

// counting is an engine that plays the first legal move and counts its searches.
type counting struct{ searches int }

func (e *counting) Lines(_ context.Context, g *game.Game, _ ai.Limits) ([]ai.Info, error) {
	e.searches++
	var buf [game.MaxMoves]game.Move
	return []ai.Info{{PV: g.Position().LegalMoves(buf[:0])[:1]}}, nil
}

// A kept analysis is continued by searches of the same size only.
func TestReportKeepsAnalysesBySize(t *testing.T) {
	o, err := arena.ParseOpening("h2e2 h9g7")
	if err != nil {
		t.Fatal(err)
	}
	g, err := o.Game(game.Asian)
	if err != nil {
		t.Fatal(err)
	}
	dir, sum := t.TempDir(), fmt.Sprintf("%016x", net.BuiltIn().Checksum())
	for _, tt := range []struct {
		name    string
		c       analyses
		resumed bool
	}{
		{"shallow", analyses{Quick: 1000}, false},
		{"the same again", analyses{Quick: 1000}, true},
		{"as for players", analyses{}, false},
		{"the same in numbers", analyses{Quick: report.QuickNodes, Deep: report.DeepNodes, Proof: report.ProofNodes}, true},
		{"deeper", analyses{Deep: 1_000_000}, false},
		{"surer", analyses{Proof: 1_000_000}, false},
	} {
		tt.c.Keep = dir
		e := &counting{}
		analyst := report.Analyst{Engine: e, Quick: tt.c.Quick, Deep: tt.c.Deep, Proof: tt.c.Proof}
		if a, err := tt.c.analyse(t.Context(), &analyst, g, game.Outcome{}); err != nil ||
			!a.Finished(g, game.Outcome{}) {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if (e.searches == 0) != tt.resumed {
			t.Errorf("%s: %d searches", tt.name, e.searches)
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 4 {
		t.Errorf("kept %v, %v", files, err)
	}
	for _, f := range files {
		if !strings.Contains(f.Name(), sum) {
			t.Errorf("%s does not name the network %s", f.Name(), sum)
		}
	}
}
