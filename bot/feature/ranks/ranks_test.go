package ranks

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"yeye/ai/character"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/internal/testplay"
	"yeye/bot/match/standing"
	"yeye/bot/player"
	"yeye/bot/store"
)

func TestMain(m *testing.M) { testdb.Main(m) }

const server = id.Guild("server")

type env struct {
	*testplay.Env
	*Service
	discord map[string]bool // roles that members have, as "player role"
}

func newEnv(t testing.TB) *env {
	t.Helper()
	e := &env{Env: testplay.Open(t), discord: map[string]bool{}}
	players := player.New(e.DB)
	results := standing.New(e.DB, players, guild.New(e.DB))
	e.Service = New(e.DB, players, results)
	players.Listen(results.OnPreferences)
	players.Listen(e.OnPreferences)
	e.Matches.Listen(results.Listener(), e.Listener())
	return e
}

func (e *env) set(b Band, role id.Role) {
	e.T.Helper()
	e.OK(e.Set(e.T.Context(), guild.Entry{Guild: server, By: "mod", Act: "ranks"}, b, role))
}

// beat lets a player beat a character on the server.
func (e *env) beat(p id.Player, level character.Level) {
	e.T.Helper()
	t := testplay.Versus(p, level)
	t.Guild = server
	e.Start(t, testplay.Smothered...)
}

// The steps of work, any of which may be the last before the process dies.
const (
	begun = iota
	carriedOut
	done
)

// work carries out what is due, up to a step.
func (e *env) work(w *Work, until int) {
	e.T.Helper()
	e.OK(e.Begin(e.T.Context(), w))
	if until == begun {
		return
	}
	for _, role := range w.Take {
		delete(e.discord, string(w.Player)+" "+string(role))
	}
	for _, one := range w.Give {
		e.discord[string(w.Player)+" "+string(one.Role)] = true
	}
	if until == done {
		e.OK(e.Done(e.T.Context(), w))
	}
}

func (e *env) next() (Work, bool) {
	e.T.Helper()
	w, ok, err := e.Next(e.T.Context(), server)
	e.OK(err)
	return w, ok
}

func (e *env) all() {
	e.T.Helper()
	for {
		w, ok := e.next()
		if !ok {
			return
		}
		e.work(&w, done)
	}
}

func (e *env) have(when string, want ...string) {
	e.T.Helper()
	if got := slices.Sorted(maps.Keys(e.discord)); !slices.Equal(got, want) {
		e.T.Errorf("%s: %q, want %q", when, got, want)
	}
}

// Bands are read as they are written, and fit into one select.
func TestBands(t *testing.T) {
	all := Bands()
	if len(all) > 25 || all[0] != (Band{Level: 1}) || all[len(all)-1].Rating != HighestRating {
		t.Errorf("%v", all)
	}
	for _, b := range all {
		if got, ok := ParseBand(b.String()); !ok || got != b {
			t.Errorf("%v is read as %v", b, got)
		}
	}
	for _, bad := range []string{"", "c0", "c7", "r", "r1050", "r900", "x1", "1500"} {
		if b, ok := ParseBand(bad); ok {
			t.Errorf("%q is read as %v", bad, b)
		}
	}
}

// Only a settled rating counts, the higher one if there are two.
func TestRatings(t *testing.T) {
	e := newEnv(t)
	e.set(Band{Rating: 1400}, "low")
	e.set(Band{Rating: 1800}, "high")
	e.beat("mei", 0) // a member
	e.all()
	rated := func(pool string, value, deviation float64) {
		e.Tx(func(tx store.Tx) error {
			_, err := tx.Exec(t.Context(), `INSERT INTO ratings (player, pool, value, deviation, volatility, games, opponents, at) VALUES ('mei', ?, ?, ?, 0.06, 9, 5, 1)
				ON CONFLICT (player, pool) DO UPDATE SET value = excluded.value, deviation = excluded.deviation`, pool, value, deviation)
			return errors.Join(err, e.OnPreferences(t.Context(), tx, "mei", player.Preferences{}))
		})
		e.all()
	}
	rated("live", 2000, 110)
	e.have("not settled")
	rated("live", 1500, 109)
	e.have("settled", "mei low")
	rated("days", 1900, 200)
	e.have("another that is not", "mei low")
	rated("days", 1900, 60)
	e.have("the higher", "mei high")
	rated("days", 1799, 60)
	e.have("fallen", "mei low")
}

// One role may stand for several bands, on both scales.
func TestOneRoleForSeveralBands(t *testing.T) {
	e := newEnv(t)
	e.set(Band{Level: 1}, "member")
	e.set(Band{Level: 2}, "member")
	e.beat("mei", 1)
	e.all()
	e.beat("mei", 2)
	w, ok := e.next()
	if !ok || !w.None() {
		t.Errorf("%+v", w)
	}
	e.all()
	e.have("both", "mei member")
}

