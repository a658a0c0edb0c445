package match_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store/scheduler"
	"yeye/bot/store/shards"
	"yeye/game"
)

// timedGame is a game between Mei (Red) and Tom whose board is seen at once after
// each change.
type timedGame struct {
	t  testing.TB
	e  *env
	id id.Match
}

func startTimed(t testing.TB, e *env, clock string, seats [2]match.Seat) *timedGame {
	t.Helper()
	timing, ok := match.ParseTimeControl(clock)
	if !ok {
		t.Fatalf("no clock %q", clock)
	}
	m, err := of(e.Start(t.Context(), e.from("mei", match.FromCommand), match.Terms{Channel: e.newChannel(), Seats: seats, Position: game.Start(), TimeControl: timing}))
	if err != nil {
		t.Fatal(err)
	}
	g := &timedGame{t, e, m.ID}
	g.seen()
	return g
}

func (g *timedGame) now() match.Match {
	g.t.Helper()
	m, err := g.e.Get(g.t.Context(), g.id)
	if err != nil {
		g.t.Fatal(err)
	}
	return m
}

// seen posts the board of the turn, if a clock waits for it.
func (g *timedGame) seen() {
	g.t.Helper()
	m := g.now()
	if !m.ClockWaits() {
		return
	}
	shown, err := g.e.Shown(g.t.Context(), g.id, m.Turn, g.e.time())
	if err != nil {
		g.t.Fatal(err)
	}
	if shown.Match.Rev != m.Rev+1 || shown.Verb != match.ClockBegan || !shown.Match.Touched.Equal(m.Touched) {
		g.t.Errorf("that the clock runs is %q: rev %d→%d, touched %v→%v", shown.Verb, m.Rev, shown.Match.Rev, m.Touched, shown.Match.Touched)
	}
}

// moves plays for the side to move after a time, and shows the board.
func (g *timedGame) moves(text string, after time.Duration) match.Match {
	g.t.Helper()
	g.e.pass(after)
	m := g.now()
	by := g.e.from(m.Seats[m.ToMove()].Player, match.FromText)
	m, err := of(g.e.Step(g.t.Context(), by, g.id, m.Turn, move(text)))
	if err != nil {
		g.t.Fatalf("%s: %v", text, err)
	}
	g.seen()
	return g.now()
}

func (g *timedGame) wantLeft(red, black time.Duration) {
	g.t.Helper()
	m, now := g.now(), g.e.time()
	if r, b := m.LeftAt(game.Red, now), m.LeftAt(game.Black, now); r != red || b != black {
		g.t.Errorf("left: %v and %v, want %v and %v", r, b, red, black)
	}
}

func TestTimeControlRoundTrip(t *testing.T) {
	for _, timing := range match.TimeControls() {
		if got, ok := match.ParseTimeControl(timing.String()); !ok || got != timing {
			t.Errorf("%s is read as %v", timing, got)
		}
	}
	for _, text := range []string{"", "0d", "15d", "-1d", "d", "0+5", "5", "5+", "+3", "5+-1", "999+1", "x+y", "5+3+1", "5+0/", "5+0/9", "5+0/601", "5+0b", "5+0b9", "5+3b30", "5+0b30/60", "5+0/60/60", "3d/60", "none/60"} {
		if got, ok := match.ParseTimeControl(text); ok {
			t.Errorf("%q is read as %v", text, got)
		}
	}
	if n := len(match.TimeControls()); n > 25 {
		t.Errorf("%d choices are more than Discord shows", n)
	}
}

func TestLiveClock(t *testing.T) {
	g := startTimed(t, newEnv(t), "5+3", meiAgainstTom)
	// The first move of each is free, and nothing is added for it.
	g.moves("h2e2", time.Minute)
	m := g.moves("h9g7", time.Minute)
	g.wantLeft(5*time.Minute, 5*time.Minute)
	if m.Next.Kind != match.Warn || !m.Next.Due.Equal(g.e.time().Add(4*time.Minute+30*time.Second)) {
		t.Errorf("then %v", m.Next)
	}
	g.moves("h0g2", 10*time.Second)
	g.wantLeft(4*time.Minute+53*time.Second, 5*time.Minute)
	g.moves("i9h9", time.Second)
	g.wantLeft(4*time.Minute+53*time.Second, 5*time.Minute+2*time.Second)
}

