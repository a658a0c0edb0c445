package standing

import (
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/internal/testplay"
	"yeye/bot/match"
	"yeye/bot/match/rating"
	"yeye/bot/place"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/notation"
)

// Which games change ratings, and which are only in the record.
func TestWhichGamesCount(t *testing.T) {
	const week = 7 * 24 * time.Hour
	rule := func(r match.Ruling) func(*env, match.Match) {
		return func(e *env, m match.Match) {
			_, err := e.Matches.Rule(t.Context(), e.By("moderator"), m.ID, r)
			e.OK(err)
		}
	}
	resign := func(e *env, m match.Match) { e.Resign(m, "tom") }
	with := func(change func(*match.Terms)) match.Terms {
		terms := testplay.Duel("mei", "tom")
		change(&terms)
		return terms
	}
	byDays := with(func(t *match.Terms) { t.TimeControl = match.TimeControl{Days: 1} })
	two := []string{"h2e2", "h9g7"}
	for name, c := range map[string]struct {
		terms   match.Terms
		moves   []string
		before  func(*env, match.Match)
		leaves  bool // Tom resigns in the end, as a player who leaves by /privacy does
		pool    Pool
		results int
	}{
		"a live clock":           {testplay.Duel("mei", "tom"), two, nil, true, Live, 2},
		"days":                   {byDays, two, nil, true, Days, 2},
		"no clock":               {with(func(t *match.Terms) { t.TimeControl = match.TimeControl{} }), two, nil, true, Unrated, 2},
		"casual as agreed":       {with(func(t *match.Terms) { t.Casual = true }), two, nil, true, Unrated, 2},
		"odds":                   {with(func(t *match.Terms) { t.Odds, t.Position = match.LeftHorse, match.LeftHorse.Position() }), two, nil, true, Unrated, 2},
		"a position":             {with(func(t *match.Terms) { t.Position = match.LeftHorse.Position() }), two, nil, true, Unrated, 2},
		"one move":               {testplay.Duel("mei", "tom"), two[:1], nil, true, Unrated, 0},
		"no move":                {testplay.Duel("mei", "tom"), nil, nil, true, Unrated, 0},
		"it goes on":             {testplay.Duel("mei", "tom"), two, nil, false, Unrated, 0},
		"ended by a moderator":   {testplay.Duel("mei", "tom"), two, rule(match.EndedByModerator), false, Unrated, 0},
		"removed by a moderator": {testplay.Duel("mei", "tom"), two, rule(match.DeletedByModerator), false, Unrated, 0},
		"paused":                 {testplay.Duel("mei", "tom"), two, rule(match.PausedByModerator), false, Unrated, 0},
		"paused and resumed":     {testplay.Duel("mei", "tom"), two, func(e *env, m match.Match) { rule(match.PausedByModerator)(e, m); rule(match.NoRuling)(e, m) }, true, Live, 2},
		"left while paused":      {testplay.Duel("mei", "tom"), two, rule(match.PausedByModerator), true, Live, 2},
		"its channel deleted": {testplay.Duel("mei", "tom"), two, func(e *env, m match.Match) {
			_, err := e.Matches.Displace(t.Context(), m.ID, place.Fact{Status: place.Deleted, Channel: m.Channel})
			e.OK(err)
		}, false, Unrated, 0},
		"a character":             {testplay.Versus("tom", 1), two, resign, false, Unrated, 1},
		"a character, broken off": {testplay.Versus("tom", 1), two, nil, true, Unrated, 0},
		"a character on a clock": {func() match.Terms {
			t := testplay.Versus("tom", 1)
			t.TimeControl = match.TimeControl{Days: 1}
			return t
		}(), two, resign, false, Unrated, 1},
		"an exhibition": {match.Terms{Mode: match.Exhibition, Position: game.Start(), Seats: [2]match.Seat{{Level: 1}, {Level: 2}}}, two, nil, false, Unrated, 0},
		"somebody barred meanwhile": {testplay.Duel("mei", "tom"), two, func(e *env, _ match.Match) {
			_, err := e.guilds.Bar(t.Context(), guild.Entry{Guild: "server", By: "moderator", Act: "bar", Player: "tom"}, "Tom")
			e.OK(err)
		}, true, Unrated, 2},
		"barred elsewhere": {testplay.Duel("mei", "tom"), two, func(e *env, _ match.Match) {
			_, err := e.guilds.Bar(t.Context(), guild.Entry{Guild: "other", By: "moderator", Act: "bar", Player: "tom"}, "Tom")
			e.OK(err)
		}, true, Live, 2},
		"a takeback": {testplay.Duel("mei", "tom"), two, takenBack, true, Unrated, 2},
		"time has run out": {byDays, two, func(e *env, m match.Match) {
			_, err := e.Matches.Shown(t.Context(), m.ID, m.Turn, e.DB.Now())
			e.OK(err)
			e.Pass(week)
			_, err = e.Matches.Warn(t.Context(), m.ID)
			e.OK(err)
			m, err = e.Matches.Get(t.Context(), m.ID)
			e.OK(err)
			_, err = e.Matches.Flag(t.Context(), &m)
			e.OK(err)
		}, false, Days, 2},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			m := e.Start(c.terms, c.moves...)
			if c.before != nil {
				c.before(e, m)
			}
			if c.leaves {
				e.Leave(m, "tom")
			}
			if n := e.Count(`SELECT COUNT(*) FROM scores`); n != c.results {
				t.Errorf("%d results", n)
			}
			want := 0
			if c.pool != Unrated {
				want = 2
			}
			if n := e.Count(`SELECT COUNT(*) FROM ratings WHERE pool = ?`, string(c.pool)); n != want {
				t.Errorf("%d ratings in %q", n, c.pool)
			}
			if n := e.Count(`SELECT COUNT(*) FROM ratings`); n != want {
				t.Errorf("%d ratings", n)
			}
			if n := e.Count(`SELECT COUNT(*) FROM scores WHERE pool <> ''`); n != want {
				t.Errorf("%d results that count", n)
			}
			winner, loser := e.rating("mei", c.pool), e.rating("tom", c.pool)
			if c.pool == Days && name == "time has run out" {
				winner, loser = loser, winner // it was Mei's turn
			}
			if (winner.Value > 1500) != (want > 0) || (loser.Value < 1500) != (want > 0) {
				t.Errorf("from 1500 to %v and %v", winner.Value, loser.Value)
			}
		})
	}
}

