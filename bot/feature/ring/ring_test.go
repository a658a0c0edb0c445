package ring

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/internal/testdb"
)

func TestMain(m *testing.M) { testdb.Main(m) }

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// told writes a ring: its state, the holder with their defenses and Red if they have it, and the queue with the calls that were missed.
func told(r *Ring) string {
	name := func(p Person) string { return string(p.Player) + strings.Repeat("!", p.Missed) }
	holder := "keeper"
	if !r.KeeperHolds() {
		holder = name(r.Holder)
	}
	if r.Defences > 0 {
		holder += fmt.Sprint("+", r.Defences)
	}
	if r.Red {
		holder += " red"
	}
	text := fmt.Sprintf("%s: %s:", r.State, holder)
	for _, p := range r.Queue {
		text += " " + name(p)
	}
	if r.News != "" {
		text += fmt.Sprintf(" (%s %s)", r.News, r.About.Player)
	}
	return text
}

// do does one step of a table.
func (r *Ring) do(step string, now time.Time) error {
	what, who, _ := strings.Cut(step, " ")
	p := id.Player(who)
	switch what {
	case "join":
		return r.join(Person{Player: p, Name: who}, now)
	case "leave":
		return r.leave(p, now)
	case "sit":
		return r.sit(p, now)
	case "forget":
		r.forget(p, now)
	case "expire":
		if r.State != Calling {
			return errors.New("nobody is called")
		}
		r.expire(now)
	case "begin":
		if r.State != Ready {
			return errors.New("nobody is ready")
		}
		r.State = Playing
	default:
		if r.State != Playing {
			return errors.New("no game is played")
		}
		r.finish(map[string]Result{"held": HolderWon, "drawn": Drawn, "taken": ChallengerWon, "void": NoResult}[what], now)
	}
	return nil
}

