package match_test

import (
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store/shards"
	"yeye/game"
	"yeye/game/notation"
)

// script plays a game by days in which people rest. Each line is somebody and what they do:
//
//	+5h          time passes, and what is due meanwhile happens
//	mei h2e2     a move
//	mei keeps h9g7
//	mei lines h2e2 h9g7 h0g2 i9h9, which begins with a move of the other
//	mei away 5   a vacation, mei back ends it
//	tom asks 7   for a break; mei agrees, mei declines, mei on
//	later 5h     time passes, and nothing happens
//	bot away, bot back
//
// A line that is refused ends with the error after "!".
func (g *timedGame) script(lines string) {
	g.t.Helper()
	for line := range strings.Lines(lines) {
		line = strings.TrimSpace(line)
		do, want, _ := strings.Cut(line, " !")
		if do == "" {
			continue
		}
		err := g.step(strings.Fields(do))
		refused := err != nil && want != "" && strings.Contains(err.Error(), strings.TrimSpace(want))
		if !refused && (err != nil || want != "") {
			g.t.Fatalf("%s: %v", line, err)
		}
	}
}

func (g *timedGame) step(words []string) error {
	ctx, m := g.t.Context(), g.now()
	if after, ok := strings.CutPrefix(words[0], "+"); ok {
		d, err := time.ParseDuration(after)
		g.passes(d)
		return err
	}
	switch words[0] {
	case "later":
		d, err := time.ParseDuration(words[1])
		g.e.pass(d)
		return err
	case "bot":
		if words[1] == "away" {
			g.e.BeginAbsence(shards.Part{}, g.e.time())
			return nil
		}
		g.e.EndAbsence(shards.Part{})
		return nil
	}
	by, err := g.e.from(id.Player(words[0]), match.FromText), error(nil)
	days := 0
	if len(words) > 2 {
		days, _ = strconv.Atoi(words[2])
	}
	switch words[1] {
	case "lines":
		all, _ := notation.ParseBranches(strings.Join(words[2:], " "))
		_, err = g.e.SetLines(ctx, by, g.id, m.Turn, all, notation.Auto)
		return err
	case "keeps":
		_, err = g.e.SetPremove(ctx, by, g.id, m.Turn, move(words[2]))
	case "away":
		_, _, err = g.e.TakeVacation(ctx, by, days)
	case "back":
		err = g.e.EndVacation(ctx, by)
	case "asks":
		_, err = g.e.OfferBreak(ctx, by, g.id, days)
	case "agrees", "declines":
		_, err = g.e.Accord(ctx, by, g.id, m.Offer, words[1] == "agrees")
	case "on":
		_, err = g.e.EndBreak(ctx, by, g.id)
	case "draw":
		_, err = g.e.OfferDrawIn(ctx, by, g.id)
	case "undo":
		_, err = g.e.TakebackAt(ctx, by, g.id, m.Turn)
	case "resign":
		_, err = g.e.Resign(ctx, by, g.id)
	default:
		_, err = g.e.Step(ctx, by, g.id, m.Turn, move(words[1]))
	}
	if err != nil {
		return err
	}
	for _, p := range []id.Player{"mei", "tom"} { // as their job does
		if err := g.e.ApplyVacation(ctx, p); err != nil {
			return err
		}
	}
	g.seen()
	return g.premoves()
}

// premoves plays a move that was kept, if it is due.
func (g *timedGame) premoves() error {
	if m := g.now(); m.Next.Kind == match.PlayPremove {
		if _, err := g.e.PlayPremove(g.t.Context(), g.id, m.Turn); err != nil {
			return err
		}
		g.seen()
	}
	return nil
}