// Who has played elsewhere only is no member; direct conversations have no ranks.
func TestElsewhere(t *testing.T) {
	e := newEnv(t)
	e.set(Band{Level: 1}, "kid")
	for _, g := range []id.Guild{"", "other"} {
		terms := testplay.Versus("mei", 1)
		terms.Guild = g
		e.Start(terms, testplay.Smothered...)
	}
	if w, ok := e.next(); ok {
		t.Errorf("due: %+v", w)
	}
	e.beat("mei", 0) // here the Newborn only, but the Kid has been beaten
	e.all()
	e.have("joined", "mei kid")
}

// A process may die after it has taken a role of somebody who hid their profile. Shown again, they get the role back.
func TestTakenBeforeTheProcessDied(t *testing.T) {
	e := newEnv(t)
	e.set(Band{Level: 1}, "kid")
	e.beat("mei", 1)
	e.all()
	e.have("won", "mei kid")
	show := func(profile string) {
		e.OK(e.players.SetPreferences(t.Context(), "mei", player.Preferences{Profile: profile}))
	}
	show("nobody")
	w, ok := e.next()
	if !ok || len(w.Take) != 1 {
		t.Fatalf("%+v", w)
	}
	e.work(&w, carriedOut)
	e.have("taken")
	show("")
	e.all()
	e.have("shown again", "mei kid")
}

// Whatever happens in whatever order, and wherever a process dies: once all is carried out everybody has what they should, and nothing is
// left of who was erased. A process that was overtaken changes nothing for good.
func TestMachine(t *testing.T) {
	e := newEnv(t)
	e.set(Band{Level: 1}, "kid")
	e.set(Band{Level: 3}, "uncle")
	check := 0
	rapid.Check(t, func(rt *rapid.T) {
		check++
		people := []id.Player{id.Player(fmt.Sprint("mei", check)), id.Player(fmt.Sprint("tom", check))}
		clear(e.discord)
		best, hidden := map[id.Player]character.Level{}, map[id.Player]bool{}
		var late *Work // of a process that has been overtaken and will go on
		for range rapid.IntRange(1, 10).Draw(rt, "acts") {
			p := rapid.SampledFrom(people).Draw(rt, "player")
			switch act := rapid.SampledFrom([]string{"beat", "beat", "hide", "show", "erase", "work", "die", "stall", "resume"}).Draw(rt, "act"); act {
			case "beat":
				level := character.Level(rapid.IntRange(0, 4).Draw(rt, "level"))
				e.beat(p, level)
				best[p] = max(best[p], level)
			case "hide", "show":
				hidden[p] = act == "hide"
				prefs := player.Preferences{}
				if hidden[p] {
					prefs.Profile = "nobody"
				}
				e.OK(e.players.SetPreferences(t.Context(), p, prefs))
			case "erase":
				e.Tx(func(tx store.Tx) error {
					return errors.Join(e.Owner().Erase(t.Context(), tx, p), e.standing.Owner().Erase(t.Context(), tx, p), e.players.Owner().Erase(t.Context(), tx, p))
				})
				delete(best, p)
				delete(hidden, p)
			case "work", "die":
				if w, ok := e.next(); ok {
					until := done
					if act == "die" {
						until = rapid.SampledFrom([]int{begun, carriedOut}).Draw(rt, "last step")
					}
					e.work(&w, until)
				}
			case "stall":
				if w, ok := e.next(); ok && late == nil {
					e.OK(e.Begin(t.Context(), &w))
					late = &w
				}
			case "resume":
				if late != nil {
					e.work(late, done)
					late = nil
				}
			}
		}
		if late != nil {
			e.work(late, done)
		}
		e.all()
		var want []string
		for _, p := range people {
			switch {
			case hidden[p]:
			case best[p] >= 3:
				want = append(want, string(p)+" uncle")
			case best[p] >= 1:
				want = append(want, string(p)+" kid")
			}
		}
		if got := slices.Sorted(maps.Keys(e.discord)); !slices.Equal(got, want) {
			rt.Fatalf("%q, want %q", got, want)
		}
		for _, p := range people {
			if _, known := best[p]; !known {
				if n := e.Count(`SELECT COUNT(*) FROM rank_holders WHERE player = ?`, string(p)) + e.Count(`SELECT COUNT(*) FROM rank_due WHERE player = ?`, string(p)); n > 0 {
					rt.Fatalf("%d rows are left of %s", n, p)
				}
			}
		}
	})
}