// takenBack takes the first player's last move back with the other's consent, and both play on.
func takenBack(e *env, m match.Match) {
	ctx := e.T.Context()
	c, err := e.Matches.TakebackAt(ctx, e.By("tom"), m.ID, m.Turn)
	e.OK(err)
	_, err = e.Matches.Accord(ctx, e.By("mei"), m.ID, c.Match.Offer, true)
	e.OK(err)
	_, err = e.Matches.Move(ctx, e.By("tom"), m.Channel, notation.Parse("b9c7"), notation.Auto)
	e.OK(err)
}

// What a game has counted for stays when a moderator deletes it: otherwise whoever manages messages somewhere could undo their own
// losses, and the same two players could have three more games that count, as new opponents.
func TestDeletedStillCounts(t *testing.T) {
	e := newEnv(t)
	for range PerDay {
		m := e.Start(testplay.Duel("mei", "tom"), "h2e2", "h9g7")
		e.Leave(m, "tom")
		_, err := e.Matches.Rule(t.Context(), e.By("tom"), m.ID, match.DeletedByModerator)
		e.OK(err)
	}
	e.Beat("mei", "tom")
	if r := e.rating("mei", Live); r.Games != PerDay || r.Opponents != 1 {
		t.Errorf("%d games count, against %d", r.Games, r.Opponents)
	}
	if n := e.Count(`SELECT COUNT(*) FROM scores WHERE player = 'tom' AND score = 0`); n != PerDay+1 {
		t.Errorf("%d losses are in the record", n)
	}
}

// A draw is half a point for both.
func TestDraw(t *testing.T) {
	e := newEnv(t)
	e.Beat("mei", "tom")
	m := e.Start(testplay.Duel("tom", "mei"), "h2e2", "h9g7")
	c, err := e.Matches.OfferDraw(t.Context(), e.By("mei"), m.Channel)
	e.OK(err)
	before := e.rating("mei", Live)
	_, err = e.Matches.Accord(t.Context(), e.By("tom"), m.ID, c.Match.Offer, true)
	e.OK(err)
	if n := e.Count(`SELECT COUNT(*) FROM scores WHERE game = ? AND score = 1`, string(m.ID)); n != 2 {
		t.Errorf("%d halves", n)
	}
	if after := e.rating("mei", Live); after.Value >= before.Value {
		t.Errorf("the stronger player went from %v to %v", before.Value, after.Value)
	}
}