// Clocks that limit single moves: the base is charged as usual, and the flag falls when a turn has used up its time, either the
// limit of every move or that of moves without a base.
func TestLimitedClocks(t *testing.T) {
	const s = time.Second
	for _, c := range []struct {
		name, clock string
		thinks      []time.Duration // Red's moves after the free one; Black answers after a second
		left, falls time.Duration   // Red's then, and when its flag falls
	}{
		{"at most so long for a move", "10+0/60", []time.Duration{59 * s}, 541 * s, 60 * s},
		{"the base is less than that", "1+0/60", []time.Duration{40 * s}, 20 * s, 20 * s},
		{"added for a move, with a limit", "10+5/60", []time.Duration{30 * s}, 575 * s, 60 * s},
		{"a byoyomi behind the base", "1+0b30", []time.Duration{40 * s}, 20 * s, 50 * s},
		{"in the byoyomi", "1+0b30", []time.Duration{80 * s}, 0, 30 * s},
		{"again in the byoyomi", "1+0b30", []time.Duration{80 * s, 29 * s, 29 * s}, 0, 30 * s},
		{"both, while the base lasts", "2+0/60b30", []time.Duration{50 * s}, 70 * s, 60 * s},
		{"both, at the end of the base", "2+0/60b30", []time.Duration{50 * s, 50 * s}, 20 * s, 50 * s},
		{"both, without the base", "2+0/60b30", []time.Duration{50 * s, 59 * s, 40 * s}, 0, 30 * s},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := startTimed(t, newEnv(t), c.clock, meiAgainstTom)
			red, black := []string{"h0g2", "g2h0", "h0g2"}, []string{"h9g7", "g7h9", "h9g7"}
			g.moves("b0c2", 0)
			g.moves("b9c7", 0)
			for i, think := range c.thinks {
				if m := g.moves(red[i], think); m.Status != match.Open {
					t.Fatalf("the flag fell in move %d", i+2)
				}
				g.moves(black[i], s)
			}
			m, now := g.now(), g.e.time()
			fall, ok := m.FlagAt(now)
			if left := m.LeftAt(game.Red, now); left != c.left || !ok || fall.Sub(now) != c.falls {
				t.Fatalf("%v left, the flag falls in %v (%v)", left, fall.Sub(now), ok)
			}
			if m.Next.Kind == match.Warn && m.Next.Due.After(fall.Add(-c.falls/6)) {
				t.Errorf("warned only %v before", fall.Sub(m.Next.Due))
			}
			// A stop in the middle neither takes nor adds time, except for the minimum after an absence.
			g.e.pass(2 * s)
			if _, err := g.e.DeductAbsence(t.Context(), g.id, g.e.time().Add(-s), g.e.time()); err != nil {
				t.Fatal(err)
			}
			m, now = g.now(), g.e.time()
			if fall, _ = m.FlagAt(now); fall.Sub(now) != max(c.falls-s, 15*s) {
				t.Errorf("after an absence the flag falls in %v", fall.Sub(now))
			}
			if m = g.moves(red[0], fall.Sub(now)); m.Status != match.Ended || !m.OutOfTime() || m.Outcome.Result != game.BlackWins {
				t.Errorf("a move too late: %v, %v", m.Status, m.Outcome)
			}
		})
	}
}

// From the board being seen to the answer's own time: the time between the move and the board, and between the answer and its
// arrival, costs nobody.
func TestSlowNetworkCostsNoTime(t *testing.T) {
	e := newEnv(t)
	g := startTimed(t, e, "5+3", meiAgainstTom)
	g.moves("h2e2", 0)
	m, err := of(e.Step(t.Context(), e.from("tom", match.FromText), g.id, g.now().Turn, move("h9g7")))
	if err != nil {
		t.Fatal(err)
	}
	e.pass(time.Minute) // the board has yet to be shown
	if m = g.now(); m.Next.Kind == match.Flag || m.Next.Kind == match.Warn {
		t.Errorf("a clock runs for a board that nobody has seen: %v", m.Next)
	}
	g.wantLeft(5*time.Minute, 5*time.Minute)
	g.seen()
	e.pass(time.Minute)
	by := e.from("mei", match.FromText)
	by.At = e.time().Add(-20 * time.Second) // when she wrote the message
	if _, err := e.Step(t.Context(), by, g.id, m.Turn, move("h0g2")); err != nil {
		t.Fatal(err)
	}
	g.wantLeft(4*time.Minute+23*time.Second, 5*time.Minute)
	g.seen()
	// An answer before the board is confirmed costs nothing.
	by = e.from("tom", match.FromText)
	by.At = e.time().Add(-time.Second)
	if _, err := e.Step(t.Context(), by, g.id, g.now().Turn, move("i9h9")); err != nil {
		t.Fatal(err)
	}
	g.wantLeft(4*time.Minute+23*time.Second, 5*time.Minute+3*time.Second)
}

