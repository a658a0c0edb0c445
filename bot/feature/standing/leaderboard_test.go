package standing

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/bot/store"
)

// put gives a player a rating on a server.
func (e *env) put(g id.Guild, p id.Player, value float64, opponents int) {
	e.t.Helper()
	e.ok(e.db.Tx(e.t.Context(), func(tx store.Tx) error {
		if err := saveMember(e.t.Context(), tx, g, p, "name of "+string(p)); err != nil {
			return err
		}
		r := rated{games: 9, opponents: opponents, at: e.now}
		r.Value, r.Deviation, r.Volatility = value, 60, 0.06
		if err := saveRating(e.t.Context(), tx, p, live, r); err != nil {
			return err
		}
		return e.place(e.t.Context(), tx, p)
	}))
}

// choose stores a player's preferences.
func (e *env) choose(p id.Player, prefs player.Preferences) {
	e.t.Helper()
	e.ok(e.players.SetPreferences(e.t.Context(), p, prefs))
}

// listed returns who is on a leaderboard, read in pages, and checks how many places are before each.
func (e *env) listed(g id.Guild, b board) (all []id.Player) {
	e.t.Helper()
	ctx := e.t.Context()
	n, err := placesIn(ctx, e.db.Read(), g, b)
	e.ok(err)
	for from := 0; from < n; from += 5 {
		some, err := places(ctx, e.db.Read(), g, b, 5, from)
		e.ok(err)
		for _, p := range some {
			before, value, ok, err := placeOf(ctx, e.db.Read(), g, b, p.player)
			e.ok(err)
			if !ok || before != len(all) || value != p.value {
				e.t.Errorf("%s has %d before at %v, and is listed after %d at %v", p.player, before, value, len(all), p.value)
			}
			all = append(all, p.player)
		}
	}
	if len(all) != n {
		e.t.Errorf("%d are listed, %d counted", len(all), n)
	}
	return all
}

// A leaderboard lists the players of a server who have had enough opponents and show their profile, the strongest first.
func TestPlaces(t *testing.T) {
	e := newEnv(t)
	e.choose("hidden", player.Preferences{Profile: "nobody"})
	e.choose("p11", player.Preferences{Profile: "server", Theme: "night"})
	for i := range 12 {
		e.put("server", id.Player(fmt.Sprintf("p%02d", i)), 1500+float64(10*(i/2)), 5) // pairs of equals
	}
	e.put("server", "hidden", 2000, 9)
	e.put("server", "new", 2000, 4)
	e.put("other", "elsewhere", 2000, 9)
	if got := e.listed("server", byDays); len(got) > 0 {
		t.Errorf("by days: %v", got)
	}
	want := []id.Player{"p10", "p11", "p08", "p09", "p06", "p07", "p04", "p05", "p02", "p03", "p00", "p01"}
	if got := e.listed("server", byLive); !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	if got := e.listed(everywhere, byLive); len(got) > 0 {
		t.Errorf("nobody has asked to be named everywhere: %v", got)
	}
}

// The leaderboard of all servers lists the players who want to be named there, from the moment they choose it until they choose
// otherwise, under the name seen last.
func TestEverywhereIsChosen(t *testing.T) {
	e := newEnv(t)
	e.put("server", "mei", 1700, 5)
	e.put("other", "tom", 1600, 5)
	e.put("", "linh", 1500, 5) // only in direct conversations
	for _, c := range []struct {
		whom  id.Player
		prefs player.Preferences
		want  []id.Player
	}{
		{"mei", player.Preferences{Listed: "everywhere"}, []id.Player{"mei"}},
		{"linh", player.Preferences{Listed: "everywhere"}, []id.Player{"mei", "linh"}},
		{"tom", player.Preferences{Listed: "everywhere", Profile: "nobody"}, []id.Player{"mei", "linh"}},
		{"tom", player.Preferences{Listed: "everywhere", Profile: "server"}, []id.Player{"mei", "tom", "linh"}},
		{"mei", player.Preferences{Listed: "server"}, []id.Player{"tom", "linh"}},
		{"mei", player.Preferences{}, []id.Player{"tom", "linh"}},
	} {
		e.choose(c.whom, c.prefs)
		if got := e.listed(everywhere, byLive); !slices.Equal(got, c.want) {
			t.Errorf("%s with %+v: %v", c.whom, c.prefs, got)
		}
	}
	if got := e.listed("server", byLive); !slices.Equal(got, []id.Player{"mei"}) {
		t.Errorf("on the server: %v", got)
	}
	e.pass(time.Hour)
	e.ok(e.db.Tx(t.Context(), func(tx store.Tx) error {
		if err := saveMember(t.Context(), tx, "third", "tom", "Thomas"); err != nil {
			return err
		}
		return e.place(t.Context(), tx, "tom")
	}))
	all, err := places(t.Context(), e.db.Read(), everywhere, byLive, 10, 0)
	e.ok(err)
	if len(all) != 2 || all[0].name != "Thomas" {
		t.Errorf("%+v", all)
	}
}

// Five different opponents in games that count are needed for a place; the same one again, a character or a casual game does not.
func TestAPlaceTakesFiveOpponents(t *testing.T) {
	e := newEnv(t)
	for i := range leastOpponents {
		if got := e.listed("server", byLive); len(got) > 0 {
			t.Fatalf("after %d opponents: %v", i, got)
		}
		e.beat("mei", "o0")
		casual := terms("mei", "casual")
		casual.Casual = true
		e.resign(e.start(casual, "h2e2", "h9g7"), "casual")
		_, err := e.matches.Resign(t.Context(), e.by("mei"), e.start(against("mei", 1), "h2e2", "h9g7").ID)
		e.ok(err)
		e.beat("mei", id.Player(fmt.Sprint("o", i)))
	}
	all, err := places(t.Context(), e.db.Read(), "server", byLive, 10, 0)
	e.ok(err)
	if len(all) != 1 || all[0].player != "mei" || all[0].name != "name of mei" || all[0].value != e.rating("mei", live).Value || all[0].games != e.rating("mei", live).games {
		t.Errorf("%+v", all)
	}
}