// The same two players change their ratings three times a day; the day after they may again, and with others at any time.
func TestThreeGamesADay(t *testing.T) {
	e := newEnv(t)
	for range 5 {
		e.Beat("mei", "tom")
	}
	if r := e.rating("mei", Live); r.Games != 3 {
		t.Errorf("%d games count", r.Games)
	}
	if n := e.Count(`SELECT COUNT(*) FROM scores WHERE player = 'mei'`); n != 5 {
		t.Errorf("%d are in the record", n)
	}
	e.Beat("mei", "linh")
	e.Beat("tom", "mei") // the fourth, whichever of them wins
	if r := e.rating("mei", Live); r.Games != 4 || r.Opponents != 2 {
		t.Errorf("%d games count, against %d", r.Games, r.Opponents)
	}
	e.Pass(12 * time.Hour) // it is midnight
	e.Beat("tom", "mei")
	if r := e.rating("mei", Live); r.Games != 5 || r.Opponents != 2 {
		t.Errorf("the next day %d games count, against %d", r.Games, r.Opponents)
	}
}

// To erase one's data and return does not make one another opponent: neither of the three games a day nor of the five that a place
// takes. Those who have played here before are not mistaken for the erased player.
func TestErasedAndBack(t *testing.T) {
	e := newEnv(t)
	e.Beat("linh", "veteran")
	for range PerDay {
		e.Beat("mei", "tom")
	}
	e.erase("tom")
	e.Beat("mei", "tom")
	e.Beat("tom", "mei") // whoever begins
	if r := e.rating("mei", Live); r.Games != PerDay || r.Opponents != 1 {
		t.Errorf("after the same player's return %d games count, against %d", r.Games, r.Opponents)
	}
	e.Beat("mei", "linh")
	if r := e.rating("mei", Live); r.Games != PerDay+1 || r.Opponents != 2 {
		t.Errorf("with somebody else %d games count, against %d", r.Games, r.Opponents)
	}
	e.Pass(24 * time.Hour)
	e.Beat("mei", "tom")
	if r := e.rating("mei", Live); r.Games != PerDay+2 || r.Opponents != 2 {
		t.Errorf("the next day %d games count, against %d", r.Games, r.Opponents)
	}
	if r := e.rating("tom", Live); r.Games != 1 || r.Opponents != 1 {
		t.Errorf("who has returned has %d games, against %d", r.Games, r.Opponents)
	}
	byDays := testplay.Duel("mei", "new")
	byDays.TimeControl = match.TimeControl{Days: 1}
	e.Leave(e.Start(byDays, "h2e2", "h9g7"), "new")
	if r := e.rating("mei", Days); r.Opponents != 1 {
		t.Errorf("in the other pool there are %d opponents", r.Opponents)
	}
	e.Pass(erasedOpponentWindow)
	e.Beat("mei", "newer")
	if r := e.rating("mei", Live); r.Opponents != 3 {
		t.Errorf("long after it there are %d opponents", r.Opponents)
	}
}

