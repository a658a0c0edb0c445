package tournament

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/bot/feature/tournament/pairing"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/internal/testplay"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game/notation"
)

func TestMain(m *testing.M) { testdb.Main(m) }

// env plays tournaments: what is due is done as the scheduler would do it, in order of time.
type env struct {
	*testplay.Env
	s     *Service
	of    id.Match
	fault fault
	fails func() // called where the fault was
}

// fault is where the process dies once: before a step's transaction, within it, or after it and before the job is recorded as done.
type fault struct{ step, when string }

func newEnv(t testing.TB) *env {
	t.Helper()
	e := &env{Env: testplay.Open(t)}
	e.restart()
	return e
}

// restart makes the services anew, as another process would.
func (e *env) restart() {
	e.Matches = match.NewService(e.DB)
	e.s = New(e.DB, e.Matches, guild.New(e.DB), func(_ context.Context, p id.Player, _ bool) (int, error) {
		return map[id.Player]int{"p1": 2000, "p2": 1900, "p3": 1800, "p4": 1700, "p5": 1600, "p6": 1500, "p7": 1500, "p8": 1500}[p], nil
	})
	e.s.random = func() int64 { return 7 }
	e.Matches.Listen(e.s.OnMatch())
	e.Matches.Policy().OnRuling(func(ctx context.Context, g id.Guild) { e.OK(e.s.OnRuling(ctx, g)) })
}

// do does a step, with the fault if it is there.
func (e *env) do(step string, f func() error) error {
	if e.fault.step != step {
		return f()
	}
	when := e.fault.when
	e.fault = fault{}
	died := errors.New("died")
	switch when {
	case "before":
	case "within":
		writes := 0
		e.DB.Observe(store.Observer{Statement: func(_ context.Context, query string) error {
			if strings.HasPrefix(query, "UPDATE tournaments") || writes > 0 {
				if writes++; writes == 2 {
					return died
				}
			}
			return nil
		}})
		if err := f(); !errors.Is(err, died) {
			e.T.Fatalf("%s: nothing was written: %v", step, err)
		}
		e.DB.Observe(store.Observer{})
	case "after":
		e.OK(f())
	}
	e.restart()
	e.fails()
	return died
}

// create opens a tournament that players have joined.
func (e *env) create(p Plan, players int) {
	e.T.Helper()
	p.Guild, p.Channel, p.Name, p.Locale = "server", "square", "Friday", "en-US"
	c, err := e.s.Create(e.T.Context(), e.actor("boss"), p)
	e.OK(err)
	e.of = c.Tournament.ID
	for i := range players {
		_, err := e.s.Join(e.T.Context(), e.actor(nth(i+1)), e.of)
		e.OK(err)
	}
}

func nth(n int) id.Player { return id.Player(fmt.Sprint("p", n)) }

func (e *env) actor(p id.Player) Actor {
	return Actor{Event: e.By(p).Event, Player: p, Name: testplay.NameOf(p)}
}

func (e *env) get() *Tournament {
	e.T.Helper()
	t, err := e.s.Get(e.T.Context(), e.of)
	e.OK(err)
	return &t
}

// erase erases a player.
func (e *env) erase(p id.Player) {
	e.T.Helper()
	e.Tx(func(tx store.Tx) error { return e.s.Owner().Erase(e.T.Context(), tx, p) })
}

// job is a stored job.
type job struct {
	scheduler.Job
	claim int64
}

