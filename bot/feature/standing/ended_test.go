package standing

import (
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/rating"
	"yeye/bot/store"
	"yeye/game"
)

// Which games change ratings, and which are only in the record.
func TestWhichGamesCount(t *testing.T) {
	const week = 7 * 24 * time.Hour
	rule := func(r match.Ruling) func(*env, match.Match) {
		return func(e *env, m match.Match) {
			_, err := e.matches.Rule(t.Context(), e.by("moderator"), m.ID, r)
			e.ok(err)
		}
	}
	with := func(change func(*match.Terms)) match.Terms {
		terms := terms("mei", "tom")
		change(&terms)
		return terms
	}
	byDays := with(func(t *match.Terms) { t.Timing = match.Timing{Days: 1} })
	two := []string{"h2e2", "h9g7"}
	for name, c := range map[string]struct {
		terms   match.Terms
		moves   []string
		before  func(*env, match.Match)
		leaves  bool // Tom resigns in the end, as a player who leaves by /privacy does
		pool    pool
		results int
	}{
		"a live clock":            {terms("mei", "tom"), two, nil, true, live, 2},
		"days":                    {byDays, two, nil, true, days, 2},
		"no clock":                {with(func(t *match.Terms) { t.Timing = match.Timing{} }), two, nil, true, unrated, 2},
		"casual as agreed":        {with(func(t *match.Terms) { t.Casual = true }), two, nil, true, unrated, 2},
		"odds":                    {with(func(t *match.Terms) { t.Odds, t.Position = match.LeftHorse, match.LeftHorse.Position() }), two, nil, true, unrated, 2},
		"a position":              {with(func(t *match.Terms) { t.Position = match.LeftHorse.Position() }), two, nil, true, unrated, 2},
		"one move":                {terms("mei", "tom"), two[:1], nil, true, unrated, 0},
		"no move":                 {terms("mei", "tom"), nil, nil, true, unrated, 0},
		"it goes on":              {terms("mei", "tom"), two, nil, false, unrated, 0},
		"ended by a moderator":    {terms("mei", "tom"), two, rule(match.RuledOver), false, unrated, 0},
		"removed by a moderator":  {terms("mei", "tom"), two, rule(match.Struck), false, unrated, 0},
		"paused":                  {terms("mei", "tom"), two, rule(match.Held), false, unrated, 0},
		"paused and resumed":      {terms("mei", "tom"), two, func(e *env, m match.Match) { rule(match.Held)(e, m); rule(match.NoRuling)(e, m) }, true, live, 2},
		"left while paused":       {terms("mei", "tom"), two, rule(match.Held), true, live, 2},
		"its channel deleted":     {terms("mei", "tom"), two, func(e *env, m match.Match) { _, err := e.matches.Suspend(t.Context(), m.ID, m.Channel); e.ok(err) }, false, unrated, 0},
		"a character":             {against("tom", 1), two, func(e *env, m match.Match) { _, err := e.matches.Resign(t.Context(), e.by("tom"), m.ID); e.ok(err) }, false, unrated, 1},
		"a character, broken off": {against("tom", 1), two, nil, true, unrated, 0},
		"a character on a clock":  {func() match.Terms { t := against("tom", 1); t.Timing = match.Timing{Days: 1}; return t }(), two, func(e *env, m match.Match) { _, err := e.matches.Resign(t.Context(), e.by("tom"), m.ID); e.ok(err) }, false, unrated, 1},
		"an exhibition":           {match.Terms{Mode: match.Exhibition, Position: game.Start(), Seats: [2]match.Seat{{Level: 1}, {Level: 2}}}, two, nil, false, unrated, 0},
		"somebody barred meanwhile": {terms("mei", "tom"), two, func(e *env, _ match.Match) {
			_, err := e.guilds.Bar(t.Context(), guild.Entry{Guild: "server", By: "moderator", Act: "bar", Player: "tom"}, "Tom")
			e.ok(err)
		}, true, unrated, 2},
		"barred elsewhere": {terms("mei", "tom"), two, func(e *env, _ match.Match) {
			_, err := e.guilds.Bar(t.Context(), guild.Entry{Guild: "other", By: "moderator", Act: "bar", Player: "tom"}, "Tom")
			e.ok(err)
		}, true, live, 2},
		"a takeback": {terms("mei", "tom"), two, takenBack, true, unrated, 2},
		"time has run out": {byDays, two, func(e *env, m match.Match) {
			_, err := e.matches.Shown(t.Context(), m.ID, m.Turn, e.db.Now())
			e.ok(err)
			e.pass(week)
			_, err = e.matches.Warn(t.Context(), m.ID)
			e.ok(err)
			m, err = e.matches.Get(t.Context(), m.ID)
			e.ok(err)
			_, err = e.matches.Flag(t.Context(), &m)
			e.ok(err)
		}, false, days, 2},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			m := e.start(c.terms, c.moves...)
			if c.before != nil {
				c.before(e, m)
			}
			if c.leaves {
				e.resign(m, "tom")
			}
			if n := e.count(`SELECT COUNT(*) FROM results`); n != c.results {
				t.Errorf("%d results", n)
			}
			want := 0
			if c.pool != unrated {
				want = 2
			}
			if n := e.count(`SELECT COUNT(*) FROM ratings WHERE pool = ?`, string(c.pool)); n != want {
				t.Errorf("%d ratings in %q", n, c.pool)
			}
			if n := e.count(`SELECT COUNT(*) FROM ratings`); n != want {
				t.Errorf("%d ratings", n)
			}
			if n := e.count(`SELECT COUNT(*) FROM results WHERE pool <> ''`); n != want {
				t.Errorf("%d results that count", n)
			}
			winner, loser := e.rating("mei", c.pool), e.rating("tom", c.pool)
			if c.pool == days && name == "time has run out" {
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
	ctx := e.t.Context()
	c, err := e.matches.TakebackAt(ctx, e.by("tom"), m.ID, m.Turn)
	e.ok(err)
	_, err = e.matches.Accord(ctx, e.by("mei"), m.ID, c.Match.Offer, true)
	e.ok(err)
	_, err = e.matches.Move(ctx, e.by("tom"), m.Channel, "b9c7", 0)
	e.ok(err)
}

// What a game has counted for stays when a moderator deletes it: otherwise whoever manages messages somewhere could undo their own
// losses, and the same two players could have three more games that count, as new opponents.
func TestDeletedStillCounts(t *testing.T) {
	e := newEnv(t)
	for range perDay {
		m := e.start(terms("mei", "tom"), "h2e2", "h9g7")
		e.resign(m, "tom")
		_, err := e.matches.Rule(t.Context(), e.by("tom"), m.ID, match.Struck)
		e.ok(err)
	}
	e.beat("mei", "tom")
	if r := e.rating("mei", live); r.games != perDay || r.opponents != 1 {
		t.Errorf("%d games count, against %d", r.games, r.opponents)
	}
	if n := e.count(`SELECT COUNT(*) FROM results WHERE player = 'tom' AND score = 0`); n != perDay+1 {
		t.Errorf("%d losses are in the record", n)
	}
}

// A draw is half a point for both.
func TestDraw(t *testing.T) {
	e := newEnv(t)
	e.beat("mei", "tom")
	m := e.start(terms("tom", "mei"), "h2e2", "h9g7")
	c, err := e.matches.OfferDraw(t.Context(), e.by("mei"), m.Channel)
	e.ok(err)
	before := e.rating("mei", live)
	_, err = e.matches.Accord(t.Context(), e.by("tom"), m.ID, c.Match.Offer, true)
	e.ok(err)
	if n := e.count(`SELECT COUNT(*) FROM results WHERE game = ? AND score = 0.5`, string(m.ID)); n != 2 {
		t.Errorf("%d halves", n)
	}
	if after := e.rating("mei", live); after.Value >= before.Value {
		t.Errorf("the stronger player went from %v to %v", before.Value, after.Value)
	}
}

// The same two players change their ratings three times a day; the day after they may again, and with others at any time.
func TestThreeGamesADay(t *testing.T) {
	e := newEnv(t)
	for range 5 {
		e.beat("mei", "tom")
	}
	if r := e.rating("mei", live); r.games != 3 {
		t.Errorf("%d games count", r.games)
	}
	if n := e.count(`SELECT COUNT(*) FROM results WHERE player = 'mei'`); n != 5 {
		t.Errorf("%d are in the record", n)
	}
	e.beat("mei", "linh")
	e.beat("tom", "mei") // the fourth, whichever of them wins
	if r := e.rating("mei", live); r.games != 4 || r.opponents != 2 {
		t.Errorf("%d games count, against %d", r.games, r.opponents)
	}
	e.pass(12 * time.Hour) // it is midnight
	e.beat("tom", "mei")
	if r := e.rating("mei", live); r.games != 5 || r.opponents != 2 {
		t.Errorf("the next day %d games count, against %d", r.games, r.opponents)
	}
}

// To erase one's data and return does not make one another opponent: neither of the three games a day nor of the five that a place
// takes. Those who have played here before are not mistaken for the erased player.
func TestErasedAndBack(t *testing.T) {
	erased := func(e *env, p id.Player) {
		e.t.Helper()
		e.ok(e.db.Tx(e.t.Context(), func(tx store.Tx) error { return owner{e.standing}.Erase(e.t.Context(), tx, p) }))
	}
	e := newEnv(t)
	e.beat("linh", "veteran")
	for range perDay {
		e.beat("mei", "tom")
	}
	erased(e, "tom")
	e.beat("mei", "tom")
	e.beat("tom", "mei") // whoever begins
	if r := e.rating("mei", live); r.games != perDay || r.opponents != 1 {
		t.Errorf("after the same player's return %d games count, against %d", r.games, r.opponents)
	}
	e.beat("mei", "linh")
	if r := e.rating("mei", live); r.games != perDay+1 || r.opponents != 2 {
		t.Errorf("with somebody else %d games count, against %d", r.games, r.opponents)
	}
	e.pass(24 * time.Hour)
	e.beat("mei", "tom")
	if r := e.rating("mei", live); r.games != perDay+2 || r.opponents != 2 {
		t.Errorf("the next day %d games count, against %d", r.games, r.opponents)
	}
	if r := e.rating("tom", live); r.games != 1 || r.opponents != 1 {
		t.Errorf("who has returned has %d games, against %d", r.games, r.opponents)
	}
	days := terms("mei", "new")
	days.Timing = match.Timing{Days: 1}
	e.resign(e.start(days, "h2e2", "h9g7"), "new")
	if r := e.rating("mei", "days"); r.opponents != 1 {
		t.Errorf("in the other pool there are %d opponents", r.opponents)
	}
	e.pass(erasedFor)
	e.beat("mei", "newer")
	if r := e.rating("mei", live); r.opponents != 3 {
		t.Errorf("long after it there are %d opponents", r.opponents)
	}
}

// Against characters the record says at which odds, and whether it was without help.
func TestAgainstCharacters(t *testing.T) {
	e := newEnv(t)
	lose := func(terms match.Terms, before func(match.Match)) {
		m := e.start(terms, "h2e2", "h9g7")
		if before != nil {
			before(m)
		}
		_, err := e.matches.Resign(t.Context(), e.by("mei"), m.ID)
		e.ok(err)
	}
	odds := against("mei", 5)
	odds.Seats[0], odds.Seats[1] = odds.Seats[1], odds.Seats[0]
	odds.Odds, odds.Position = match.LeftHorse, match.LeftHorse.Position()
	lose(against("mei", 2), nil)
	lose(odds, nil)
	lose(against("mei", 3), func(m match.Match) {
		_, err := e.matches.Uncount(t.Context(), m.ID, match.AfterHint)
		e.ok(err)
	})
	rows, err := ofPlayer(t.Context(), e.db.Read(), "mei", 10)
	e.ok(err)
	var got []string
	for _, r := range rows {
		got = append(got, strings.Join([]string{string(rune('0' + r.level)), r.odds.String(), r.side.String(), map[bool]string{true: "unaided", false: "helped"}[r.unaided],
			map[bool]string{true: "even", false: "uneven"}[r.even], r.opening}, " "))
	}
	want := []string{"3 even red helped even h2e2 h9g7", "5 horse black unaided uneven h2e2 h9g7", "2 even red unaided even h2e2 h9g7"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// Games of the same players that end at the same time change the ratings as if they had ended one after the other.
func TestConcurrentEndings(t *testing.T) {
	e := newEnv(t)
	players := []id.Player{"a", "b", "c", "d"}
	var wait sync.WaitGroup
	for i, red := range players {
		for j, black := range players {
			if i == j {
				continue
			}
			m := e.start(terms(red, black), "h2e2", "h9g7")
			loser := []id.Player{red, black}[(i+2*j)%2]
			by := e.by(loser)
			wait.Go(func() {
				if _, err := e.matches.Leave(t.Context(), by, m.ID); err != nil {
					t.Error(err)
				}
			})
		}
	}
	wait.Wait()
	want := replay(t, e.db)
	if len(want) != len(players) {
		t.Fatalf("%d players", len(want))
	}
	for p, r := range want {
		got := e.rating(p, live)
		if got.Rating != r || got.games != 6 || got.opponents != 3 {
			t.Errorf("%s: %+v, replayed %+v", p, got, r)
		}
	}
}

// replay returns the ratings that follow from the recorded games, in their order.
func replay(t *testing.T, db *store.DB) map[id.Player]rating.Rating {
	t.Helper()
	rows, err := store.All(t.Context(), db.Read(), scanResult, `SELECT `+resultColumns+` FROM results WHERE pool <> '' ORDER BY n`)
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
		other := slices.IndexFunc(rows[i+1:], func(r result) bool { return r.game == red.game })
		if other < 0 {
			continue
		}
		black := rows[i+1+other]
		if red.game != black.game || red.side != game.Red || black.side != game.Black {
			t.Fatalf("%v and %v are not one game", red, black)
		}
		result := game.Draw
		if red.score != 0.5 {
			result = game.WinFor(map[bool]game.Color{true: game.Red, false: game.Black}[red.score == 1])
		}
		after := rating.Club().Game([2]rating.Rating{of(red.player), of(black.player)}, result)
		now[red.player], now[black.player] = after[game.Red], after[game.Black]
		if red.after != after[game.Red].Value || black.after != after[game.Black].Value {
			t.Errorf("game %s: %v and %v, replayed %v", red.game, red.after, black.after, after)
		}
	}
	return now
}

// An erased player is no longer stored anywhere, and the opponent's rating survives with its history.
func TestErase(t *testing.T) {
	e := newEnv(t)
	e.start(against("methuselah", 1), smothered...)
	e.beat("mei", "methuselah")
	e.beat("mei", "tom")
	before := e.rating("mei", live)
	e.ok(e.db.Tx(t.Context(), func(tx store.Tx) error { return owner{e.standing}.Erase(t.Context(), tx, "methuselah") }))
	for _, query := range []string{`SELECT COUNT(*) FROM ratings WHERE player = ?`, `SELECT COUNT(*) FROM results WHERE player = ?`,
		`SELECT COUNT(*) FROM results WHERE opponent = ?`, `SELECT COUNT(*) FROM members WHERE player = ?`,
		`SELECT COUNT(*) FROM achievements WHERE player = ?`} {
		if n := e.count(query, "methuselah"); n != 0 {
			t.Errorf("%s: %d", query, n)
		}
	}
	if after := e.rating("mei", live); after != before {
		t.Errorf("from %+v to %+v", before, after)
	}
	rows, err := ofPlayer(t.Context(), e.db.Read(), "mei", 10)
	e.ok(err)
	if len(rows) != 2 || rows[0].opponent != "tom" || rows[1].opponent != "" || rows[1].level != person || math.Abs(rows[1].after-rows[0].before) > 0 {
		t.Errorf("%+v", rows)
	}
	sections, err := owner{e.standing}.Export(t.Context(), "mei")
	e.ok(err)
	if len(sections) != 5 || len(sections[0].Value.([]exportedRating)) != 1 || len(sections[1].Value.([]exportedResult)) != 2 || !slices.Equal(sections[4].Value.([]id.Guild), []id.Guild{"server"}) {
		t.Errorf("exported: %+v", sections)
	}
}

// Points are whole numbers, and are marked when they are provisional.
func TestPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value, deviation := rapid.Float64Range(400, 4000).Draw(t, "value"), rapid.Float64Range(45, 500).Draw(t, "deviation")
		text := points(value, deviation)
		if strings.HasSuffix(text, "?") != (deviation >= rating.ProvisionalFrom) || strings.ContainsAny(text, ".e") {
			t.Errorf("%v ± %v is %s", value, deviation, text)
		}
	})
}
