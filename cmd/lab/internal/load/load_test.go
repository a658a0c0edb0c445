package load

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"yeye/internal/slow"
)

// A small run survives kills and resets, reads the boards that the program shows, finds
// no error and prints its Result.
func TestRun(t *testing.T) {
	slow.Test(t)
	yeye := filepath.Join(t.TempDir(), "yeye")
	if out, err := exec.Command("go", "build", "-o", yeye, "yeye/cmd/yeye").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	r, err := Run(t.Context(), Options{Yeye: []string{yeye}, Channels: 3, Bots: 2, Serves: 1, Shards: 1,
		LogLevel: "warn", Time: 15 * time.Second, Kills: 2,
		Tournaments: 1, Rings: 1, Votes: 1, Resets: 4, Every: 500 * time.Millisecond, Others: 50, Analyses: 3, Seed: 1,
		Keep: t.TempDir(), Quiet: true})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := r.Print(&out); err != nil || !strings.Contains(out.String(), "moves lost") {
		t.Errorf("%v\n%s", err, out.String())
	}
	if r.RingGames == 0 {
		t.Errorf("no game was finished at the ring: %+v", r)
	}
	if !r.OK() || r.Kills != 2 || r.Resets != 4 || r.Boards == 0 || r.Games < 3 || r.MemoryMax == 0 ||
		r.EventToAnswer.P99 == 0 || r.Goroutines <= 0 ||
		r.Requests < 1 || r.Analyses != 6 {
		t.Errorf("%+v", r)
	}
}

func TestMovesOf(t *testing.T) {
	for text, want := range map[string]string{
		"Red `h2e2` C2=5 · Black `h9g7` H8+7\n**<@1> to move** (Red).":                                  "h2e2 h9g7",
		"Red <:red_cannon_0a1b2c:17> `h2e2` C2=5 · Black <:black_horse_0a1b2c:18> `h9g7` H8+7\nto move": "h2e2 h9g7",
		"Red `h2e2` C2=5\n**Kid is thinking** …":                                                        "h2e2",
		"**<@1> to move** (Red).\nType your move, like `h2e2`, or choose a piece below.":                "",
	} {
		if got := strings.Join(movesOf(text), " "); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// A board that shows less of its game than an earlier one is out of order; the late end of the
// previous game is not.
func TestOrder(t *testing.T) {
	p := &player{tally: &tally{}, shown: map[string]int{}}
	card := func(match, text string) message {
		var s message
		data := `{"content":` + strconv.Quote(text) + `,"components":[{"components":[{"custom_id":"1:resign:` + match +
			`:4::2"}]}]}`
		if err := json.Unmarshal([]byte(data), &s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, c := range []struct {
		match, text string
		want        int64
	}{
		{"new", "to move · move 1 · rated", 0},
		{"old", "Red wins · move 80 · rated", 0},
		{"new", "thinking · move 1 · rated", 0},
		{"new", "to move · move 3 · rated", 0},
		{"new", "thinking · move 2 · rated", 1},
	} {
		if p.checkOrder(card(c.match, c.text)); p.tally.outOfOrder.Load() != c.want {
			t.Errorf("%s: %s: %d out of order, want %d", c.match, c.text, p.tally.outOfOrder.Load(), c.want)
		}
	}
}

// The answer to a typed move stands below it. Ids are compared as numbers.
func TestAnswerBelowItsMove(t *testing.T) {
	p := &player{tally: &tally{}}
	for _, c := range []struct {
		board, typed string
		want         int64
	}{{"100", "99", 0}, {"98", "", 0}, {"98", "99", 1}, {"99", "100", 2}} {
		if p.checkPlace(message{ID: c.board}, c.typed); p.tally.aboveMove.Load() != c.want {
			t.Errorf("%s after %q: %d above, want %d", c.board, c.typed, p.tally.aboveMove.Load(), c.want)
		}
	}
}
