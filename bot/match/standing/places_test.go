package standing

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"yeye/ai/character"
	"yeye/bot/id"
	"yeye/bot/internal/testplay"
	"yeye/bot/match"
	"yeye/bot/match/rating"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/notation"
)

// put gives a player a settled rating on a server, from games with so many others who have one.
func (e *env) put(g id.Guild, p id.Player, value float64, opponents int) {
	e.T.Helper()
	e.Tx(func(tx store.Tx) error {
		saveMembers(e.T.Context(), tx, memberOf(g, p, testplay.NameOf(p)), []Result{{Player: p}})
		r := Rating{Rating: rating.Rating{Value: value, Deviation: 60, Volatility: 0.06}, Games: 9, Opponents: opponents, Last: tx.Now}
		of, ratings := []Result{{Player: p}}, map[id.Player]map[Pool]Rating{p: {Live: r}}
		var played []Result
		for i := range opponents {
			other := id.Player(fmt.Sprint("opponent ", i))
			of, ratings[other] = append(of, Result{Player: other}), map[Pool]Rating{Live: r}
			played = append(played, Result{Game: id.Match(fmt.Sprint(p, i)), Player: p, Opponent: other, Human: true, At: tx.Now, Pool: Live})
		}
		saveRatings(e.T.Context(), tx, Live, of, ratings)
		if opponents == 0 {
			return nil
		}
		insertResults(e.T.Context(), tx, played)
		return nil
	})
	e.relist(p)
}

// memberOf returns a match in which a player has Red's seat on a server, under a name.
func memberOf(g id.Guild, p id.Player, name string) *match.Match {
	return &match.Match{Guild: g, Seats: [2]match.Seat{{Player: p, Name: name}}}
}

// relist updates a player's places.
func (e *env) relist(p id.Player) {
	e.T.Helper()
	e.Tx(func(tx store.Tx) error { return e.OnPreferences(e.T.Context(), tx, p, player.Preferences{}) })
}