func TestFlagFalls(t *testing.T) {
	const bare = "4k4/9/9/9/9/9/9/9/4A4/R3K4 b - - 0 1" // Black cannot win
	for _, c := range []struct {
		name, fen string
		black     bool // whose flag
		want      game.Outcome
	}{
		{"Red's", "", false, game.Outcome{Result: game.BlackWins, Method: game.Timeout}},
		{"Black's", "", true, game.Outcome{Result: game.RedWins, Method: game.Timeout}},
		{"Red's, and Black cannot win", bare, false, game.Outcome{Result: game.Draw, Method: game.Timeout}},
		{"Black's, and Black could not have won", bare, true, game.Outcome{Result: game.RedWins, Method: game.Timeout}},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newEnv(t)
			p := game.Start()
			moves := []string{"h2e2", "h9g7", "h0g2", "i9h9"}
			if c.fen != "" {
				var err error
				if p, err = game.ParseFEN(c.fen); err != nil {
					t.Fatal(err)
				}
				moves = []string{"e9f9", "a0a1", "f9f8", "a1a2"}
			}
			timing, _ := match.ParseTimeControl("5+3")
			m, err := of(e.Start(t.Context(), e.from("mei", match.FromCommand), match.Terms{Channel: room, Seats: meiAgainstTom, Position: p, TimeControl: timing}))
			if err != nil {
				t.Fatal(err)
			}
			g := &timedGame{t, e, m.ID}
			for _, mv := range moves {
				g.moves(mv, time.Second)
			}
			if now := g.now(); (now.ToMove() == game.Black) != c.black {
				g.moves(map[bool]string{true: "f8f9", false: "i0h0"}[c.fen != ""], time.Second)
			}
			fall, ok := g.sessionFlag()
			if !ok {
				t.Fatal("no flag can fall")
			}
			e.pass(fall.Sub(e.time()))
			if _, err := e.Flag(t.Context(), g.id); !errors.Is(err, match.ErrStale) {
				t.Errorf("without a warning, and before an answer on its way is in: %v", err)
			}
			if _, err := e.Warn(t.Context(), g.id); err != nil {
				t.Fatal(err)
			}
			if _, err := e.Flag(t.Context(), g.id); !errors.Is(err, match.ErrNotDue) {
				t.Errorf("before an answer on its way is in: %v", err)
			}
			e.pass(2 * time.Second)
			m, err = of(e.Flag(t.Context(), g.id))
			if err != nil || m.Status != match.Ended || m.Outcome != c.want || m.Next.Kind != match.Nothing {
				t.Fatalf("%v %+v, next %v, %v", m.Status, m.Outcome, m.Next, err)
			}
			if left := m.LeftAt(m.ToMove(), e.time()); left != 0 {
				t.Errorf("left: %v", left)
			}
		})
	}
}

func (g *timedGame) sessionFlag() (time.Time, bool) {
	m := g.now()
	return m.FlagAt(g.e.time())
}

// An answer counts by its own time, before the flag or after it, whenever it arrives.
func TestAnswerAtTheFlag(t *testing.T) {
	for _, c := range []struct {
		name string
		late time.Duration // after the fall
		ends bool
	}{{"in time", -time.Millisecond, false}, {"too late", 0, true}, {"much too late", time.Second, true}} {
		t.Run(c.name, func(t *testing.T) {
			e := newEnv(t)
			g := startTimed(t, e, "5+3", meiAgainstTom)
			g.moves("h2e2", 0)
			g.moves("h9g7", 0)
			fall, _ := g.sessionFlag()
			e.pass(fall.Sub(e.time()) + 1500*time.Millisecond)
			by := e.from("mei", match.FromCard)
			by.At = fall.Add(c.late)
			m, err := of(e.Step(t.Context(), by, g.id, g.now().Turn, move("h0g2")))
			if err != nil || (m.Status == match.Ended) != c.ends {
				t.Fatalf("%v %+v %v", m.Status, m.Outcome, err)
			}
			if c.ends && (m.Outcome != game.Outcome{Result: game.BlackWins, Method: game.Timeout} || m.Game.Ply() != 2) {
				t.Errorf("%+v after %d plies", m.Outcome, m.Game.Ply())
			}
			if !c.ends && m.LeftAt(game.Red, e.time()) != 3*time.Second+time.Millisecond {
				t.Errorf("left: %v", m.LeftAt(game.Red, e.time()))
			}
		})
	}
}

// A match that has changed since it was read for the due act is read again: nobody who has moved meanwhile loses by a flag.
func TestFlagOfAMatchReadEarlier(t *testing.T) {
	e := newEnv(t)
	g := startTimed(t, e, "5+3", meiAgainstTom)
	g.moves("h2e2", 0)
	g.moves("h9g7", 0)
	if _, err := e.Warn(t.Context(), g.id); !errors.Is(err, match.ErrNotDue) {
		t.Fatal(err)
	}
	e.pass(4*time.Minute + 40*time.Second)
	if _, err := e.Warn(t.Context(), g.id); err != nil {
		t.Fatal(err)
	}
	read := g.now()
	g.moves("h0g2", 10*time.Second)
	e.pass(time.Minute)
	if c, err := e.Service.Flag(t.Context(), &read); !errors.Is(err, match.ErrStale) || c.Match.Rev == read.Rev {
		t.Errorf("by what was read before: %v, of revision %d", err, c.Match.Rev)
	}
	if m := g.now(); m.Status != match.Open || m.Game.Ply() != 3 {
		t.Errorf("%v after %d plies", m.Status, m.Game.Ply())
	}
}