// What hinders all roles postpones all work of the server, and what hinders one that of the member; who was erased is given up in the end.
func TestHindered(t *testing.T) {
	e := newEnv(t)
	e.set(Band{Level: 1}, "kid")
	e.beat("mei", 1)
	e.all()
	e.beat("tom", 1)
	e.Tx(func(tx store.Tx) error {
		return errors.Join(e.Owner().Erase(t.Context(), tx, "mei"), e.standing.Owner().Erase(t.Context(), tx, "mei"))
	})
	w, _ := e.next()
	e.OK(e.RecordTrouble(t.Context(), &w, "power", "kid"))
	if other, ok := e.next(); !ok || other.Player == w.Player {
		t.Errorf("one role hinders %+v", other)
	}
	e.OK(e.RecordTrouble(t.Context(), &w, "right", ""))
	if other, ok := e.next(); ok {
		t.Errorf("due all the same: %+v", other)
	}
	if tr, ok, err := e.Trouble(t.Context(), server); !ok || err != nil || tr.What != "right" || tr.RetryAt.Sub(e.DB.Now()) > retryAfter {
		t.Errorf("%+v %v", tr, err)
	}
	e.Pass(retryAfter)
	if _, ok := e.next(); !ok {
		t.Error("not tried again")
	}
	e.Pass(giveUpAfter)
	e.OK(e.RecordTrouble(t.Context(), &w, "right", ""))
	for who, want := range map[string]int{"mei": 0, "tom": 1} {
		if n := e.Count(`SELECT COUNT(*) FROM rank_due WHERE player = ?`, who); n != want {
			t.Errorf("%s: %d rows", who, n)
		}
	}
	e.OK(e.ClearTrouble(t.Context(), server))
	if _, ok, _ := e.Trouble(t.Context(), server); ok {
		t.Error("still hindered")
	}
}

// The end of a game costs one statement where nobody gives roles, and every query uses an index.
func TestCost(t *testing.T) {
	testdb.OnSQLite(t)
	e := newEnv(t)
	n := 0
	seen := map[string]bool{}
	e.DB.Observe(store.Observer{Statement: func(_ context.Context, q string) error {
		if strings.Contains(q, "ranks r") || strings.Contains(q, "rank_") || strings.Contains(q, " ranks ") {
			n++
			seen[q] = true
		}
		return nil
	}})
	if e.beat("mei", 1); n != 1 {
		t.Errorf("%d statements", n)
	}
	e.set(Band{Level: 1}, "kid")
	e.beat("tom", 1)
	e.all()
	e.Tx(func(tx store.Tx) error { return e.Owner().Erase(t.Context(), tx, "tom") })
	e.DB.Observe(store.Observer{})
	checked := 0
	for q := range seen {
		if strings.Contains(q, "VALUES") {
			continue
		}
		checked++
		for _, step := range testdb.Plan(t, e.DB, q) {
			if strings.HasPrefix(step, "SCAN ") && !strings.Contains(step, "CONSTANT ROW") && !strings.HasPrefix(step, "SCAN x") {
				t.Errorf("%s: %s", q, step)
			}
		}
	}
	if checked < 6 {
		t.Errorf("only %d queries", checked)
	}
}

// Who leaves a server loses the roles, which Discord does not tell; who comes back gets them again, once.
func TestJoinedAgain(t *testing.T) {
	e := newEnv(t)
	e.set(Band{Level: 1}, "kid")
	e.beat("mei", 1)
	e.all()
	joined := func(at time.Time) {
		e.T.Helper()
		e.OK(e.Joined(t.Context(), server, "mei", at))
	}
	given := e.DB.Now()
	joined(given.Add(-time.Hour))
	if w, some := e.next(); some {
		t.Errorf("a member of long ago: %+v", w)
	}
	clear(e.discord)
	e.Pass(2 * time.Hour)
	joined(given.Add(time.Hour))
	e.all()
	e.have("back again", "mei kid")
	joined(given.Add(time.Hour))
	if w, some := e.next(); some {
		t.Errorf("given again already: %+v", w)
	}
	clear(e.discord)
	e.Pass(2 * time.Hour)
	joined(e.DB.Now().Add(-time.Hour))
	e.OK(e.Clear(t.Context(), guild.Entry{Guild: server, By: "mod", Act: "ranks"}))
	clear(e.discord)
	e.all()
	e.have("no roles any more")
}

// Players export the roles that they were given.
func TestExport(t *testing.T) {
	e := newEnv(t)
	e.set(Band{Level: 1}, "kid")
	e.beat("mei", 1)
	e.all()
	got, err := e.Owner().Export(t.Context(), e.db.Read(), "mei")
	if e.OK(err); fmt.Sprint(got) != "[{rank_roles [{server kid}] 0}]" {
		t.Errorf("%v", got)
	}
}