// listed returns who is on a leaderboard, read in pages, and checks how many places are before each.
func (e *env) listed(g id.Guild, b Board) (all []id.Player) {
	e.T.Helper()
	ctx := e.T.Context()
	n, _, err := e.Listed(ctx, g, b)
	e.OK(err)
	for from := 0; from < n; from += 5 {
		some, err := e.Places(ctx, g, b, min(5, n-from), from)
		e.OK(err)
		for _, p := range some {
			before, value, ok, err := e.PlaceOf(ctx, g, b, p.Player)
			e.OK(err)
			if !ok || before != len(all) || value != p.Value {
				e.T.Errorf("%s has %d before at %v, and is listed after %d at %v", p.Player, before, value, len(all), p.Value)
			}
			all = append(all, p.Player)
		}
	}
	if len(all) != n {
		e.T.Errorf("%d are listed, %d counted", len(all), n)
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
	if got := e.listed("server", ByDays); len(got) > 0 {
		t.Errorf("by Days: %v", got)
	}
	want := []id.Player{"p10", "p11", "p08", "p09", "p06", "p07", "p04", "p05", "p02", "p03", "p00", "p01"}
	if got := e.listed("server", ByLive); !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	if got := e.listed(Everywhere, ByLive); len(got) > 0 {
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
		if got := e.listed(Everywhere, ByLive); !slices.Equal(got, c.want) {
			t.Errorf("%s with %+v: %v", c.whom, c.prefs, got)
		}
	}
	if got := e.listed("server", ByLive); !slices.Equal(got, []id.Player{"mei"}) {
		t.Errorf("on the server: %v", got)
	}
	e.Pass(time.Hour)
	e.Tx(func(tx store.Tx) error {
		saveMembers(t.Context(), tx, memberOf("third", "tom", "Thomas"), []Result{{Player: "tom"}})
		return nil
	})
	e.relist("tom")
	all, err := e.Places(t.Context(), Everywhere, ByLive, 10, 0)
	e.OK(err)
	if len(all) != 2 || all[0].Name != "Thomas" {
		t.Errorf("%+v", all)
	}
}

// A place takes a settled rating and five different opponents who have one. Until then a player stands below the places, from the
// first rated game.
func TestAPlaceTakesSettledOpponents(t *testing.T) {
	e := newEnv(t)
	others := []id.Player{"o0", "o1", "o2", "o3", "o4"}
	stands := func(p id.Player) Place {
		t.Helper()
		all, err := e.Places(t.Context(), "server", ByLive, 10, 0)
		e.OK(err)
		for _, one := range all {
			if one.Player == p {
				return one
			}
		}
		return Place{Number: -1}
	}
	if got := stands("mei"); got.Number != -1 {
		t.Errorf("before any game: %+v", got)
	}
	e.Beat("mei", "o0")
	if got := stands("mei"); got.Number != 0 || got.Name != "name of mei" || !got.Rating.Provisional() || got.Rating.Games != 1 {
		t.Errorf("after one game: %+v", got)
	}
	for _, o := range others {
		e.put("server", o, 1500, 0)
	}
	for i := 0; e.rating("mei", Live).Provisional(); i++ {
		if got := stands("mei"); got.Number != 0 {
			t.Fatalf("before it is settled: %+v", got)
		}
		if i%len(others) == 0 {
			e.Pass(24 * time.Hour)
		}
		e.Beat([]id.Player{"mei", others[i%5]}[i%2], []id.Player{"mei", others[i%5]}[1-i%2])
	}
	if got := stands("mei"); got.Number < 1 || got.Value != e.rating("mei", Live).Value {
		t.Errorf("among settled players: %+v", got)
	}
	if places, below, err := e.Listed(t.Context(), "server", ByLive); err != nil || places+below != 1+len(others) {
		t.Errorf("%d places, %d below, %v", places, below, err)
	}
	page, err := e.Places(t.Context(), "server", ByLive, 2, 5)
	e.OK(err)
	if len(page) != 1 {
		t.Errorf("the second page: %+v", page)
	}
}

// On the ladder the strongest character beaten comes first, then the odds at which a stronger one was, then who was first.
func TestLadderBoard(t *testing.T) {
	e := newEnv(t)
	win := func(p id.Player, level character.Level) {
		e.Start(testplay.Versus(p, level), testplay.Smothered...)
		e.Pass(time.Minute)
	}
	atOdds := func(p id.Player, level character.Level, odds match.Odds) {
		e.Tx(func(tx store.Tx) error {
			r := []Result{{Game: id.Match(e.By(p).Event), Player: p, Level: level, Odds: odds, Unaided: true, Score: game.Won, At: tx.Now}}
			saveMembers(t.Context(), tx, memberOf("server", p, string(p)), r)
			insertResults(t.Context(), tx, r)
			return nil
		})
		e.relist(p)
		e.Pass(time.Minute)
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
	helped := e.Start(testplay.Versus("helped", 5), testplay.Smothered[:4]...)
	_, err := e.Matches.MakeCasual(t.Context(), helped.ID, match.AfterHint)
	e.OK(err)
	_, err = e.Matches.Move(t.Context(), e.By("helped"), helped.Channel, notation.Parse(testplay.Smothered[4]), 0)
	e.OK(err)
	if got, want := e.listed("server", ByLadder), []id.Player{"horse", "rook too", "uncle", "kid", "second kid", "rook"}; !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	for rung := Rung(1); int(rung) < character.Count*rungsPerCharacter; rung++ {
		level, odds, some := rung.Beaten()
		var c LadderWins
		if some {
			c.add(level, match.Even, 1, e.DB.Now())
		}
		if odds != match.Even && level < character.Immortal {
			c.add(level+1, odds, 1, e.DB.Now())
		}
		if got, _ := c.rung(); got != rung && level < character.Immortal {
			t.Errorf("rung %d is %d after beating level %d, and the next at %s", rung, got, level, odds)
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
				e.Beat(winner, loser)
				e.Pass(time.Minute)
			}
		}
		e.Start(testplay.Versus(winner, character.Level(i%3+1)), testplay.Smothered...)
	}
	e.choose("c", player.Preferences{Listed: "everywhere"})
	e.choose("d", player.Preferences{Profile: "nobody"})
	e.erase("b")
	read := func() []string {
		all, err := store.All(t.Context(), e.DB.Read(), func(row store.Row) (string, error) {
			var b, g, p, name string
			var value float64
			var since int64
			err := row.Scan(&b, &g, &p, &name, &value, &since)
			return fmt.Sprint(b, g, p, name, value, since), err
		}, `SELECT board, guild, player, name, value, since FROM places ORDER BY board, guild, player`)
		e.OK(err)
		return all
	}
	before := read()
	_, err := e.DB.Write().Exec(t.Context(), `DELETE FROM places`)
	e.OK(err)
	for _, p := range players {
		e.relist(p)
	}
	if after := read(); !slices.Equal(before, after) || len(before) != 5+5+2 {
		t.Errorf("stored %q, derived %q", before, after)
	}
}