// An act due in one turn does nothing in the next.
func TestFlagOfAnotherTurn(t *testing.T) {
	e := newEnv(t)
	g := startTimed(t, e, "5+3", meiAgainstTom)
	g.moves("h2e2", 0)
	g.moves("h9g7", 0)
	fall, _ := g.sessionFlag()
	g.moves("h0g2", 4*time.Minute+50*time.Second)
	e.pass(fall.Sub(e.time()) + time.Minute)
	if m, err := of(e.Flag(t.Context(), g.id)); !errors.Is(err, match.ErrStale) {
		t.Errorf("Mei's flag while Tom is to move: %v, %v", m.Outcome, err)
	}
	// And a board of an earlier turn starts no clock.
	m := g.now()
	if _, err := e.Shown(t.Context(), g.id, m.Turn-1, e.time()); !errors.Is(err, match.ErrStale) {
		t.Errorf("an earlier board is shown: %v", err)
	}
	if _, err := e.Shown(t.Context(), g.id, m.Turn, e.time()); !errors.Is(err, match.ErrStale) {
		t.Errorf("the board is shown twice: %v", err)
	}
}

func TestDaysClock(t *testing.T) {
	const day = 24 * time.Hour
	e := newEnv(t)
	g := startTimed(t, e, "3d", meiAgainstTom)
	e.pass(day)
	g.wantLeft(2*day, 3*day)
	m := g.moves("h2e2", 0) // each turn has its full days
	g.wantLeft(3*day, 3*day)
	if m.Next.Kind != match.Warn {
		t.Fatalf("then %v", m.Next)
	}
	e.pass(m.Next.Due.Sub(e.time()))
	if m, err := of(e.Warn(t.Context(), g.id)); err != nil || m.Next.Kind != match.Flag || !m.Clock.Warned[game.Black] {
		t.Fatalf("warned: %v, %v", m.Next, err)
	}
	g.moves("h9g7", 0)
	if m = g.moves("h0g2", 0); m.Next.Kind != match.Warn {
		t.Errorf("in the next turn he is warned again: %v", m.Next)
	}
	// It is not adjourned: the flag falls.
	e.pass(3*day + time.Minute)
	if _, err := e.Warn(t.Context(), g.id); err != nil {
		t.Fatal(err)
	}
	if m, err := of(e.Flag(t.Context(), g.id)); err != nil || m.Outcome.Method != game.Timeout {
		t.Errorf("after three days: %+v, %v", m.Outcome, err)
	}
}

// The warning comes in time, and at an hour of day near the one at which the player was last active.
func TestWarningInTheDay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const day = 24 * time.Hour
		acted := time.Date(2026, 11, 20, rapid.IntRange(0, 23).Draw(t, "hour"), rapid.IntRange(0, 59).Draw(t, "minute"), 0, 0, time.UTC)
		since := acted.Add(time.Duration(rapid.Int64Range(0, int64(10*day)).Draw(t, "later")))
		days := rapid.IntRange(1, match.MaxDays).Draw(t, "days")
		at := match.WarnDue(acted, since, days)
		fall := since.Add(time.Duration(days) * day)
		if before := fall.Sub(at); before < 3*time.Hour || before > 23*time.Hour || at.Before(since) {
			t.Fatalf("warned %v before the end", before)
		}
		apart := at.Sub(acted) % day
		if apart > 2*time.Hour && apart < day-2*time.Hour {
			t.Fatalf("active at %v, warned at %v", acted, at)
		}
	})
}

// A live clock's warning comes once in a game: with time added for each move it would otherwise come repeatedly.
func TestLiveWarningOnce(t *testing.T) {
	e := newEnv(t)
	g := startTimed(t, e, "5+3", meiAgainstTom)
	g.moves("h2e2", 0)
	g.moves("h9g7", 0)
	e.pass(4*time.Minute + 30*time.Second)
	m, err := of(e.Warn(t.Context(), g.id))
	if err != nil || m.Next.Kind != match.Flag {
		t.Fatalf("%v, %v", m.Next, err)
	}
	g.moves("h0g2", 0)
	if m = g.moves("i9h9", 0); m.Next.Kind != match.Flag {
		t.Errorf("at %v left: %v", m.LeftAt(game.Red, e.time()), m.Next)
	}
}

