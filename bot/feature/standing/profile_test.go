package standing

import (
	"reflect"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/game"
	"yeye/render"
)

// What follows from results: the record, the longest run, the ladder with its steps at odds, the curve, the favourites.
func TestCount(t *testing.T) {
	kid := func(score float64) result {
		return result{level: 1, unaided: true, even: true, score: score, opening: "h2e2 h9g7"}
	}
	with := func(r result, change func(*result)) result { change(&r); return r }
	f := &profile{first: live, openings: map[string][2]int{}}
	f.count([]result{
		kid(0), kid(1), kid(1),
		with(kid(1), func(r *result) { r.level, r.unaided = 4, false }), // with help
		with(kid(1), func(r *result) { r.level, r.even = 5, false }),    // from a position
		with(kid(1), func(r *result) { r.level, r.even, r.odds = 3, false, match.OneRook }),
		with(kid(1), func(r *result) { r.level, r.even, r.odds = 3, false, match.LeftHorse }),
		with(kid(1), func(r *result) { r.level, r.even, r.odds = 1, false, match.OneRook }),
		kid(0.5),
		{level: person, unaided: true, even: true, side: game.Black, score: 1, pool: live, after: 1600, opening: "c3c4 b7e7"},
		{level: person, unaided: true, even: true, side: game.Black, score: 0, pool: days, after: 1400},
		{level: person, unaided: true, even: true, side: game.Black, score: 0, pool: live, after: 1500},
	})
	if f.won != 8 || f.drawn != 1 || f.lost != 3 || f.streak != 7 {
		t.Errorf("%d won, %d drawn, %d lost, %d in a row", f.won, f.drawn, f.lost, f.streak)
	}
	if want := (climbs{1: {match.Even: {times: 2}, match.OneRook: {times: 1}}, 3: {match.OneRook: {times: 1}, match.LeftHorse: {times: 1}}}); !reflect.DeepEqual(f.climbs, want) {
		t.Errorf("beaten: %v", f.climbs)
	}
	if len(f.curve) != 2 || f.curve[0] != 1600 || f.curve[1] != 1500 {
		t.Errorf("curve %v", f.curve)
	}
	if red, black := f.favourite(game.Red, render.English), f.favourite(game.Black, render.English); red != "Central Cannon" || black == "" || black == red {
		t.Errorf("favourites %q and %q", red, black)
	}
	if f.alike {
		t.Error("likeness after fewer than ten games")
	}
	for range 10 {
		f.count([]result{kid(1), kid(0), kid(1), kid(0), kid(1), kid(0), kid(1), kid(0), kid(1), kid(0)})
	}
	if !f.alike || f.like.Low >= f.like.Value || f.like.High <= f.like.Value || f.like.Games != 10 {
		t.Errorf("likeness: %+v", f.like)
	}
}

// Others see a profile on a server on which the player has finished a game, unless the player shows it to nobody.
func TestVisible(t *testing.T) {
	e := newEnv(t)
	e.beat("mei", "tom")
	for _, c := range []struct {
		name   string
		guild  id.Guild
		whom   id.Player
		choice string
		want   bool
	}{
		{"usual", "server", "mei", "", true},
		{"chosen", "server", "mei", "server", true},
		{"closed", "server", "mei", "nobody", false},
		{"another server", "other", "mei", "", false},
		{"a direct conversation", "", "mei", "", false},
		{"a stranger", "server", "linh", "", false},
	} {
		e.ok(e.players.SetPreferences(t.Context(), "mei", player.Preferences{Profile: c.choice}))
		if seen, _, err := e.visible(t.Context(), c.guild, c.whom); err != nil || seen != c.want {
			t.Errorf("%s: %v, %v", c.name, seen, err)
		}
	}
}

// The rating of a player who has not played for long is shown as less certain, and its value stays the same.
func TestProfileAges(t *testing.T) {
	e := newEnv(t)
	for range 8 {
		e.beat("mei", "tom")
		e.pass(24 * time.Hour)
	}
	now, err := profileOf(t.Context(), e.db.Read(), "mei", "Mei", e.db.Now())
	e.ok(err)
	later, err := profileOf(t.Context(), e.db.Read(), "mei", "Mei", e.db.Now().Add(3*365*24*time.Hour))
	e.ok(err)
	if now.first != live || later.ratings[live].Deviation <= now.ratings[live].Deviation || later.ratings[live].Value != now.ratings[live].Value {
		t.Errorf("now %+v, later %+v", now.ratings[live], later.ratings[live])
	}
	if len(now.curve) != 8 || now.bestRated != 1500 {
		t.Errorf("%d points, best %v", len(now.curve), now.bestRated)
	}
}