// On the ladder the strongest character beaten comes first, then the odds at which a stronger one was, then who was first.
func TestLadderBoard(t *testing.T) {
	e := newEnv(t)
	win := func(p id.Player, level int) {
		e.start(against(p, level), smothered...)
		e.pass(time.Minute)
	}
	atOdds := func(p id.Player, level int, odds match.Odds) {
		e.ok(e.db.Tx(t.Context(), func(tx store.Tx) error {
			if err := saveMember(t.Context(), tx, "server", p, string(p)); err != nil {
				return err
			}
			r := result{game: id.Match(e.by(p).Event), player: p, level: level, odds: odds, unaided: true, score: 1, guild: "server", at: tx.Now}
			if err := insertResult(t.Context(), tx, r); err != nil {
				return err
			}
			return e.place(t.Context(), tx, p)
		}))
		e.pass(time.Minute)
	}
	atOdds("rook", 6, match.OneRook)
	atOdds("nine", 6, match.NinePieces)
	win("kid", 1)
	win("second kid", 1)
	win("uncle", 3)
	win("horse", 3)
	win("rook too", 3)
	atOdds("rook too", 6, match.OneRook)
	atOdds("horse", 4, match.LeftHorse)
	atOdds("kid", 1, match.OneRook) // below what was beaten even
	win("kid", 1)
	helped := e.start(against("helped", 5), smothered[:4]...)
	_, err := e.matches.Uncount(t.Context(), helped.ID, match.AfterHint)
	e.ok(err)
	_, err = e.matches.Move(t.Context(), e.by("helped"), helped.Channel, smothered[4], 0)
	e.ok(err)
	if got, want := e.listed("server", byLadder), []id.Player{"horse", "rook too", "uncle", "kid", "second kid", "rook"}; !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	for _, r := range readers(t) {
		said := map[string]bool{}
		for rung := 1; rung < 7*rungs; rung++ {
			text := rungText(r, rung)
			if text == "" || strings.Contains(text, "standing.") || said[text] {
				t.Errorf("%s: rung %d is %q", r.Tag(), rung, text)
			}
			said[text] = true
		}
	}
}

// The stored places are those that follow from results, ratings and settings, however these came about.
func TestPlacesFollow(t *testing.T) {
	e := newEnv(t)
	players := []id.Player{"a", "b", "c", "d", "e", "f", "g"}
	for i, winner := range players {
		for j, loser := range players {
			if i < j {
				e.beat(winner, loser)
				e.pass(time.Minute)
			}
		}
		e.start(against(winner, i%3+1), smothered...)
	}
	e.choose("c", player.Preferences{Listed: "everywhere"})
	e.choose("d", player.Preferences{Profile: "nobody"})
	e.ok(e.db.Tx(t.Context(), func(tx store.Tx) error { return owner{e.standing}.Erase(t.Context(), tx, "b") }))
	read := func() []string {
		all, err := store.All(t.Context(), e.db.Read(), func(row store.Row) (string, error) {
			var b, g, p, name string
			var value float64
			var since int64
			err := row.Scan(&b, &g, &p, &name, &value, &since)
			return fmt.Sprint(b, g, p, name, value, since), err
		}, `SELECT board, guild, player, name, value, since FROM places ORDER BY board, guild, player`)
		e.ok(err)
		return all
	}
	before := read()
	e.ok(e.db.Tx(t.Context(), func(tx store.Tx) error {
		if _, err := tx.Exec(t.Context(), `DELETE FROM places`); err != nil {
			return err
		}
		for _, p := range players {
			if err := e.place(t.Context(), tx, p); err != nil {
				return err
			}
		}
		return nil
	}))
	if after := read(); !slices.Equal(before, after) || len(before) != 5+5+2 {
		t.Errorf("stored %q, derived %q", before, after)
	}
}

// The third game of a pair is the last of the day that counts, and the fourth says so from its first card to its last.
func TestPairIsTold(t *testing.T) {
	e := newEnv(t)
	said := func(m match.Match) (all []string) {
		for _, r := range readers(t) {
			line, err := e.remark(t.Context(), r, &m)
			e.ok(err)
			if strings.HasPrefix(line, "-# ") {
				if !strings.Contains(line, "3") || strings.Contains(line, "standing.") {
					t.Errorf("%s: %q", r.Tag(), line)
				}
				all = append(all, line)
			}
		}
		return all
	}
	for n := range 5 {
		m := e.start(terms("mei", "tom"), "h2e2", "h9g7")
		want := 0
		if n >= perDay {
			want = 4
		}
		if got := said(m); len(got) != want {
			t.Errorf("game %d begins with %q", n+1, got)
		}
		casual := m
		casual.Casual = match.Agreed
		if got := said(casual); len(got) > 0 {
			t.Errorf("a casual game begins with %q", got)
		}
		e.resign(m, "tom")
		m, err := e.matches.Get(t.Context(), m.ID)
		e.ok(err)
		if got := said(m); len(got) != want {
			t.Errorf("game %d ends with %q", n+1, got)
		}
	}
	e.pass(24 * time.Hour)
	if got := said(e.start(terms("mei", "tom"), "h2e2", "h9g7")); len(got) > 0 {
		t.Errorf("the next day begins with %q", got)
	}
}