// An absence of the bot is taken out of the clocks, and while it is away nothing is charged and no flag falls.
func TestAbsence(t *testing.T) {
	e := newEnv(t)
	g := startTimed(t, e, "5+3", meiAgainstTom)
	g.moves("h2e2", 0)
	g.moves("h9g7", 0)
	e.pass(time.Minute)
	gone := e.time()
	e.BeginAbsence(shards.Part{}, gone)
	e.pass(time.Hour)
	if _, err := e.Warn(t.Context(), g.id); !errors.Is(err, match.ErrNotDue) || !errors.Is(err, scheduler.ErrLater) || g.now().Clock.Warned[game.Red] {
		t.Errorf("the warning while away: %v", err)
	}
	skipped, err := e.DeductAbsence(t.Context(), g.id, gone, e.time())
	if err != nil || skipped.Verb != match.AbsenceDeducted {
		t.Fatalf("%q, %v", skipped.Verb, err)
	}
	e.EndAbsence(shards.Part{})
	g.wantLeft(4*time.Minute, 5*time.Minute)
	if _, err := e.DeductAbsence(t.Context(), g.id, gone, gone.Add(time.Minute)); !errors.Is(err, match.ErrStale) {
		t.Errorf("the same absence again: %v", err)
	}
	g.moves("h0g2", time.Minute)
	g.wantLeft(3*time.Minute+3*time.Second, 5*time.Minute)

	// A move that was made while it was away, or arrives before the clock is adjusted, is charged up to the beginning of the
	// absence.
	e.pass(time.Minute)
	e.BeginAbsence(shards.Part{}, e.time())
	e.pass(time.Hour)
	by := e.from("tom", match.FromText)
	by.At = e.time().Add(-time.Minute)
	if _, err := e.Step(t.Context(), by, g.id, g.now().Turn, move("i9h9")); err != nil {
		t.Fatal(err)
	}
	g.wantLeft(3*time.Minute+3*time.Second, 4*time.Minute+3*time.Second)
	e.EndAbsence(shards.Part{})

	// No flag falls immediately after an absence.
	g.seen()
	e.pass(3*time.Minute + 2*time.Second)
	if _, err := e.Warn(t.Context(), g.id); err != nil {
		t.Fatal(err)
	}
	gone = e.time()
	e.BeginAbsence(shards.Part{}, gone)
	e.pass(time.Hour)
	if _, err := e.Flag(t.Context(), g.id); !errors.Is(err, match.ErrNotDue) || !errors.Is(err, scheduler.ErrLater) {
		t.Errorf("the flag while away: %v", err)
	}
	if _, err := e.DeductAbsence(t.Context(), g.id, gone, e.time()); err != nil {
		t.Fatal(err)
	}
	g.wantLeft(15*time.Second, 4*time.Minute+3*time.Second)
}

// A game whose channel is found gone during an absence, or only when a flag falls there, is not lost when it is brought elsewhere.
// The player to move has the least time then, and no more, whether or not the flag had fallen.
func TestAdjournedWithTimeLeft(t *testing.T) {
	const day = 24 * time.Hour
	for _, c := range []struct {
		name, clock string
		thinks      time.Duration // before the absence, or before the channel is found gone
		away        time.Duration
		left        time.Duration
	}{
		{"in an absence", "5+3", 4*time.Minute + 40*time.Second, time.Hour, 20 * time.Second},
		{"just before the flag", "5+3", 4*time.Minute + 59*time.Second, 0, 15 * time.Second},
		{"at the flag", "5+3", 6 * time.Minute, 0, 15 * time.Second},
		{"with less than that for a move", "10+0/10", time.Minute, 0, 10 * time.Minute},
		{"in such a move", "10+0/10", 9 * time.Second, 0, 10 * time.Minute},
		{"in a byoyomi", "1+0b30", 80 * time.Second, 0, 0},
		{"with days, in an absence", "3d", 2*day - time.Hour, 2 * day, day + time.Hour},
		{"with days, just before the flag", "3d", 3*day - time.Second, 0, day},
		{"with days, at the flag", "3d", 4 * day, 0, day},
		{"with a day", "1d", 2 * day, 0, day},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newEnv(t)
			g := startTimed(t, e, c.clock, meiAgainstTom)
			g.moves("h2e2", 0)
			before := g.moves("h9g7", 0)
			e.pass(c.thinks)
			if c.away > 0 {
				e.BeginAbsence(shards.Part{}, e.time())
				e.pass(c.away)
			}
			if next := g.now().Next; next.Kind == match.Warn && c.away == 0 && !e.time().Before(next.Due) {
				if _, err := e.Warn(t.Context(), g.id); err != nil {
					t.Fatal(err)
				}
			}
			m, err := of(e.Suspend(t.Context(), g.id, before.Channel))
			if err != nil || m.Status != match.Adjourned || !m.Clock.Since.IsZero() || m.Clock.Days > 0 && m.Clock.Warned[game.Red] {
				t.Fatalf("%v %+v, %v", m.Status, m.Clock, err)
			}
			e.EndAbsence(shards.Part{})
			e.pass(time.Hour)
			for _, who := range []id.Player{"tom", "mei"} {
				if g.now().Status == match.Open { // with days it takes one of them
					break
				}
				if _, err := e.Resume(t.Context(), e.from(who, match.FromCard), g.id); err != nil {
					t.Fatal(err)
				}
			}
			g.seen()
			least := 15 * time.Second
			if limit := before.Clock.PerMove; limit > 0 {
				least = min(least, limit)
			}
			if fall, ok := g.sessionFlag(); !ok || fall.Sub(e.time()) < least {
				t.Errorf("the flag falls in %v", fall.Sub(e.time()))
			}
			if m, now := g.now(), e.time(); m.LeftAt(game.Red, now) != c.left || m.LeftAt(game.Black, now) != before.Clock.Left[game.Black] {
				t.Errorf("left: %v and %v", m.LeftAt(game.Red, now), m.LeftAt(game.Black, now))
			}
		})
	}
}