// passes lets time pass, with what is due of the game meanwhile.
func (g *timedGame) passes(d time.Duration) {
	g.t.Helper()
	end := g.e.time().Add(d)
	for {
		m := g.now()
		if m.Next.Kind == match.Nothing || m.Next.Due.After(end) {
			break
		}
		if wait := m.Next.Due.Sub(g.e.time()); wait > 0 {
			g.e.pass(wait)
		}
		var err error
		switch m.Next.Kind {
		case match.Warn:
			_, err = g.e.Warn(g.t.Context(), g.id)
		case match.Flag:
			_, err = g.e.Flag(g.t.Context(), g.id)
		case match.EndRest:
			_, err = g.e.EndRest(g.t.Context(), &m)
		default:
			g.t.Fatalf("%v is due", m.Next)
		}
		if err != nil {
			g.t.Fatalf("%v: %v", m.Next, err)
		}
		g.seen()
	}
	g.e.pass(end.Sub(g.e.time()))
}

// state tells how the game stands: whose clock falls in how long, or until when it stands, or how it ended.
func (g *timedGame) state() string {
	g.t.Helper()
	m, now := g.now(), g.e.time()
	if m.Status == match.Ended {
		return m.Outcome.Result.String() + " " + m.Outcome.Method.String()
	}
	text := m.ToMove().String()
	fall, timed := m.FlagAt(now)
	if !timed {
		return text + " untimed"
	}
	if until, rests := m.RestUntil(m.ToMove(), now); rests {
		if m.Next != (match.Act{Kind: match.EndRest, Due: until}) {
			g.t.Errorf("while %s rests, the next act is %v", text, m.Next)
		}
		text += " rests " + until.Sub(now).String() + ","
	} else if m.Next.Kind != match.Warn && m.Next.Kind != match.Flag {
		g.t.Errorf("next: %v", m.Next)
	}
	return text + " falls " + fall.Sub(now).String()
}

