package standing

import (
	"fmt"
	"slices"
	"testing"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
)

// On a leaderboard are those of a server who have had enough opponents and show it, the strongest first.
func TestPlaces(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	put := func(g id.Guild, p id.Player, value float64, opponents int) {
		e.ok(e.db.Tx(ctx, func(tx store.Tx) error {
			if err := saveMember(ctx, tx, g, p, string(p)); err != nil {
				return err
			}
			r := rated{games: 9, opponents: opponents, at: e.now}
			r.Value, r.Deviation, r.Volatility = value, 60, 0.06
			return saveRating(ctx, tx, p, live, r)
		}))
	}
	for i := range 12 {
		put("server", id.Player(fmt.Sprintf("p%02d", i)), 1500+float64(10*(i/2)), 5) // pairs of equals
	}
	put("server", "hidden", 2000, 9)
	put("server", "new", 2000, 4)
	put("other", "elsewhere", 2000, 9)
	e.ok(e.players.SetPreferences(ctx, "hidden", player.Preferences{Profile: "nobody"}))
	e.ok(e.players.SetPreferences(ctx, "p11", player.Preferences{Profile: "server", Theme: "night"}))

	n, err := placesIn(ctx, e.db.Read(), "server", live)
	e.ok(err)
	if n != 12 {
		t.Errorf("%d places", n)
	}
	if n, err := placesIn(ctx, e.db.Read(), "server", days); err != nil || n != 0 {
		t.Errorf("%d places by days, %v", n, err)
	}
	var got []id.Player
	for from := 0; from < 12; from += 5 {
		some, err := places(ctx, e.db.Read(), "server", live, 5, from)
		e.ok(err)
		for _, p := range some {
			before, err := placesBefore(ctx, e.db.Read(), "server", live, p.player, p.Value)
			e.ok(err)
			if before != len(got) {
				t.Errorf("%s has %d before, and is listed after %d", p.player, before, len(got))
			}
			got = append(got, p.player)
		}
	}
	if want := []id.Player{"p10", "p11", "p08", "p09", "p06", "p07", "p04", "p05", "p02", "p03", "p00", "p01"}; !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

// Five different opponents in games that count make a place; the same one again, a character or a casual game does not.
func TestAPlaceTakesFiveOpponents(t *testing.T) {
	e := newEnv(t)
	for i := range leastOpponents {
		if n, err := placesIn(t.Context(), e.db.Read(), "server", live); err != nil || n != 0 {
			t.Fatalf("after %d opponents: %d places, %v", i, n, err)
		}
		e.beat("mei", "o0")
		casual := terms("mei", "casual")
		casual.Casual = true
		e.resign(e.start(casual, "h2e2", "h9g7"), "casual")
		_, err := e.matches.Resign(t.Context(), e.by("mei"), e.start(against("mei", 1), "h2e2", "h9g7").ID)
		e.ok(err)
		e.beat("mei", id.Player(fmt.Sprint("o", i)))
	}
	all, err := places(t.Context(), e.db.Read(), "server", live, 10, 0)
	e.ok(err)
	if len(all) != 1 || all[0].player != "mei" || all[0].name != "name of mei" || all[0].opponents != 5 {
		t.Errorf("%+v", all)
	}
}