// Against characters the record says at which odds, and whether it was without help.
func TestAgainstCharacters(t *testing.T) {
	e := newEnv(t)
	lose := func(terms match.Terms, before func(match.Match)) {
		m := e.Start(terms, "h2e2", "h9g7")
		if before != nil {
			before(m)
		}
		e.Resign(m, "mei")
	}
	odds := testplay.Versus("mei", 5)
	odds.Seats[0], odds.Seats[1] = odds.Seats[1], odds.Seats[0]
	odds.Odds, odds.Position = match.LeftHorse, match.LeftHorse.Position()
	lose(testplay.Versus("mei", 2), nil)
	lose(odds, nil)
	lose(testplay.Versus("mei", 3), func(m match.Match) {
		_, err := e.Matches.MakeCasual(t.Context(), m.ID, match.AfterHint)
		e.OK(err)
	})
	rows, err := resultsOfPlayer(t.Context(), e.DB.Read(), "mei", 10)
	e.OK(err)
	var got []string
	for _, r := range rows {
		got = append(got, strings.Join([]string{r.Level.Digit(), r.Odds.String(), r.Side.String(), map[bool]string{true: "unaided", false: "helped"}[r.Unaided],
			map[bool]string{true: "even", false: "uneven"}[r.Even]}, " "))
	}
	want := []string{"3 even red helped even", "5 horse black unaided uneven", "2 even red unaided even"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// Games of the same players that end at the same time change the ratings as if they had ended one after the other.
func TestConcurrentEndings(t *testing.T) {
	e := newEnv(t)
	players := []id.Player{"a", "b", "c", "d"}
	byDays := match.TimeControl{Days: 2} // on live clocks nobody sits at two boards
	var wait sync.WaitGroup
	for i, red := range players {
		for j, black := range players {
			if i == j {
				continue
			}
			terms := testplay.Duel(red, black)
			terms.TimeControl = byDays
			m := e.Start(terms, "h2e2", "h9g7")
			loser := []id.Player{red, black}[(i+2*j)%2]
			by := e.By(loser)
			wait.Go(func() {
				if _, err := e.Matches.Leave(t.Context(), by, m.ID); err != nil {
					t.Error(err)
				}
			})
		}
	}
	wait.Wait()
	want := replay(t, e.DB)
	if len(want) != len(players) {
		t.Fatalf("%d players", len(want))
	}
	for p, r := range want {
		got := e.rating(p, Days)
		if got.Rating != r || got.Games != 6 || got.Opponents != 3 {
			t.Errorf("%s: %+v, replayed %+v", p, got, r)
		}
	}
}

// replay returns the ratings that follow from the recorded games, in their order.
func replay(t *testing.T, db *store.DB) map[id.Player]rating.Rating {
	t.Helper()
	rows, err := store.All(t.Context(), db.Read(), scanResult, `SELECT `+resultColumns+` FROM scores WHERE pool <> '' ORDER BY n`)
	if err != nil {
		t.Fatal(err)
	}
	now := map[id.Player]rating.Rating{}
	of := func(p id.Player) rating.Rating {
		if r, ok := now[p]; ok {
			return r
		}
		return rating.Newcomer()
	}
	for i := range rows { // games of others may have been written in between
		red := rows[i]
		other := slices.IndexFunc(rows[i+1:], func(r Result) bool { return r.Game == red.Game })
		if other < 0 {
			continue
		}
		black := rows[i+1+other]
		if red.Game != black.Game || red.Side != game.Red || black.Side != game.Black {
			t.Fatalf("%v and %v are not one game", red, black)
		}
		result := game.Draw
		if red.Score != game.Drawn {
			result = game.WinFor(map[bool]game.Color{true: game.Red, false: game.Black}[red.Score == game.Won])
		}
		after := rating.Club().RateGame([2]rating.Rating{of(red.Player), of(black.Player)}, result, 2)
		now[red.Player], now[black.Player] = after[game.Red], after[game.Black]
		if red.After != after[game.Red].Value || black.After != after[game.Black].Value {
			t.Errorf("game %s: %v and %v, replayed %v", red.Game, red.After, black.After, after)
		}
	}
	return now
}

// An erased player is no longer stored anywhere, and the opponent's rating survives with its history.
func TestErase(t *testing.T) {
	e := newEnv(t)
	e.Start(testplay.Versus("methuselah", 1), testplay.Smothered...)
	e.Beat("mei", "methuselah")
	e.Beat("mei", "tom")
	before := e.rating("mei", Live)
	e.erase("methuselah")
	for _, query := range []string{`SELECT COUNT(*) FROM ratings WHERE player = ?`, `SELECT COUNT(*) FROM scores WHERE player = ?`,
		`SELECT COUNT(*) FROM scores WHERE opponent = ?`, `SELECT COUNT(*) FROM members WHERE player = ?`,
		`SELECT COUNT(*) FROM achievements WHERE player = ?`} {
		if n := e.Count(query, "methuselah"); n != 0 {
			t.Errorf("%s: %d", query, n)
		}
	}
	if after := e.rating("mei", Live); after != before {
		t.Errorf("from %+v to %+v", before, after)
	}
	rows, err := resultsOfPlayer(t.Context(), e.DB.Read(), "mei", 10)
	e.OK(err)
	if len(rows) != 2 || rows[0].Opponent != "tom" || rows[1].Opponent != "" || !rows[1].Human || math.Abs(rows[1].After-rows[0].Before) > 0 {
		t.Errorf("%+v", rows)
	}
	sections, err := e.Owner().Export(t.Context(), e.db.Read(), "mei")
	e.OK(err)
	if len(sections) != 4 || len(sections[0].Value.([]exportedRating)) != 1 || len(sections[1].Value.([]exportedResult)) != 2 || !slices.Equal(sections[3].Value.([]id.Guild), []id.Guild{"server"}) {
		t.Errorf("exported: %+v", sections)
	}
}