// due does all jobs that are due, and reports whether there were any.
func (e *env) due() (any bool) {
	e.T.Helper()
	ctx := e.T.Context()
	all, err := store.All(ctx, e.DB.Read(), func(r store.Row) (j job, err error) {
		err = r.Scan(&j.Slot, &j.Job.Kind, &j.Subject.Kind, &j.Subject.ID, store.Time(&j.Due), &j.Payload, &j.claim)
		return j, err
	}, `SELECT slot, job, kind, id, due_at, payload, claim FROM jobs WHERE ready_at <= ? AND slot <> 'next' ORDER BY due_at, slot, id`, store.Millis(e.DB.Now()))
	e.OK(err)
	for _, j := range all {
		if !slices.Contains([]string{NextJob, BoardJob, NoShowJob}, j.Job.Kind) {
			continue
		}
		of := j.Subject.ID
		if j.Job.Kind != NextJob {
			of, _, _, _ = ParseBoardID(of)
		}
		before, err := e.s.Get(ctx, of)
		e.OK(err)
		switch j.Job.Kind {
		case NextJob:
			err = e.do(string(before.State), func() error { return e.s.Due(ctx, j.Subject.ID) })
		case BoardJob:
			err = e.do("board", func() error { return e.begin(j.Subject.ID) })
		case NoShowJob:
			err = e.do("noshow", func() error { _, err := e.s.CheckNoShow(ctx, j.Job); return err })
		}
		any = true
		if err == nil {
			_, err = e.DB.Write().Exec(ctx, `DELETE FROM jobs WHERE slot = ? AND kind = ? AND id = ? AND claim = ?`, j.Slot, string(j.Subject.Kind), string(j.Subject.ID), j.claim)
		}
		if err != nil && e.fault == (fault{}) && err.Error() == "died" {
			continue
		}
		e.OK(err)
	}
	return any
}

// begin begins a board in a channel of its own, as its job does.
func (e *env) begin(board id.Match) error {
	of, round, number, _ := ParseBoardID(board)
	again, err := e.s.Opening(e.T.Context(), of, round, number)
	if err == nil {
		_ = again
		_, err = e.s.Begin(e.T.Context(), of, round, number, id.Channel(board), true)
	}
	if errors.Is(err, ErrStale) {
		return nil
	}
	return err
}

// play plays each board that is open: two moves, then who should lose resigns. Whoever is in absent never moves.
func (e *env) play(loser func(b Board) int, absent ...int) {
	e.T.Helper()
	t := e.get()
	for _, b := range t.Pairings {
		if !b.Pending() || b.Match == "" {
			continue
		}
		m := e.Get(b.Match)
		for i, text := range []string{"h2e2", "h9g7"} {
			number := [2]int{b.Red, b.Black}[i]
			if m.Game.Ply() > i {
				continue
			}
			if contains(absent, number) {
				break
			}
			_, err := e.Matches.Move(e.T.Context(), e.By(m.Seats[i].Player), m.Channel, notation.Parse(text), notation.Auto)
			e.OK(err)
			m = e.Get(b.Match)
		}
		if m.Game.Ply() < 2 {
			continue
		}
		number := loser(b)
		e.do("result", func() error {
			_, err := e.Matches.Resign(e.T.Context(), e.By(t.Entrant(number).Player), m.ID)
			if errors.Is(err, match.ErrEnded) {
				return nil
			}
			return err
		})
	}
}

func contains(all []int, n int) bool {
	for _, x := range all {
		if x == n {
			return true
		}
	}
	return false
}

// weaker makes the player with the greater number lose.
func weaker(b Board) int { return max(b.Red, b.Black) }

// run plays a tournament to its end.
func (e *env) run(loser func(Board) int, absent func(round int) []int) *Tournament {
	e.T.Helper()
	for range 2000 {
		t := e.get()
		if t.State.Over() {
			return t
		}
		if e.due() {
			continue
		}
		var away []int
		if absent != nil {
			away = absent(t.Round)
		}
		e.play(loser, away...)
		e.Pass(10 * time.Second)
	}
	e.T.Fatalf("it does not end: %s", e.told())
	return nil
}

// told says what happened in a tournament, without what chance decides.
func (e *env) told() string {
	t := e.get()
	var b strings.Builder
	fmt.Fprintln(&b, t.State, t.Round)
	for _, p := range t.Pairings {
		name := func(n int) string {
			if x := t.Entrant(n); x != nil {
				return string(x.Player)
			}
			return "-"
		}
		fmt.Fprintf(&b, "%d.%d %s %s %s %s %s\n", p.Round, p.Number, p.Kind, name(p.Red), name(p.Black), p.Result, p.How)
	}
	for _, r := range t.Table() {
		fmt.Fprintln(&b, r.Place, r.Entrant.Player, r.Points, r.Opponents, r.By, r.Status)
	}
	return b.String()
}

var live = match.TimeControl{Base: 5 * time.Minute, Added: 3 * time.Second}

var results = []pairing.Result{pairing.RedWins, pairing.BlackWins, pairing.Draw, pairing.RedForfeits, pairing.BlackForfeit, pairing.BothForfeit}