func TestRules(t *testing.T) {
	for name, c := range map[string]struct {
		steps string // "x? y" means that x is refused with y
		want  string
	}{
		"one person plays at once":                 {"join a", "ready: keeper: a"},
		"the keeper wins":                          {"join a, begin, held", "idle: keeper+1 red:"},
		"the keeper is beaten":                     {"join a, begin, taken", "idle: a:"},
		"nobody joins twice":                       {"join a, join a? in, begin, taken, join a? in", "idle: a:"},
		"the keeper makes room for two":            {"join a, begin, join b, join c, held", "calling: b: c"},
		"the winner stays and the next is called":  {"join a, begin, join b, taken", "calling: a: b"},
		"the next sits down":                       {"join a, begin, join b, taken, sit b", "ready: a: b"},
		"others are not called":                    {"join a, begin, join b, join c, taken, sit c? notcalled", "calling: a: b c"},
		"an idle holder is called too":             {"join a, begin, taken, join b", "calling: a: b"},
		"both must be there":                       {"join a, begin, taken, join b, sit a", "ready: a: b"},
		"an idle holder who is gone loses it":      {"join a, begin, taken, join b, expire", "ready: keeper: b (out a)"},
		"colors alternate":                         {"join a, begin, join b, taken, sit b, begin, join c, held", "calling: a+1 red: c"},
		"and again":                                {"join a, begin, join b, taken, sit b, begin, join c, held, sit c, begin, held", "idle: a+2:"},
		"a draw keeps the ring and costs color":    {"join a, begin, join b, taken, sit b, begin, join c, drawn", "calling: a+1: c"},
		"a draw with Red too":                      {"join a, begin, join b, taken, sit b, begin, join c, held, sit c, begin, drawn", "idle: a+2:"},
		"a new holder has Black first":             {"join a, begin, join b, taken, sit b, begin, join c, held, sit c, begin, join d, taken", "calling: c: d"},
		"who is not there goes to the end":         {"join a, begin, join b, join c, taken, expire", "calling: a: c b! (passed b)"},
		"who is not there twice is out":            {"join a, begin, join b, join c, taken, expire, expire, expire", "calling: a: c! (out b)"},
		"alone in the queue twice":                 {"join a, begin, join b, taken, expire, expire", "idle: a: (out b)"},
		"neither is there":                         {"join a, begin, taken, join b, leave b, join c, join d, leave c, expire", "calling: keeper: d! (out a)"},
		"who leaves is not called":                 {"join a, begin, join b, join c, taken, leave b", "calling: a: c"},
		"nobody leaves a game":                     {"join a, begin, join b, leave a? playing, leave b", "playing: keeper: a"},
		"the holder leaves":                        {"join a, begin, join b, join c, taken, leave a", "calling: b: c"},
		"the holder leaves for the keeper":         {"join a, begin, join b, taken, leave a", "calling: keeper: b"},
		"who is not in cannot leave":               {"join a, leave b? notin", "ready: keeper: a"},
		"a game that does not count":               {"join a, begin, join b, taken, sit b, begin, void", "calling: a: b"},
		"twelve wait":                              {"join a, begin, " + joins(12) + ", join z? full", "playing: keeper: a p1 p2 p3 p4 p5 p6 p7 p8 p9 p10 p11 p12"},
		"five defenses while nobody waits":         {"join a, begin, taken, " + defences(5), "idle: a+5 red:"},
		"the fifth defense while somebody waits":   {"join a, begin, taken, " + defences(4) + ", join x, sit x, sit a, begin, join y, held", "calling: y: a (retired a)"},
		"the fourth defense while somebody waits":  {"join a, begin, taken, " + defences(3) + ", join x, sit x, sit a, begin, join y, held", "calling: a+4: y"},
		"an erased player has never been called":   {"join a, begin, join b, join c, taken, expire, forget b", "calling: a: c"},
		"an erased holder":                         {"join a, begin, taken, forget a", "idle: keeper:"},
		"a missed call is forgotten after a game":  {"join a, begin, join b, join c, taken, expire, leave c, sit b, begin, taken", "idle: b:"},
		"a holder who was skipped may come again":  {"join a, begin, taken, join b, expire, join a", "ready: keeper: b a (out a)"},
		"a call that was answered is not repeated": {"join a, begin, join b, taken, sit b, join c", "ready: a: b c"},
	} {
		t.Run(name, func(t *testing.T) {
			r := &Ring{State: Idle}
			for _, step := range strings.Split(c.steps, ", ") {
				do, refused, _ := strings.Cut(step, "? ")
				want := map[string]error{"in": ErrAlreadyIn, "notin": ErrNotIn, "full": ErrFull, "playing": ErrPlaying, "notcalled": ErrNotCalled}[refused]
				if err := r.do(do, noon); !errors.Is(err, want) || want == nil && err != nil {
					t.Fatalf("%s: %v", step, err)
				}
			}
			if got := told(r); got != c.want {
				t.Errorf("%s, not %s", got, c.want)
			}
		})
	}
}

func joins(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprint("join p", i+1))
	}
	return strings.Join(all, ", ")
}

// defences returns the steps of a's defenses against one after the other.
func defences(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("join q%d, sit q%[1]d, sit a, begin, held", i))
	}
	return strings.Join(all, ", ")
}

// A run counts each opponent once, and ends with the reign.
func TestRuns(t *testing.T) {
	again := func(who, how string) string { return fmt.Sprintf(", join %s, sit a, begin, %s", who, how) }
	for name, c := range map[string]struct {
		steps string
		want  int
	}{
		"each opponent":      {again("b", "held") + again("c", "held"), 2},
		"the same one twice": {again("b", "held") + again("b", "held") + again("c", "drawn"), 2},
		"a reign that ended": {again("b", "held") + again("c", "taken") + ", join a, sit c, begin, taken" + again("b", "held"), 1},
	} {
		r := &Ring{State: Idle}
		for _, step := range strings.Split("join a, begin, taken"+c.steps, ", ") {
			r.runner, r.runLength = Person{}, 0
			if err := r.do(step, noon); err != nil && step != "sit a" {
				t.Fatal(name, step, err)
			}
		}
		if r.runLength != c.want || r.runner.Player != "a" {
			t.Errorf("%s: %d of %s, not %d", name, r.runLength, r.runner.Player, c.want)
		}
	}
}
