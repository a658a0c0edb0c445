package main

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A small load run survives kills and resets, reads the boards that the program shows, finds
// no error and prints its summary.
func TestLoad(t *testing.T) {
	yeye := filepath.Join(t.TempDir(), "yeye")
	if out, err := exec.Command("go", "build", "-o", yeye, "yeye/cmd/yeye").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	dir := t.TempDir()
	c := &loadCmd{Yeye: yeye, Channels: 3, Bots: 2, Serves: 1, Shards: 1, LogLevel: "warn", Minutes: 0.02, Kills: 2, Resets: 4, PerMinute: 120, Sessions: 50, Analyses: 3, Seed: 1, Keep: dir, Quiet: true}
	var out bytes.Buffer
	if err := c.run(&out); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var s summary
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &s); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	if s.Kills != 2 || s.Resets != 4 || s.Boards == 0 || s.Games < 3 || s.Memory == 0 || s.Ack99 == 0 || s.Goroutines <= 0 || s.Tokened < 1 || s.Analyses != 6 {
		t.Errorf("%+v", s)
	}
}

func TestMovesOf(t *testing.T) {
	for text, want := range map[string]string{
		"Red `h2e2` C2=5 · Black `h9g7` H8+7\n**<@1> to move** (Red).":                                  "h2e2 h9g7",
		"Red <:red_cannon_0a1b2c:17> `h2e2` C2=5 · Black <:black_horse_0a1b2c:18> `h9g7` H8+7\nto move": "h2e2 h9g7",
		"Red `h2e2` C2=5\n**Kid is thinking** …":                                                        "h2e2",
		"**<@1> to move** (Red).\nType a move such as `h2e2`, or choose a piece below.":                 "",
	} {
		if got := strings.Join(movesOf(text), " "); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// A board that shows less of its game than an earlier one is out of order; the late end of the
// previous game is not.
func TestOrder(t *testing.T) {
	tb := &table{tally: &tally{}, shown: map[string]int{}}
	card := func(session, text string) seen {
		var s seen
		data := `{"content":` + strconv.Quote(text) + `,"components":[{"components":[{"custom_id":"1:resign:` + session + `:4::2"}]}]}`
		if err := json.Unmarshal([]byte(data), &s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, c := range []struct {
		session, text string
		want          int64
	}{
		{"new", "to move · move 1 · rated", 0},
		{"old", "Red wins · move 80 · rated", 0},
		{"new", "thinking · move 1 · rated", 0},
		{"new", "to move · move 3 · rated", 0},
		{"new", "thinking · move 2 · rated", 1},
	} {
		if tb.order(card(c.session, c.text)); tb.tally.disordered.Load() != c.want {
			t.Errorf("%s: %s: %d out of order, want %d", c.session, c.text, tb.tally.disordered.Load(), c.want)
		}
	}
}
