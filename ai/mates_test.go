package ai

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"yeye/game"
)

// mateNodes is less than the engine searches in a second on one core.
const mateNodes = 800_000

// Every mate of the shared collection is found within the nodes that the engine searches in a second, by a move that
// exhaustive search proved to be among the shortest.
func TestMatesOfTheCollection(t *testing.T) {
	dir := os.Getenv("YEYE_DATA")
	if dir == "" {
		t.Skip("YEYE_DATA is not set: the collection of mates was not tried")
	}
	file, err := os.Open(filepath.Join(dir, "mates.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	e := New(Options{})
	lines := bufio.NewScanner(file)
	lines.Scan()
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		n, _ := strconv.Atoi(fields[1])
		p, err := game.ParseFEN(fields[0])
		if err != nil {
			t.Fatal(err)
		}
		e.Clear()
		info, err := e.Search(context.Background(), game.NewGame(p, game.NoRepetition), Limits{Nodes: mateNodes, Mate: n}, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %s, depth %d, %d nodes", fields[0], info.Score, info.Depth, info.Nodes)
		if !slices.Contains(strings.Fields(fields[2]), info.Move().String()) {
			t.Errorf("%s: plays %s (%s) after %d nodes, want one of %s, mate in %d", fields[0], info.Move(), info.Score, info.Nodes, fields[2], n)
		}
	}
}