// The clock of who rests stands, and that of who does not runs on, at the worst hours.
func TestRestUntil(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"on one's own turn", "+20h\nmei away 5\n+48h", "red rests 72h0m0s, falls 124h0m0s"},
		{"the clock runs again on its day", "+20h\nmei away 5\n+121h", "red falls 51h0m0s"},
		{"the flag falls after it", "+20h\nmei away 5\n+173h", "0-1 timeout"},
		{"not in the last quarter", "+54h\nmei away 5 !little time", "red falls 18h0m0s"},
		{"just before the last quarter", "+53h59m\nmei away 1", "red rests 24h0m0s, falls 42h1m0s"},
		{"not on a flag that has fallen and is not noticed", "later 80h\nmei away 3 !little time", "0-1 timeout"},
		{"not under an old warning", "+71h\nmei away 3 !little time\n+2h", "0-1 timeout"},
		{"the other's clock runs on", "tom away 5\n+73h", "0-1 timeout"},
		{"a move during it starts no clock", "tom away 5\n+24h\nmei h2e2\n+24h", "black rests 72h0m0s, falls 144h0m0s"},
		{"a move at its last minute", "tom away 1\n+23h59m\nmei h2e2\n+1m", "black falls 72h0m0s"},
		{"a move after it", "tom away 1\n+25h\nmei h2e2\n+1h", "black falls 71h0m0s"},
		{"both", "mei away 5\ntom away 2\n+72h", "red rests 48h0m0s, falls 120h0m0s"},
		{"both, and one comes back by a move", "mei away 5\ntom away 9\n+72h\nmei h2e2\n+1h", "black rests 143h0m0s, falls 215h0m0s"},
		{"ended by its owner", "+20h\nmei away 5\n+24h\nmei back\n+1h", "red falls 51h0m0s"},
		{"ended by its owner, while the other thinks", "tom away 5\n+24h\ntom back\nmei h2e2\n+1h", "black falls 71h0m0s"},
		{"ended twice", "mei away 5\nmei back\nmei back !not on vacation", "red falls 72h0m0s"},
		{"a kept move ends none", "tom keeps h9g7\ntom away 5\n+1h\nmei h2e2\nmei h0g2\n+1h", "black rests 118h0m0s, falls 190h0m0s"},
		{"a kept line ends none", "tom lines h2e2 h9g7 h0g2 i9h9\ntom away 5\n+1h\nmei h2e2\nmei h0g2\nmei i0h0\n+1h",
			"black rests 118h0m0s, falls 190h0m0s"},
		{"longer", "mei away 5\n+24h\nmei away 9", "red rests 216h0m0s, falls 288h0m0s"},
		{"shorter", "mei away 5\n+24h\nmei away 1", "red rests 24h0m0s, falls 96h0m0s"},
		{"no days", "mei away 0 !a vacation has\nmei away 31 !a vacation has", "red falls 72h0m0s"},
		{"a break", "+20h\ntom asks 7\nmei agrees\n+100h", "red rests 68h0m0s, falls 120h0m0s"},
		{"a break is over on its day", "+20h\ntom asks 7\nmei agrees\n+169h", "red falls 51h0m0s"},
		{"a break that is declined", "+20h\ntom asks 7\nmei declines\ntom asks 7 !answered", "red falls 52h0m0s"},
		{"a break that nobody answers", "tom asks 7\n+73h", "0-1 timeout"},
		{"a break that a move ends before it began", "tom asks 7\nmei h2e2\nmei agrees !over", "black falls 72h0m0s"},
		{"a break too long", "tom asks 15 !1 to 14\ntom asks 0 !1 to 14", "red falls 72h0m0s"},
		{"a break in the last quarter", "+60h\nmei asks 2\ntom agrees\n+49h", "red falls 11h0m0s"},
		{"a break in a break", "tom asks 2\nmei agrees\nmei asks 3 !break already", "red rests 48h0m0s, falls 120h0m0s"},
		{"one wants to go on", "tom asks 7\nmei agrees\nmei on\nmei on !already\n+24h", "red rests 144h0m0s, falls 216h0m0s"},
		{"both want to go on", "+20h\ntom asks 7\nmei agrees\n+24h\nmei on\ntom on\n+1h", "red falls 51h0m0s"},
		{"nobody is on a break", "mei on !moved on", "red falls 72h0m0s"},
		{"a move in a break ends none", "tom asks 2\nmei agrees\n+1h\nmei h2e2", "black rests 47h0m0s, falls 119h0m0s"},
		{"a break in a vacation", "mei away 5\n+24h\nmei asks 1\ntom agrees\n+25h", "red rests 71h0m0s, falls 143h0m0s"},
		{"a vacation in a break", "tom asks 2\nmei agrees\n+1h\nmei away 5\n+47h", "red rests 73h0m0s, falls 145h0m0s"},
		{"a vacation that ends in a break", "tom asks 4\nmei agrees\nmei away 5\n+1h\nmei back\n+1h", "red rests 94h0m0s, falls 166h0m0s"},
		{"a break that ends in a vacation", "tom asks 7\nmei agrees\nmei away 5\n+1h\nmei on\ntom on\n+1h",
			"red rests 118h0m0s, falls 190h0m0s"},
		{"a takeback", "tom away 5\nmei h2e2\n+1h\nmei undo\ntom agrees\n+1h", "red falls 71h0m0s"},
		{"a takeback to who rests", "mei h2e2\nmei away 5\n+1h\nmei undo\ntom agrees\n+1h", "red rests 118h0m0s, falls 190h0m0s"},
		{"a draw", "mei away 5\n+1h\ntom draw\nmei agrees", "1/2-1/2 agreement"},
		{"a resignation", "mei away 5\n+1h\nmei resign", "0-1 resignation"},
		{"the machine's clock is set back in it", "+20h\nmei away 5\n+10h\nlater -15h\n+1h", "red rests 124h0m0s, falls 176h0m0s"},
		{"the machine's clock is set back before it", "+20h\nmei away 5\nlater -10h\n+1h\nmei away 2", "red rests 48h0m0s, falls 100h0m0s"},
		{"the machine's clock is set forward over its day", "+20h\nmei away 1\nlater 30h", "red falls 46h0m0s"},
		{"the machine's clock is set back after it", "+20h\nmei away 1\n+30h\nlater -4h\n+1h\nmei away 3", "red rests 72h0m0s, falls 121h0m0s"},
		{"the machine's clock is set back after a break", "tom asks 2\nmei agrees\n+50h\nlater -1h\n+1h", "red falls 70h0m0s"},
		{"the machine's clock is set back to before a break's end", "tom asks 2\nmei agrees\n+50h\nlater -5h\n+1h", "red falls 74h0m0s"},
		{"the bot was away over its day", "+20h\nmei away 1\n+23h\nbot away\n+2h\nbot back", "red falls 51h0m0s"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := startTimed(t, newEnv(t), "3d", meiAgainstTom)
			g.script(c.script)
			g.passes(0)
			if got := g.state(); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// A rest that ends while the bot is away is no reason to charge the absence after it: nobody could move then. The job of its end may come
// before or after the clocks are adjusted.
func TestRestEndsWhileAway(t *testing.T) {
	for _, rest := range []string{"mei away 1", "tom asks 1\nmei agrees"} {
		for _, first := range []bool{false, true} {
			e := newEnv(t)
			g := startTimed(t, e, "3d", meiAgainstTom)
			g.script("+20h\n" + rest + "\n+14h\nbot away")
			gone := e.time()
			g.script("later 30h")
			if first {
				g.passes(0)
			}
			if _, err := e.DeductAbsence(t.Context(), g.id, gone, e.time()); err != nil {
				t.Fatal(err)
			}
			g.script("bot back")
			g.passes(0)
			if got, want := g.state(), "red falls 52h0m0s"; got != want {
				t.Errorf("%q, its end before: %v: %s, want %s", rest, first, got, want)
			}
		}
	}
}

// A vacation is one for all games by days, also for those that begin meanwhile, and a move in one of them ends it in all. Elsewhere it
// changes nothing.
func TestVacationInAllGames(t *testing.T) {
	e := newEnv(t)
	one, two := startTimed(t, e, "3d", meiAgainstTom), startTimed(t, e, "5d", meiAgainstTom)
	live := startTimed(t, e, "5+3", meiAgainstTom)
	ring := &timedGame{t, e, e.paired(t, "3d", false)}
	cup := &timedGame{t, e, e.paired(t, "3d", true)}
	e.switchOff(t, "park")
	park := e.inGuild(t, "3d", "park")
	for _, g := range []*timedGame{ring, cup} {
		g.seen()
	}
	one.script("mei away 5")
	late := startTimed(t, e, "3d", meiAgainstTom)
	for name, c := range map[string]struct {
		g    *timedGame
		want string
	}{"a game": {one, "red rests 120h0m0s, falls 192h0m0s"}, "another": {two, "red rests 120h0m0s, falls 240h0m0s"},
		"live": {live, "red untimed"}, "arranged": {ring, "red falls 72h0m0s"},
		"arranged, and allowed":    {cup, "red rests 120h0m0s, falls 192h0m0s"},
		"where it is switched off": {park, "red falls 72h0m0s"}, "begun meanwhile": {late, "red rests 120h0m0s, falls 192h0m0s"}} {
		if got := c.g.state(); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	live.moves("h2e2", 0)
	if got := one.state(); !strings.Contains(got, "rests") {
		t.Error("a move in a live game ends it")
	}
	one.script("+24h\nmei h2e2")
	if v, left, err := e.Vacation(t.Context(), "mei"); err != nil || v != (match.Vacation{}) || left != match.VacationDays-1 {
		t.Errorf("after a move: %v, %d days left, %v", v, left, err)
	}
	two.seen()
	if got := two.state(); got != "red falls 120h0m0s" {
		t.Error("in the other game", got)
	}
}

// switchOff switches vacations off on a server.
func (e *env) switchOff(t testing.TB, in id.Guild) {
	t.Helper()
	off := guild.Edit{Switched: map[string]bool{match.VacationFeature: false}}
	if _, err := guild.New(e.db).Edit(t.Context(), in, off); err != nil {
		t.Fatal(err)
	}
}

// paired starts a game that somebody has arranged.
func (e *env) paired(t testing.TB, clock string, rests bool) id.Match {
	t.Helper()
	timing, _ := match.ParseTimeControl(clock)
	m, err := of(e.Service.Start(t.Context(), e.from("linh", match.FromCommand), match.Terms{Mode: match.Paired, Channel: e.newChannel(),
		Seats: meiAgainstTom, Position: game.Start(), TimeControl: timing, Rests: rests}))
	if err != nil {
		t.Fatal(err)
	}
	return m.ID
}

// inGuild starts a game of Mei against Tom on a server.
func (e *env) inGuild(t testing.TB, clock string, in id.Guild) *timedGame {
	t.Helper()
	timing, _ := match.ParseTimeControl(clock)
	m, err := of(e.Start(t.Context(), e.from("mei", match.FromCommand), match.Terms{Guild: in, Channel: e.newChannel(),
		Seats: meiAgainstTom, Position: game.Start(), TimeControl: timing}))
	if err != nil {
		t.Fatal(err)
	}
	g := &timedGame{t, e, m.ID}
	g.seen()
	return g
}

// What has been promised stands: a server that switches vacations off ends none that has begun.
func TestVacationOutlivesSwitchOff(t *testing.T) {
	e := newEnv(t)
	g := e.inGuild(t, "3d", "park")
	g.script("mei away 5")
	e.switchOff(t, "park")
	g.script("+24h")
	if err := e.ApplyVacation(t.Context(), "mei"); err != nil {
		t.Fatal(err)
	}
	if got := g.state(); got != "red rests 96h0m0s, falls 168h0m0s" {
		t.Error(got)
	}
	g.script("mei back\nmei away 5")
	if got := g.state(); got != "red falls 72h0m0s" {
		t.Error("a new one:", got)
	}
}

// In games that somebody has arranged, and without days, nobody agrees on a break either.
func TestBreakOnlyByDays(t *testing.T) {
	e := newEnv(t)
	for name, g := range map[string]*timedGame{"live": startTimed(t, e, "5+3", meiAgainstTom),
		"no clock": startTimed(t, e, "none", meiAgainstTom), "arranged": {t, e, e.paired(t, "3d", false)}} {
		if _, err := e.OfferBreak(t.Context(), e.from("mei", match.FromCard), g.id, 3); !errors.Is(err, match.ErrRestNotAllowed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := e.OfferBreak(t.Context(), e.from("mei", match.FromCard), e.paired(t, "3d", true), 3); err != nil {
		t.Error("arranged, and allowed:", err)
	}
}

// The days of a year, by UTC: those that have begun count, for the year in which they begin.
func TestVacationDays(t *testing.T) {
	at := func(text string) time.Time {
		one, err := time.Parse("2006-01-02 15:04", text)
		if err != nil {
			t.Fatal(err)
		}
		return one
	}
	for _, c := range []struct {
		begun, until string
		first, next  int
	}{
		{"2026-12-28 12:00", "2027-01-02 12:00", 4, 1},
		{"2026-12-28 00:00", "2027-01-02 00:00", 4, 1},
		{"2026-12-31 23:59", "2027-01-01 23:59", 1, 0},
		{"2027-01-01 00:00", "2027-01-02 00:00", 0, 1},
		{"2026-05-01 10:00", "2026-05-01 10:00", 0, 0},
		{"2026-05-01 10:00", "2026-05-01 10:01", 1, 0},
		{"2026-05-01 10:00", "2026-05-03 10:01", 3, 0},
	} {
		all := []match.Vacation{{Begun: at(c.begun), Until: at(c.until)}}
		if first, next := match.DaysTaken(all, 2026), match.DaysTaken(all, 2027); first != c.first || next != c.next {
			t.Errorf("%s to %s: %d and %d days, want %d and %d", c.begun, c.until, first, next, c.first, c.next)
		}
	}
}

// A year has so many days; those of a vacation over New Year are taken from both.
func TestVacationBudget(t *testing.T) {
	e := newEnv(t) // on 20 November 2026 at noon
	by := func() match.Actor { return e.from("mei", match.FromCommand) }
	take := func(days int, year, left int) {
		t.Helper()
		_, _, err := e.TakeVacation(t.Context(), by(), days)
		var few *match.DaysError
		switch errors.As(err, &few); {
		case year == 0 && err != nil:
			t.Fatalf("%d days: %v", days, err)
		case year != 0 && (few == nil || *few != match.DaysError{Year: year, Left: left}):
			t.Fatalf("%d days: %v, want %d days of %d left", days, err, left, year)
		}
	}
	end := func(left int) {
		t.Helper()
		if err := e.EndVacation(t.Context(), by()); err != nil {
			t.Fatal(err)
		}
		if _, n, err := e.Vacation(t.Context(), "mei"); n != left || err != nil {
			t.Fatalf("%d days left, want %d, %v", n, left, err)
		}
	}
	take(30, 0, 0)
	e.pass(25 * time.Hour)
	end(28) // the second day has begun
	take(29, 2026, 28)
	take(28, 0, 0)
	take(29, 2026, 28) // longer, while it lasts
	e.pass(time.Hour)
	end(27)
	e.pass(30 * 24 * time.Hour) // 21 December, 14:00
	take(30, 0, 0)              // 11 days of this year, 19 of the next
	e.pass(20 * 24 * time.Hour) // 10 January
	end(21)
	take(22, 2027, 21)
	take(21, 0, 0)
	e.pass(22 * 24 * time.Hour)
	if v, left, err := e.Vacation(t.Context(), "mei"); v != (match.Vacation{}) || left != 0 || err != nil {
		t.Errorf("in February: %v, %d days left, %v", v, left, err)
	}
	take(1, 2027, 0)
}

// A vacation and a break last as many days as were asked for, although time passes while they are stored.
func TestDaysOfRestWhileTimePasses(t *testing.T) {
	e := newEnv(t)
	g := startTimed(t, e, "3d", meiAgainstTom)
	e.tick = time.Millisecond
	v, _, err := e.TakeVacation(t.Context(), e.from("mei", match.FromCommand), 3)
	if lasts := v.Until.Sub(v.Begun); err != nil || lasts != 72*time.Hour {
		t.Errorf("a vacation of 3 days lasts %v, %v", lasts, err)
	}
	if _, left, err := e.Vacation(t.Context(), "mei"); err != nil || left != match.VacationDays-3 {
		t.Errorf("%d days left, %v", left, err)
	}
	if _, err := e.OfferBreak(t.Context(), e.from("tom", match.FromCommand), g.id, 7); err != nil {
		t.Errorf("a break: %v", err)
	}
}

// A process that dies once a vacation has begun, or ended, leaves a job behind, from which another goes on; until then nothing is lost.
func TestVacationSurvivesAKill(t *testing.T) {
	e := newEnv(t)
	g := startTimed(t, e, "3d", meiAgainstTom)
	e.pass(50 * time.Hour)
	if _, in, err := e.TakeVacation(t.Context(), e.from("mei", match.FromCommand), 5); err != nil || len(in) != 1 {
		t.Fatal(len(in), err)
	}
	jobs := func() (n int) {
		t.Helper()
		row := e.db.Read().Row(t.Context(), `SELECT COUNT(*) FROM jobs WHERE job = ? AND id = 'mei'`, match.VacationJob)
		if err := row.Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if jobs() != 1 {
		t.Error("nobody would tell the games that it has begun")
	}
	again := match.NewService(e.db)
	for range 2 {
		if err := again.ApplyVacation(t.Context(), "mei"); err != nil {
			t.Fatal(err)
		}
	}
	if got := g.state(); got != "red rests 120h0m0s, falls 142h0m0s" {
		t.Error(got)
	}
	if m := g.now(); m.Rev != 3 {
		t.Errorf("told twice, it is at revision %d", m.Rev)
	}
	// What an older version reads: a clock that begins to run when the vacation is over, and no act before.
	var since, due int64
	until := e.time().Add(5 * 24 * time.Hour).UnixMilli()
	row := e.db.Read().Row(t.Context(), `SELECT clock_since, (SELECT due_at FROM jobs WHERE jobs.id = matches.id AND slot = 'next')
		FROM matches WHERE id = ?`, string(g.id))
	if err := row.Scan(&since, &due); err != nil || since != until || due < until {
		t.Errorf("the clock runs from %d, something is due at %d, want %d: %v", since, due, until, err)
	}
}

// Two processes at once: however a vacation and its end meet, all games know in the end what is stored of the player.
func TestVacationOfTwoProcesses(t *testing.T) {
	e := newEnv(t)
	var games []*timedGame
	for range 3 {
		games = append(games, startTimed(t, e, "3d", meiAgainstTom))
	}
	other := match.NewService(e.db)
	for round := range 8 {
		if _, _, err := e.TakeVacation(t.Context(), e.from("mei", match.FromCommand), 2); err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		do := func(f func() error) {
			all.Go(func() {
				if err := f(); err != nil && !errors.Is(err, match.ErrNoVacation) {
					t.Error(err)
				}
			})
		}
		do(func() error { return e.ApplyVacation(t.Context(), "mei") })
		if end := e.from("mei", match.FromCommand); round%2 == 0 {
			do(func() error { return other.EndVacation(t.Context(), end) })
		}
		do(func() error { return other.ApplyVacation(t.Context(), "mei") })
		all.Wait()
		if err := other.ApplyVacation(t.Context(), "mei"); err != nil { // as the job does that the end has put
			t.Fatal(err)
		}
		v, _, err := e.Vacation(t.Context(), "mei")
		if err != nil {
			t.Fatal(err)
		}
		for i, g := range games {
			m := g.now()
			if until, rests := m.OnVacation(game.Red, e.time()); rests != (v != match.Vacation{}) || rests && !until.Equal(v.Until) {
				t.Errorf("game %d rests until %v (%v), the vacation is %v", i, until, rests, v)
			}
		}
		e.pass(time.Minute)
	}
}

// A rest in a round of a tournament is over at its last moment, whatever is left of a vacation, and none begins after it; the vacation
// itself goes on elsewhere.
func TestLastRest(t *testing.T) {
	day := func(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }
	for _, c := range []struct{ name, script, want string }{
		{"a vacation is cut", "+20h\nmei away 20\n+48h", "red rests 268h0m0s, falls 320h0m0s"},
		{"one that ends before is not", "+20h\nmei away 5\n+48h", "red rests 72h0m0s, falls 124h0m0s"},
		{"then the clock runs", "+20h\nmei away 20\n+317h", "red falls 51h0m0s"},
		{"and its flag falls", "+20h\nmei away 20\n+369h", "0-1 timeout"},
		{"none begins after it", "later 335h\nmei h2e2\n+2h\ntom away 3", "black falls 70h0m0s"},
		{"begun shortly before", "later 334h\nmei h2e2\n+1h\ntom away 3", "black rests 1h0m0s, falls 72h0m0s"},
		{"a move just in time after it", "+1h\nmei away 20\n+405h\nmei h2e2", "black falls 72h0m0s"},
		{"longer, while it lasts", "mei away 3\n+24h\nmei away 20", "red rests 312h0m0s, falls 384h0m0s"},
		{"shorter, while it lasts", "mei away 20\n+24h\nmei away 3", "red rests 72h0m0s, falls 144h0m0s"},
		{"a break that fits", "tom asks 13\nmei agrees", "red rests 312h0m0s, falls 384h0m0s"},
		{"a break that is too long", "+25h\ntom asks 14 !breaks end", "red falls 47h0m0s"},
		{"a break that is agreed on late", "tom asks 14\n+48h\nmei agrees", "red rests 288h0m0s, falls 312h0m0s"},
		{"no break after it", "tom asks 14\nmei agrees\n+337h\nmei asks 1 !clock", "red falls 71h0m0s"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newEnv(t)
			timing, _ := match.ParseTimeControl("3d")
			m, err := of(e.Service.Start(t.Context(), e.from("linh", match.FromCommand), match.Terms{Mode: match.Paired,
				Channel: e.newChannel(), Seats: meiAgainstTom, Position: game.Start(), TimeControl: timing, Rests: true,
				LastRest: e.time().Add(day(14))}))
			if err != nil {
				t.Fatal(err)
			}
			g := &timedGame{t, e, m.ID}
			if !strings.HasPrefix(c.script, "later") { // else the board is shown with the move
				g.seen()
			}
			g.script(c.script)
			g.passes(0)
			if got := g.state(); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// A vacation that a round cuts is over in that game only: a move there ends it no longer, and in the other games its clocks stand.
func TestLastRestElsewhere(t *testing.T) {
	e := newEnv(t)
	cup := &timedGame{t, e, e.paired(t, "3d", true)}
	cup.seen()
	other := startTimed(t, e, "3d", meiAgainstTom)
	timing, _ := match.ParseTimeControl("3d")
	m, err := of(e.Service.Start(t.Context(), e.from("linh", match.FromCommand), match.Terms{Mode: match.Paired, Channel: e.newChannel(),
		Seats: meiAgainstTom, Position: game.Start(), TimeControl: timing, Rests: true, LastRest: e.time().Add(24 * time.Hour)}))
	if err != nil {
		t.Fatal(err)
	}
	round := &timedGame{t, e, m.ID}
	round.seen()
	round.script("mei away 5\n+25h\nmei h2e2")
	for name, g := range map[string]*timedGame{"a game": other, "a tournament without rounds": cup} {
		if got := g.state(); got != "red rests 95h0m0s, falls 167h0m0s" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// However vacations, breaks, moves and hours follow each other, nobody gets more time for a move than the clock gives, or less: what
// passes while they do not rest is counted, and nothing else; and no vacation begins in the last quarter. A model counts beside it.
func TestRestsGiveNoTime(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	ends, refused := 0, 0
	for round := range 16 {
		g := startTimed(t, newEnv(t), "3d", meiAgainstTom)
		players := [2]string{"mei", "tom"}
		var used, hour int // of the move, and in all
		var away, on [2]int
		rest := func(side game.Color) bool { return away[side] > hour || on[0] > hour }
		var log []string
		do := func(words ...string) error { log = append(log, strings.Join(words, " ")); return g.step(words) }
		for range 40 {
			m := g.now()
			side := m.ToMove()
			who := r.IntN(2)
			switch n := r.IntN(12); {
			case n < 6:
				pass := 1 + r.IntN(30)
				log = append(log, "+"+strconv.Itoa(pass)+"h")
				for range pass {
					if !rest(side) {
						used++
					}
					hour++
				}
				g.passes(time.Duration(pass) * time.Hour)
			case n < 8:
				days := 1 + r.IntN(4)
				late, free := used >= 54 && side == game.Color(who) && !rest(side), g.now().Status == match.Open
				err := do(players[who], "away", strconv.Itoa(days))
				var few *match.DaysError
				switch {
				case errors.As(err, &few):
				case late != (err != nil) && free:
					t.Fatalf("round %d, %d hours used: %v\n%s", round, used, err, strings.Join(log, "\n"))
				case err == nil:
					away[who] = hour + 24*days
				default:
					refused++
				}
			case n == 8:
				if do(players[who], "back") == nil {
					away[who] = hour
				}
			case n == 9:
				days := 1 + r.IntN(3)
				if do(players[who], "asks", strconv.Itoa(days)) == nil && do(players[1-who], "agrees") == nil {
					on[0] = hour + 24*days
				}
			case n == 10 && on[0] > hour:
				if do("mei", "on") == nil && do("tom", "on") == nil {
					on[0] = hour
				}
			default:
				all := m.Game.Position().LegalMoves(nil)
				if do(players[side], all[r.IntN(len(all))].String()) == nil {
					away[side], used = min(away[side], hour), 0
				}
			}
			now := g.now()
			if now.Status == match.Ended && now.Outcome.Method != game.Timeout {
				break
			}
			if fell := used > 72; used != 72 && fell != (now.Status == match.Ended) { // at 72 it is about to
				t.Fatalf("round %d: %d hours used, %s\n%s", round, used, g.state(), strings.Join(log, "\n"))
			}
			if now.Status == match.Ended {
				ends++
				break
			}
			if fall, timed := now.FlagAt(g.e.time()); timed && !rest(now.ToMove()) {
				if left := fall.Sub(g.e.time()); left != time.Duration(72-used)*time.Hour {
					t.Fatalf("round %d: %v are left, %d hours used\n%s", round, left, used, strings.Join(log, "\n"))
				}
			}
		}
	}
	t.Logf("%d flags fell, %d vacations were refused", ends, refused)
	if ends == 0 || refused == 0 {
		t.Error("too little happened")
	}
}