// A game that a moderator pauses keeps its time, and its clock waits until the board is seen again.
func TestPauseStopsTheClock(t *testing.T) {
	e := newEnv(t)
	g := startTimed(t, e, "5+3", meiAgainstTom)
	g.moves("h2e2", 0)
	g.moves("h9g7", 0)
	e.pass(time.Minute)
	if m, err := of(e.Rule(t.Context(), e.from("linh", match.FromCommand), g.id, match.PausedByModerator)); err != nil || !m.Clock.Since.IsZero() {
		t.Fatalf("paused: %+v, %v", m.Clock, err)
	}
	e.pass(24 * time.Hour)
	if m, err := of(e.Rule(t.Context(), e.from("linh", match.FromCommand), g.id, match.NoRuling)); err != nil || !m.ClockWaits() {
		t.Fatalf("going on: %v %+v, %v", m.Status, m.Clock, err)
	}
	e.pass(time.Hour)
	g.seen()
	e.pass(time.Minute)
	g.wantLeft(3*time.Minute, 5*time.Minute)
}

func TestTakebackGivesNoTime(t *testing.T) {
	e := newEnv(t)
	g := startTimed(t, e, "5+3", meiAgainstTom)
	g.moves("h2e2", 0)
	g.moves("h9g7", 0)
	g.moves("h0g2", time.Minute)
	g.wantLeft(4*time.Minute+3*time.Second, 5*time.Minute)
	if _, err := e.MakeCasual(t.Context(), g.id, match.AfterStudy); err != nil { // else a takeback needs consent
		t.Fatal(err)
	}
	// In the grace period: Tom, who was thinking, is not charged; Mei gets back neither her minute nor the three seconds.
	e.pass(20 * time.Second)
	m, err := of(e.TakebackAt(t.Context(), e.from("mei", match.FromCard), g.id, g.now().Turn))
	if err != nil || m.Game.Ply() != 2 {
		t.Fatal(m.Game.Ply(), err)
	}
	g.wantLeft(4*time.Minute, 5*time.Minute)
	g.seen()
	for range 20 { // so nobody gains time by it, whom the other lets take back again and again
		g.moves("h0g2", time.Second)
		asked, err := e.TakebackAt(t.Context(), e.from("mei", match.FromCard), g.id, g.now().Turn)
		if err == nil && asked.Match.Offer.Kind == match.OfferTakeback {
			_, err = e.Accord(t.Context(), e.from("tom", match.FromCard), g.id, asked.Match.Offer, true)
		}
		if err != nil {
			t.Fatal(err)
		}
		g.seen()
	}
	g.wantLeft(3*time.Minute+40*time.Second, 5*time.Minute)
}

// With days a move, a takeback gives both their full days again, and their warnings.
func TestTakebackWithDays(t *testing.T) {
	const day = 24 * time.Hour
	e := newEnv(t)
	g := startTimed(t, e, "3d", meiAgainstTom)
	m := g.moves("h2e2", 2*day)
	e.pass(m.Next.Due.Sub(e.time()))
	if m, err := of(e.Warn(t.Context(), g.id)); err != nil || !m.Clock.Warned[game.Black] {
		t.Fatalf("warned: %+v, %v", m.Clock, err)
	}
	m, err := of(e.TakebackAt(t.Context(), e.from("mei", match.FromCard), g.id, g.now().Turn))
	if err == nil {
		m, err = of(e.Accord(t.Context(), e.from("tom", match.FromCard), g.id, m.Offer, true))
	}
	if err != nil {
		t.Fatal(err)
	}
	if m.Game.Ply() != 0 || m.Clock.Warned != [2]bool{} {
		t.Errorf("%d plies, warned %v", m.Game.Ply(), m.Clock.Warned)
	}
	g.wantLeft(3*day, 3*day)
}

// A takeback against a character by the player to move gives the full days of the turn again. A live clock's warning is not taken back.
func TestTakebackFromACharacter(t *testing.T) {
	const day = 24 * time.Hour
	for clock, c := range map[string]struct {
		thinks, left time.Duration // of the turn that is taken back
		warned       bool
	}{
		"3d":  {2 * day, 3 * day, false},
		"5+3": {4*time.Minute + 40*time.Second, 20 * time.Second, true},
	} {
		e := newEnv(t)
		g := startTimed(t, e, clock, meiAgainstKid)
		m := g.moves("h2e2", 0)
		if _, err := e.Answer(t.Context(), &m, move("h9g7"), 0, false); err != nil {
			t.Fatal(err)
		}
		g.seen()
		e.pass(g.now().Next.Due.Sub(e.time()))
		if m, err := of(e.Warn(t.Context(), g.id)); err != nil || !m.Clock.Warned[game.Red] {
			t.Fatalf("%s, warned: %+v, %v", clock, m.Clock, err)
		}
		e.pass(c.thinks - e.time().Sub(g.now().Clock.Since))
		m, err := of(e.TakebackAt(t.Context(), e.from("mei", match.FromCard), g.id, g.now().Turn))
		if err != nil || m.Ply() != 0 || m.Clock.Warned[game.Red] != c.warned {
			t.Errorf("%s: %d plies, warned %v, %v", clock, m.Ply(), m.Clock.Warned, err)
		}
		if m.Clock.Left[game.Red] != c.left {
			t.Errorf("%s: %v left, want %v", clock, m.Clock.Left[game.Red], c.left)
		}
	}
}

