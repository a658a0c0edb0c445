package game

import (
	"bufio"
	"encoding/json"
	"strings"
	"testing"
)

// TestRepetitionData compares the verdicts on the shared cases with the
// reference implementation's, and with the expected ones where the sources
// agree.
func TestRepetitionData(t *testing.T) {
	for _, name := range []string{"repetition.jsonl", "repetition_public.jsonl"} {
		lines := bufio.NewScanner(dataFile(t, name))
		lines.Buffer(nil, 1<<20)
		n := 0
		for lines.Scan() {
			var c struct {
				ID       int
				FEN      string
				Moves    []string
				Expected string
				Reason   string
				Status   string
				Verdicts map[string]string
			}
			if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
				t.Fatal(err)
			}
			n++
			p, err := ParseFEN(c.FEN)
			if err != nil {
				t.Fatalf("%s %d: %v", name, c.ID, err)
			}
			g := NewGame(p, Asian)
			for _, text := range c.Moves {
				m, err := ParseMove(text)
				if err == nil {
					err = g.PlayOn(m)
				}
				if err != nil {
					t.Fatalf("%s %d: %v", name, c.ID, err)
				}
			}
			got := map[Result]string{Ongoing: "ongoing", Draw: "draw", RedWins: "black_loses",
				BlackWins: "red_loses"}[g.Outcome().Result]
			if got != c.Verdicts["reference"] {
				t.Errorf("%s %d: %s (%s), the reference says %s; expected %s %s", name, c.ID, got, g.Outcome().Method,
					c.Verdicts["reference"], c.Expected, c.Status)
			}
			if c.Status == "agreed" && got != c.Expected {
				t.Errorf("%s %d: %s (%s), expected %s: %s", name, c.ID, got, g.Outcome().Method, c.Expected, c.Reason)
			}
		}
		if n == 0 {
			t.Errorf("%s is empty", name)
		}
	}
}

// TestMatesData plays the winning lines of the shared mates to their end.
func TestMatesData(t *testing.T) {
	lines := bufio.NewScanner(dataFile(t, "mates.tsv"))
	lines.Scan() // header
	n := 0
	for lines.Scan() {
		n++
		c := strings.Split(lines.Text(), "\t")
		p := position(t, c[0])
		for _, text := range strings.Fields(c[2]) {
			if m, err := ParseMove(text); err != nil || !p.IsLegal(m) {
				t.Errorf("%s: %s is not legal: %v", c[0], text, err)
			}
		}
		words := strings.Fields(c[3])
		end := map[string]Method{"#": Checkmate, "stalemate": Stalemate}[words[len(words)-1]]
		g := NewGame(p, NoRepetition)
		play(t, g, strings.Join(words[:len(words)-1], " "))
		if want := (Outcome{WinFor(p.Turn()), end}); g.Outcome() != want {
			t.Errorf("%s: %v, want %v", c[0], g.Outcome(), want)
		}
	}
	if n == 0 {
		t.Error("mates.tsv is empty")
	}
}
