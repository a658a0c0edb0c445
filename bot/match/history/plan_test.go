package history

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/ai/character"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/store"
	"yeye/game"
)

// many fills the history with games of many players, one of whom has played a tenth: as many rows as games, each against the Kid or
// a person, in one of fifty channels or in threads of their own.
func (e *env) many(games int) {
	e.t.Helper()
	for n := 0; n < games; {
		e.ok(e.db.Tx(e.t.Context(), func(tx store.Tx) error {
			for range min(5000, games-n) {
				one := Entry{Game: id.Match(fmt.Sprint("g", n)), player: id.Player(fmt.Sprint("p", n%10*(1+n%977))), Score: game.Score(n % 3), Opening: []string{"D1", "C1", "B4", "A1"}[n/10%4],
					Guild: "server", Channel: id.Channel(fmt.Sprint("c", n%50)), Ended: e.time().Add(-time.Duration(n) * time.Minute), Opponent: Opponent{Level: character.Level(n / 10 % character.Count)}}
				if n/10%8 == 7 {
					one.Opponent = Opponent{Player: id.Player(fmt.Sprint("p", n%31)), Human: true, Name: "somebody"}
				}
				insert(e.t.Context(), tx, []Entry{one})
				n++
			}
			_, err := tx.Exec(e.t.Context(), `UPDATE history SET home = channel, settled = 1 WHERE settled = 0`)
			return err
		}))
	}
}

// asks makes every query of the service, each once.
func (e *env) asks(o store.Observer) {
	t, ctx := e.t, e.t.Context()
	e.db.Observe(o)
	defer e.db.Observe(store.Observer{})
	won := game.Won
	for _, a := range []Asker{{Player: "p0"}, {Player: "ann", Guild: "server", Channel: "c1"}, {Player: "ann"}} {
		for _, f := range []Filter{{}, {Score: &won}, {Opening: "D1"}, {Against: &Opponent{Level: 3}}, {Score: &won, Opening: "D1", Against: &Opponent{Player: "p3", Human: true}}} {
			f.Of = "p0"
			_, err := e.Games(ctx, a, f, 6, 0)
			e.ok(err)
			_, err = e.Tally(ctx, a, f)
			e.ok(err)
		}
		_, _, err := e.Records(ctx, a, "p0")
		e.ok(err)
		_, err = e.Openings(ctx, a, "p0")
		e.ok(err)
	}
	_, _, err := e.Entry(ctx, "g1")
	e.ok(err)
	_, err = homeOf(ctx, e.db.Read(), "g1")
	e.ok(err)
	_, err = unsettled(ctx, e.db.Read(), e.time(), time.Time{}, "", 200)
	e.ok(err)
	_, err = unnamedGames(ctx, e.db.Read(), 200)
	e.ok(err)
	e.ok(e.db.Tx(ctx, func(tx store.Tx) error { return erase(ctx, tx, "nobody") }))
	_, err = ofPlayer(t.Context(), e.db.Read(), "p1")
	e.ok(err)
}

// With a hundred thousand games every query uses an index, and a page of games needs no sorting.
func TestPlans(t *testing.T) {
	if testing.Short() {
		t.Skip("fills a table")
	}
	testdb.OnSQLite(t)
	e := newEnv(t)
	for n := range 50 {
		e.halls.public[id.Channel(fmt.Sprint("c", n))] = true
	}
	e.many(5_000)
	var queries []string
	e.asks(store.Observer{Statement: func(_ context.Context, q string) error {
		if strings.Contains(q, "history") && !slices.Contains(queries, q) {
			queries = append(queries, q)
		}
		return nil
	}})
	if len(queries) < 15 {
		t.Fatalf("only %d questions", len(queries))
	}
	for _, q := range queries {
		plan := testdb.Plan(t, e.db, q)
		for _, step := range plan {
			if strings.HasPrefix(step, "SCAN history") && !strings.Contains(step, "history_unnamed") && !strings.Contains(step, "history_unsettled") {
				t.Errorf("%s\n%s", q, strings.Join(plan, "\n"))
			}
			if strings.Contains(q, "ORDER BY ended") && strings.Contains(step, "TEMP B-TREE") {
				t.Errorf("sorts: %s\n%s", q, strings.Join(plan, "\n"))
			}
		}
	}
}

// The cost of a page among a hundred thousand games, of a player who has ten thousand: their own, and another's.
func BenchmarkPage(b *testing.B) {
	e := newEnv(b)
	for n := range 50 {
		e.halls.public[id.Channel(fmt.Sprint("c", n))] = true
	}
	e.many(100_000)
	for name, a := range map[string]Asker{"own": {Player: "p0"}, "another's": {Player: "ann", Guild: "server", Channel: "c1"}} {
		for what, from := range map[string]int{"first": 0, "last": 9990} {
			b.Run(name+" "+what, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := e.Tally(b.Context(), a, Filter{Of: "p0"}); err != nil {
						b.Fatal(err)
					}
					got, err := e.Games(b.Context(), a, Filter{Of: "p0"}, 6, from)
					if err != nil || len(got) == 0 {
						b.Fatal(len(got), err)
					}
				}
			})
		}
	}
}