func TestClockAgainstACharacter(t *testing.T) {
	e := newEnv(t)
	g := startTimed(t, e, "5+3", meiAgainstKid)
	answer := func(text string, after time.Duration) {
		t.Helper()
		m := g.now()
		if m.Next.Kind != match.Think {
			t.Fatalf("the Kid is to move: %v", m.Next)
		}
		e.pass(after)
		if _, err := e.Answer(t.Context(), &m, move(text), 0, false); err != nil {
			t.Fatal(err)
		}
		g.seen()
	}
	g.moves("h2e2", time.Minute)
	answer("h9g7", time.Hour) // however slow it was
	g.moves("h0g2", time.Minute)
	answer("i9h9", time.Hour)
	g.wantLeft(4*time.Minute+3*time.Second, 5*time.Minute)
	e.pass(4*time.Minute + 6*time.Second)
	if _, err := e.Warn(t.Context(), g.id); err != nil {
		t.Fatal(err)
	}
	if m, err := of(e.Flag(t.Context(), g.id)); err != nil || m.Outcome != (game.Outcome{Result: game.BlackWins, Method: game.Timeout}) {
		t.Errorf("Mei's flag: %+v, %v", m.Outcome, err)
	}
}

// A live game that nobody began frees its channel soon, and continues where it was when it is resumed.
func TestUnstartedLiveGameIsAdjourned(t *testing.T) {
	e := newEnv(t)
	g := startTimed(t, e, "5+3", meiAgainstTom)
	g.moves("h2e2", time.Minute)
	e.pass(time.Hour)
	m, err := of(e.Adjourn(t.Context(), g.id))
	if err != nil || m.Status != match.Adjourned {
		t.Fatal(m.Status, err)
	}
	if m, err = of(e.Resume(t.Context(), e.from("tom", match.FromCard), g.id)); err != nil || m.Status != match.Open {
		t.Fatal(m.Status, err)
	}
	g.moves("h9g7", time.Hour)
	if m = g.now(); m.Next.Kind != match.Warn {
		t.Errorf("once begun: %v", m.Next)
	}
	e.pass(48 * time.Hour)
	if _, err := e.Adjourn(t.Context(), g.id); !errors.Is(err, match.ErrStale) {
		t.Errorf("a running clock is adjourned: %v", err)
	}
}

// The clocks under any order of events: no time is negative, and together they are charged no more than has passed.
func TestClocksInAnyOrder(t *testing.T) {
	e := newEnv(t)
	rapid.Check(t, func(rt *rapid.T) {
		ctx := context.Background()
		timing, _ := match.ParseTimeControl(rapid.SampledFrom([]string{"5+3", "10+5", "1d", "3d", "2+0/40b20", "3+5/60", "1+0b30"}).Draw(rt, "clock"))
		seats := rapid.SampledFrom([][2]match.Seat{meiAgainstTom, meiAgainstTom, meiAgainstKid}).Draw(rt, "seats")
		m, err := of(e.Start(ctx, e.from("mei", match.FromCommand), match.Terms{Channel: e.newChannel(), Seats: seats, Position: game.Start(), TimeControl: timing}))
		if err != nil {
			rt.Fatal(err)
		}
		defer e.Leave(ctx, e.from("mei", match.FromCommand), m.ID) // nobody sits at two live boards
		started, added, floors, late := e.time(), time.Duration(0), time.Duration(0), time.Duration(0)
		step := time.Minute
		if !timing.Live() {
			step = 20 * time.Hour
		}
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			e.pass(time.Duration(rapid.Int64Range(0, int64(step)).Draw(rt, "passes")).Truncate(time.Millisecond))
			before, err := e.Get(ctx, m.ID)
			if err != nil {
				rt.Fatal(err)
			}
			mover := before.Seats[before.ToMove()].Player
			by := e.from(mover, match.FromText)
			ago := time.Duration(rapid.IntRange(0, 5000).Draw(rt, "late")) * time.Millisecond
			by.At, late = e.time().Add(-ago), late+ago // in this test a board may be seen before the game began
			var buf [game.MaxMoves]game.Move
			mv := rapid.SampledFrom(before.Game.Position().LegalMoves(buf[:0])).Draw(rt, "move")
			free := before.FreeMove()
			after := before
			switch rapid.IntRange(0, 9).Draw(rt, "what") {
			case 0, 1, 2:
				if after, err = of(e.StepConfirmed(ctx, by, m.ID, before.Turn, mv)); err == nil && after.Turn > before.Turn && timing.Live() && !free {
					added += timing.Added
				}
			case 3:
				after, err = of(e.Answer(ctx, &before, mv, 0, false))
			case 4, 5:
				after, err = of(e.Shown(ctx, m.ID, before.Turn, by.At))
			case 6:
				after, err = of(e.TakebackAt(ctx, e.from("mei", match.FromCard), m.ID, before.Turn))
			case 7:
				after, err = of(e.Warn(ctx, m.ID))
			case 8:
				if after, err = of(e.Flag(ctx, m.ID)); err == nil {
					if fall, _ := before.FlagAt(e.time()); e.time().Before(fall) {
						rt.Fatalf("the flag falls %v early", fall.Sub(e.time()))
					}
				}
			case 9:
				from := e.time().Add(-time.Second)
				if after, err = of(e.DeductAbsence(ctx, m.ID, from, e.time())); err == nil {
					floors += 15 * time.Second
				}
			}
			if err != nil {
				continue
			}
			now := e.time()
			var charged time.Duration
			for side := range game.Color(2) {
				left := after.LeftAt(side, now)
				if left < 0 || after.Clock.Left[side] < 0 {
					rt.Fatalf("side %v has %v left", side, left)
				}
				charged += timing.Base - left
			}
			if timing.Live() && charged > now.Sub(started)+late+timing.Added*25 { // takebacks deduct added time
				rt.Fatalf("charged %v in %v", charged, now.Sub(started))
			}
			if timing.Live() && -charged > added+floors {
				rt.Fatalf("%v were given, %v won by moves", -charged, added)
			}
			if fall, ok := after.FlagAt(now); ok && !after.Clock.Since.IsZero() && after.Next.Due.After(fall.Add(2*time.Second)) {
				rt.Fatalf("the flag falls at %v, next is %v", fall, after.Next)
			}
			if after.Status != match.Open {
				if !after.Clock.Since.IsZero() {
					rt.Fatal("a clock runs in a game that is over")
				}
				return
			}
		}
	})
}

func TestCasual(t *testing.T) {
	fen, err := game.ParseFEN("4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		terms match.Terms
		want  match.CasualReason
	}{
		{"between people on a live clock", match.Terms{Seats: meiAgainstTom, TimeControl: match.TimeControl{Base: 5 * time.Minute}}, match.Rated},
		{"between people on days", match.Terms{Seats: meiAgainstTom, TimeControl: match.TimeControl{Days: 1}}, match.Rated},
		{"between people without a clock", match.Terms{Seats: meiAgainstTom}, match.Untimed},
		{"against a character", match.Terms{Seats: meiAgainstKid}, match.Rated},
		{"as they agreed", match.Terms{Seats: meiAgainstTom, Casual: true}, match.Agreed},
		{"the day's last ones were played", match.Terms{Seats: meiAgainstTom, TimeControl: match.TimeControl{Base: 5 * time.Minute}, DailyLimitReached: true}, match.DailyLimit},
		{"odds", match.Terms{Seats: meiAgainstTom, Odds: match.LeftHorse, Position: match.LeftHorse.Position()}, match.AtOdds},
		{"two moves", match.Terms{Seats: meiAgainstTom, Odds: match.TwoMoves}, match.AtOdds},
		{"a set position", match.Terms{Seats: meiAgainstTom, Position: fen}, match.FromPosition},
		{"an exhibition", match.Terms{Seats: [2]match.Seat{{Level: 1}, {Level: 2}}}, match.Agreed},
	} {
		e := newEnv(t)
		if c.terms.Channel = room; c.terms.Position == (game.Position{}) {
			c.terms.Position = game.Start()
		}
		m, err := of(e.Start(t.Context(), e.from("mei", match.FromCommand), c.terms))
		if err != nil {
			t.Fatal(err)
		}
		if m, err = e.Get(t.Context(), m.ID); err != nil || m.CasualReason != c.want {
			t.Errorf("%s: %v, %v", c.name, m.CasualReason, err)
		}
	}
}

// Help and takebacks make a rated game casual, once, and the card must say so.
func TestBecomingCasual(t *testing.T) {
	e := newEnv(t)
	g := startTimed(t, e, "none", meiAgainstKid)
	before := g.moves("h2e2", 0)
	m, err := of(e.MakeCasual(t.Context(), g.id, match.AfterHint))
	if err != nil || m.CasualReason != match.AfterHint || m.CasualTurn != m.Turn || !m.Touched.Equal(before.Touched) {
		t.Fatalf("after a hint: %v since turn %d of %d, %v", m.CasualReason, m.CasualTurn, m.Turn, err)
	}
	if _, err = e.MakeCasual(t.Context(), g.id, match.AfterStudy); !errors.Is(err, match.ErrStale) {
		t.Errorf("again: %v", err)
	}
	if m, err = of(e.TakebackAt(t.Context(), e.from("mei", match.FromCard), g.id, m.Turn)); err != nil ||
		m.CasualReason != match.AfterHint {
		t.Errorf("a takeback after a hint: %v, %v", m.CasualReason, err)
	}
	g = startTimed(t, e, "none", meiAgainstKid)
	g.moves("h2e2", 0)
	if m, err = of(e.TakebackAt(t.Context(), e.from("mei", match.FromCard), g.id, g.now().Turn)); err != nil ||
		m.CasualReason != match.AfterTakeback || m.CasualTurn != m.Turn {
		t.Errorf("after a takeback: %v since turn %d of %d, %v", m.CasualReason, m.CasualTurn, m.Turn, err)
	}
}
