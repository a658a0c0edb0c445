package session_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"yeye/bot/session"
	"yeye/game"
)

// timedGame is a game between Mei (Red) and Tom whose board is seen at once after
// each change.
type timedGame struct {
	t  testing.TB
	d  *desk
	id session.ID
}

func startTimed(t testing.TB, d *desk, clock string, seats [2]session.Seat) *timedGame {
	t.Helper()
	timing, ok := session.ParseTiming(clock)
	if !ok {
		t.Fatalf("no clock %q", clock)
	}
	se, err := d.Start(t.Context(), d.from("mei", session.ByCommand), session.Table{Place: d.anotherRoom(), Seats: seats, Position: game.Start(), Timing: timing})
	if err != nil {
		t.Fatal(err)
	}
	g := &timedGame{t, d, se.ID}
	g.seen()
	return g
}

func (g *timedGame) now() session.Session {
	g.t.Helper()
	se, err := g.d.Get(g.t.Context(), g.id)
	if err != nil {
		g.t.Fatal(err)
	}
	return se
}

// seen posts the board of the turn, if a clock waits for it.
func (g *timedGame) seen() {
	g.t.Helper()
	se := g.now()
	if !se.Waits() {
		return
	}
	shown, err := g.d.Shown(g.t.Context(), g.id, se.Turn, g.d.time())
	if err != nil {
		g.t.Fatal(err)
	}
	if shown.Rev != se.Rev+1 || shown.Look() != se.Look() || !shown.Touched.Equal(se.Touched) {
		g.t.Errorf("that the clock runs asks for another card: rev %d→%d, look %d→%d", se.Rev, shown.Rev, se.Look(), shown.Look())
	}
}

// moves plays for whoever is to move after so long, and shows the board.
func (g *timedGame) moves(text string, after time.Duration) session.Session {
	g.t.Helper()
	g.d.pass(after)
	se := g.now()
	by := g.d.from(se.Seats[se.ToMove()].Player, session.ByText)
	se, err := g.d.Step(g.t.Context(), by, g.id, se.Turn, move(text))
	if err != nil {
		g.t.Fatalf("%s: %v", text, err)
	}
	g.seen()
	return g.now()
}

func (g *timedGame) wantLeft(red, black time.Duration) {
	g.t.Helper()
	se, now := g.now(), g.d.time()
	if r, b := se.LeftAt(game.Red, now), se.LeftAt(game.Black, now); r != red || b != black {
		g.t.Errorf("left: %v and %v, want %v and %v", r, b, red, black)
	}
}

func TestTimingIsReadAsWritten(t *testing.T) {
	for _, timing := range session.Timings() {
		if got, ok := session.ParseTiming(timing.String()); !ok || got != timing {
			t.Errorf("%s is read as %v", timing, got)
		}
	}
	for _, text := range []string{"", "0d", "15d", "-1d", "d", "0+5", "5", "5+", "+3", "5+-1", "999+1", "x+y", "5+3+1"} {
		if got, ok := session.ParseTiming(text); ok {
			t.Errorf("%q is read as %v", text, got)
		}
	}
	if n := len(session.Timings()); n > 25 {
		t.Errorf("%d choices are more than Discord shows", n)
	}
}

func TestLiveClock(t *testing.T) {
	g := startTimed(t, newDesk(t), "5+3", meiAgainstTom)
	// The first move of each is free, and nothing is added for it.
	g.moves("h2e2", time.Minute)
	se := g.moves("h9g7", time.Minute)
	g.wantLeft(5*time.Minute, 5*time.Minute)
	if se.Next.Kind != session.Warn || !se.Next.Due.Equal(g.d.time().Add(4*time.Minute+30*time.Second)) {
		t.Errorf("then %v", se.Next)
	}
	g.moves("h0g2", 10*time.Second)
	g.wantLeft(4*time.Minute+53*time.Second, 5*time.Minute)
	g.moves("i9h9", time.Second)
	g.wantLeft(4*time.Minute+53*time.Second, 5*time.Minute+2*time.Second)
}

// From the board being seen to the answer's own time: what lies between the move
// and the board, and between the answer and its arrival, costs nobody.
func TestSlownessCostsNobody(t *testing.T) {
	d := newDesk(t)
	g := startTimed(t, d, "5+3", meiAgainstTom)
	g.moves("h2e2", 0)
	se, err := d.Step(t.Context(), d.from("tom", session.ByText), g.id, g.now().Turn, move("h9g7"))
	if err != nil {
		t.Fatal(err)
	}
	d.pass(time.Minute) // the board is owed
	if se = g.now(); se.Next.Kind == session.Flag || se.Next.Kind == session.Warn {
		t.Errorf("a clock runs for a board that nobody has seen: %v", se.Next)
	}
	g.wantLeft(5*time.Minute, 5*time.Minute)
	g.seen()
	d.pass(time.Minute)
	by := d.from("mei", session.ByText)
	by.At = d.time().Add(-20 * time.Second) // when she wrote it
	if _, err := d.Step(t.Context(), by, g.id, se.Turn, move("h0g2")); err != nil {
		t.Fatal(err)
	}
	g.wantLeft(4*time.Minute+23*time.Second, 5*time.Minute)
	g.seen()
	// An answer to the board as it was seen on the way costs nothing.
	by = d.from("tom", session.ByText)
	by.At = d.time().Add(-time.Second)
	if _, err := d.Step(t.Context(), by, g.id, g.now().Turn, move("i9h9")); err != nil {
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
			d := newDesk(t)
			p := game.Start()
			moves := []string{"h2e2", "h9g7", "h0g2", "i9h9"}
			if c.fen != "" {
				var err error
				if p, err = game.ParseFEN(c.fen); err != nil {
					t.Fatal(err)
				}
				moves = []string{"e9f9", "a0a1", "f9f8", "a1a2"}
			}
			timing, _ := session.ParseTiming("5+3")
			se, err := d.Start(t.Context(), d.from("mei", session.ByCommand), session.Table{Place: room, Seats: meiAgainstTom, Position: p, Timing: timing})
			if err != nil {
				t.Fatal(err)
			}
			g := &timedGame{t, d, se.ID}
			for _, m := range moves {
				g.moves(m, time.Second)
			}
			if now := g.now(); (now.ToMove() == game.Black) != c.black {
				g.moves(map[bool]string{true: "f8f9", false: "i0h0"}[c.fen != ""], time.Second)
			}
			fall, ok := g.sessionFlag()
			if !ok {
				t.Fatal("no flag can fall")
			}
			d.pass(fall.Sub(d.time()))
			if _, err := d.Flag(t.Context(), g.id); !errors.Is(err, session.ErrStale) {
				t.Errorf("without a warning, and before an answer on its way is in: %v", err)
			}
			if _, err := d.Warn(t.Context(), g.id); err != nil {
				t.Fatal(err)
			}
			if _, err := d.Flag(t.Context(), g.id); !errors.Is(err, session.ErrStale) {
				t.Errorf("before an answer on its way is in: %v", err)
			}
			d.pass(2 * time.Second)
			se, err = d.Flag(t.Context(), g.id)
			if err != nil || se.Status != session.Ended || se.Outcome != c.want || se.NewCard != se.Rev || se.Next.Kind != session.Nothing {
				t.Fatalf("%v %+v, next %v, %v", se.Status, se.Outcome, se.Next, err)
			}
			if left := se.LeftAt(se.ToMove(), d.time()); left != 0 {
				t.Errorf("left: %v", left)
			}
		})
	}
}

func (g *timedGame) sessionFlag() (time.Time, bool) {
	se := g.now()
	return se.FlagAt(g.d.time())
}

// An answer counts by its own time, before the flag or after it, whenever it comes
// in.
func TestAnswerAtTheFlag(t *testing.T) {
	for _, c := range []struct {
		name string
		late time.Duration // after the fall
		ends bool
	}{{"in time", -time.Millisecond, false}, {"too late", 0, true}, {"much too late", time.Second, true}} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t)
			g := startTimed(t, d, "5+3", meiAgainstTom)
			g.moves("h2e2", 0)
			g.moves("h9g7", 0)
			fall, _ := g.sessionFlag()
			d.pass(fall.Sub(d.time()) + 1500*time.Millisecond)
			by := d.from("mei", session.ByControl)
			by.At = fall.Add(c.late)
			se, err := d.Step(t.Context(), by, g.id, g.now().Turn, move("h0g2"))
			if err != nil || (se.Status == session.Ended) != c.ends {
				t.Fatalf("%v %+v %v", se.Status, se.Outcome, err)
			}
			if c.ends && (se.Outcome != game.Outcome{Result: game.BlackWins, Method: game.Timeout} || se.Game.Ply() != 2) {
				t.Errorf("%+v after %d plies", se.Outcome, se.Game.Ply())
			}
			if !c.ends && se.LeftAt(game.Red, d.time()) != 3*time.Second+time.Millisecond {
				t.Errorf("left: %v", se.LeftAt(game.Red, d.time()))
			}
		})
	}
}

// What was due for one turn does nothing in the next.
func TestFlagOfAnotherTurn(t *testing.T) {
	d := newDesk(t)
	g := startTimed(t, d, "5+3", meiAgainstTom)
	g.moves("h2e2", 0)
	g.moves("h9g7", 0)
	fall, _ := g.sessionFlag()
	g.moves("h0g2", 4*time.Minute+50*time.Second)
	d.pass(fall.Sub(d.time()) + time.Minute)
	if se, err := d.Flag(t.Context(), g.id); !errors.Is(err, session.ErrStale) {
		t.Errorf("Mei's flag while Tom is to move: %v, %v", se.Outcome, err)
	}
	// And for a board of an earlier turn no clock begins.
	se := g.now()
	if _, err := d.Shown(t.Context(), g.id, se.Turn-1, d.time()); !errors.Is(err, session.ErrStale) {
		t.Errorf("an earlier board is shown: %v", err)
	}
	if _, err := d.Shown(t.Context(), g.id, se.Turn, d.time()); !errors.Is(err, session.ErrStale) {
		t.Errorf("the board is shown twice: %v", err)
	}
}

func TestDaysClock(t *testing.T) {
	const day = 24 * time.Hour
	d := newDesk(t)
	g := startTimed(t, d, "3d", meiAgainstTom)
	d.pass(day)
	g.wantLeft(2*day, 3*day)
	se := g.moves("h2e2", 0) // each turn has its days anew
	g.wantLeft(3*day, 3*day)
	if se.Next.Kind != session.Warn {
		t.Fatalf("then %v", se.Next)
	}
	d.pass(se.Next.Due.Sub(d.time()))
	if se, err := d.Warn(t.Context(), g.id); err != nil || se.Next.Kind != session.Flag || !se.Clock.Warned[game.Black] {
		t.Fatalf("warned: %v, %v", se.Next, err)
	}
	g.moves("h9g7", 0)
	if se = g.moves("h0g2", 0); se.Next.Kind != session.Warn {
		t.Errorf("in the next turn he is warned again: %v", se.Next)
	}
	// No adjournment: the flag falls.
	d.pass(3*day + time.Minute)
	if _, err := d.Warn(t.Context(), g.id); err != nil {
		t.Fatal(err)
	}
	if se, err := d.Flag(t.Context(), g.id); err != nil || se.Outcome.Method != game.Timeout {
		t.Errorf("after three days: %+v, %v", se.Outcome, err)
	}
}

// The warning comes in time, and at an hour of day near that at which the player
// was last active.
func TestWarningInTheDay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const day = 24 * time.Hour
		acted := time.Date(2026, 11, 20, rapid.IntRange(0, 23).Draw(t, "hour"), rapid.IntRange(0, 59).Draw(t, "minute"), 0, 0, time.UTC)
		since := acted.Add(time.Duration(rapid.Int64Range(0, int64(10*day)).Draw(t, "later")))
		days := rapid.IntRange(1, session.MostDays).Draw(t, "days")
		at := session.WarnDue(acted, since, days)
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

// A live clock's warning comes once in a game: with what is added for each move it
// would come again and again.
func TestLiveWarningOnce(t *testing.T) {
	d := newDesk(t)
	g := startTimed(t, d, "5+3", meiAgainstTom)
	g.moves("h2e2", 0)
	g.moves("h9g7", 0)
	d.pass(4*time.Minute + 30*time.Second)
	se, err := d.Warn(t.Context(), g.id)
	if err != nil || se.Next.Kind != session.Flag {
		t.Fatalf("%v, %v", se.Next, err)
	}
	g.moves("h0g2", 0)
	if se = g.moves("i9h9", 0); se.Next.Kind != session.Flag {
		t.Errorf("at %v left: %v", se.LeftAt(game.Red, d.time()), se.Next)
	}
}

// What the bot missed is taken out of the clocks, and while it is away nothing is
// charged and no flag falls.
func TestAbsence(t *testing.T) {
	d := newDesk(t)
	g := startTimed(t, d, "5+3", meiAgainstTom)
	g.moves("h2e2", 0)
	g.moves("h9g7", 0)
	d.pass(time.Minute)
	gone := d.time()
	d.Away(gone)
	d.pass(time.Hour)
	if _, err := d.Flag(t.Context(), g.id); !errors.Is(err, session.ErrStale) {
		t.Errorf("the flag while away: %v", err)
	}
	se, err := d.Skip(t.Context(), g.id, gone, d.time())
	if err != nil || se.Look() != se.Rev {
		t.Fatalf("the card shows another flag: look %d, rev %d, %v", se.Look(), se.Rev, err)
	}
	d.Back()
	g.wantLeft(4*time.Minute, 5*time.Minute)
	if _, err := d.Skip(t.Context(), g.id, gone, gone.Add(time.Minute)); !errors.Is(err, session.ErrStale) {
		t.Errorf("the same absence again: %v", err)
	}
	g.moves("h0g2", time.Minute)
	g.wantLeft(3*time.Minute+3*time.Second, 5*time.Minute)

	// A move that was made while it was away, or comes in before the clock is set, is
	// charged up to the beginning of the absence.
	d.pass(time.Minute)
	d.Away(d.time())
	d.pass(time.Hour)
	by := d.from("tom", session.ByText)
	by.At = d.time().Add(-time.Minute)
	if _, err := d.Step(t.Context(), by, g.id, g.now().Turn, move("i9h9")); err != nil {
		t.Fatal(err)
	}
	g.wantLeft(3*time.Minute+3*time.Second, 4*time.Minute+3*time.Second)
	d.Back()

	// Nobody comes back to a flag that falls at once.
	g.seen()
	d.pass(3*time.Minute + 2*time.Second)
	gone = d.time()
	d.pass(time.Hour)
	if _, err := d.Skip(t.Context(), g.id, gone, d.time()); err != nil {
		t.Fatal(err)
	}
	g.wantLeft(15*time.Second, 4*time.Minute+3*time.Second)
}

// A game that a moderator pauses keeps what was left, and its clock waits for the
// board to be seen again.
func TestPauseStopsTheClock(t *testing.T) {
	d := newDesk(t)
	g := startTimed(t, d, "5+3", meiAgainstTom)
	g.moves("h2e2", 0)
	g.moves("h9g7", 0)
	d.pass(time.Minute)
	if se, err := d.Rule(t.Context(), d.from("linh", session.ByCommand), g.id, session.Held); err != nil || !se.Clock.Since.IsZero() {
		t.Fatalf("paused: %+v, %v", se.Clock, err)
	}
	d.pass(24 * time.Hour)
	if se, err := d.Rule(t.Context(), d.from("linh", session.ByCommand), g.id, session.NoRuling); err != nil || !se.Waits() {
		t.Fatalf("going on: %v %+v, %v", se.Status, se.Clock, err)
	}
	d.pass(time.Hour)
	g.seen()
	d.pass(time.Minute)
	g.wantLeft(3*time.Minute, 5*time.Minute)
}

func TestTakebackGivesNoTime(t *testing.T) {
	d := newDesk(t)
	g := startTimed(t, d, "5+3", meiAgainstTom)
	g.moves("h2e2", 0)
	g.moves("h9g7", 0)
	g.moves("h0g2", time.Minute)
	g.wantLeft(4*time.Minute+3*time.Second, 5*time.Minute)
	// A slip: Tom, who was thinking, is not charged; Mei has back neither her minute
	// nor the three seconds.
	d.pass(20 * time.Second)
	se, err := d.TakebackAt(t.Context(), d.from("mei", session.ByControl), g.id, g.now().Turn)
	if err != nil || se.Game.Ply() != 2 {
		t.Fatal(se.Game.Ply(), err)
	}
	g.wantLeft(4*time.Minute, 5*time.Minute)
	g.seen()
	for range 20 { // so nobody gathers time by it
		g.moves("h0g2", time.Second)
		if _, err := d.TakebackAt(t.Context(), d.from("mei", session.ByControl), g.id, g.now().Turn); err != nil {
			t.Fatal(err)
		}
		g.seen()
	}
	g.wantLeft(3*time.Minute+40*time.Second, 5*time.Minute)
}

func TestClockAgainstACharacter(t *testing.T) {
	d := newDesk(t)
	g := startTimed(t, d, "5+3", meiAgainstKid)
	answer := func(text string, after time.Duration) {
		t.Helper()
		se := g.now()
		if se.Next.Kind != session.Think {
			t.Fatalf("the Kid is to move: %v", se.Next)
		}
		d.pass(after)
		if _, err := d.Answer(t.Context(), g.id, se.Turn, move(text), 0, false); err != nil {
			t.Fatal(err)
		}
		g.seen()
	}
	g.moves("h2e2", time.Minute)
	answer("h9g7", time.Hour) // however slow it was
	g.moves("h0g2", time.Minute)
	answer("i9h9", time.Hour)
	g.wantLeft(4*time.Minute+3*time.Second, 5*time.Minute)
	d.pass(4*time.Minute + 6*time.Second)
	if _, err := d.Warn(t.Context(), g.id); err != nil {
		t.Fatal(err)
	}
	if se, err := d.Flag(t.Context(), g.id); err != nil || se.Outcome != (game.Outcome{Result: game.BlackWins, Method: game.Timeout}) {
		t.Errorf("Mei's flag: %+v, %v", se.Outcome, err)
	}
}

// A live game that nobody began frees its place soon, and goes on where it stood.
func TestUnbegunLiveGameRests(t *testing.T) {
	d := newDesk(t)
	g := startTimed(t, d, "5+3", meiAgainstTom)
	g.moves("h2e2", time.Minute)
	d.pass(time.Hour)
	se, err := d.Rest(t.Context(), g.id)
	if err != nil || se.Status != session.Resting {
		t.Fatal(se.Status, err)
	}
	if se, err = d.Resume(t.Context(), d.from("tom", session.ByControl), g.id); err != nil || se.Status != session.Open {
		t.Fatal(se.Status, err)
	}
	g.moves("h9g7", time.Hour)
	if se = g.now(); se.Next.Kind != session.Warn {
		t.Errorf("once begun: %v", se.Next)
	}
	d.pass(48 * time.Hour)
	if _, err := d.Rest(t.Context(), g.id); !errors.Is(err, session.ErrStale) {
		t.Errorf("a running clock is adjourned: %v", err)
	}
}

// The clocks under any order of what can happen: nobody has less than nothing, and
// together they are charged no more than has passed.
func TestClocksInAnyOrder(t *testing.T) {
	d := newDesk(t)
	rapid.Check(t, func(rt *rapid.T) {
		ctx := context.Background()
		timing, _ := session.ParseTiming(rapid.SampledFrom([]string{"5+3", "10+5", "1d", "3d"}).Draw(rt, "clock"))
		seats := rapid.SampledFrom([][2]session.Seat{meiAgainstTom, meiAgainstTom, meiAgainstKid}).Draw(rt, "seats")
		se, err := d.Start(ctx, d.from("mei", session.ByCommand), session.Table{Place: d.anotherRoom(), Seats: seats, Position: game.Start(), Timing: timing})
		if err != nil {
			rt.Fatal(err)
		}
		begun, added, floors := d.time(), time.Duration(0), time.Duration(0)
		step := time.Minute
		if !timing.Live() {
			step = 20 * time.Hour
		}
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			d.pass(time.Duration(rapid.Int64Range(0, int64(step)).Draw(rt, "passes")).Truncate(time.Millisecond))
			before, err := d.Get(ctx, se.ID)
			if err != nil {
				rt.Fatal(err)
			}
			mover := before.Seats[before.ToMove()].Player
			by := d.from(mover, session.ByText)
			by.At = d.time().Add(-time.Duration(rapid.IntRange(0, 5000).Draw(rt, "late")) * time.Millisecond)
			var buf [game.MaxMoves]game.Move
			m := rapid.SampledFrom(before.Game.Position().LegalMoves(buf[:0])).Draw(rt, "move")
			free := before.FreeMove()
			after := before
			switch rapid.IntRange(0, 9).Draw(rt, "what") {
			case 0, 1, 2:
				if after, err = d.Sure(ctx, by, se.ID, before.Turn, m); err == nil && after.Turn > before.Turn && timing.Live() && !free {
					added += timing.Added
				}
			case 3:
				after, err = d.Answer(ctx, se.ID, before.Turn, m, 0, false)
			case 4, 5:
				after, err = d.Shown(ctx, se.ID, before.Turn, by.At)
			case 6:
				after, err = d.TakebackAt(ctx, d.from("mei", session.ByControl), se.ID, before.Turn)
			case 7:
				after, err = d.Warn(ctx, se.ID)
			case 8:
				if after, err = d.Flag(ctx, se.ID); err == nil && before.LeftAt(before.ToMove(), d.time()) > 0 {
					rt.Fatalf("the flag falls with %v left", before.LeftAt(before.ToMove(), d.time()))
				}
			case 9:
				from := d.time().Add(-time.Second)
				if after, err = d.Skip(ctx, se.ID, from, d.time()); err == nil {
					floors += 15 * time.Second
				}
			}
			if err != nil {
				continue
			}
			now := d.time()
			var charged time.Duration
			for side := range game.Color(2) {
				left := after.LeftAt(side, now)
				if left < 0 || after.Clock.Left[side] < 0 {
					rt.Fatalf("side %v has %v left", side, left)
				}
				charged += timing.Base - left
			}
			if timing.Live() && charged > now.Sub(begun)+timing.Added*25 { // takebacks take what was added
				rt.Fatalf("charged %v in %v", charged, now.Sub(begun))
			}
			if timing.Live() && -charged > added+floors {
				rt.Fatalf("%v were given, %v won by moves", -charged, added)
			}
			if fall, ok := after.FlagAt(now); ok && !after.Clock.Since.IsZero() && after.Next.Due.After(fall.Add(2*time.Second)) {
				rt.Fatalf("the flag falls at %v, next is %v", fall, after.Next)
			}
			if after.Status != session.Open {
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
		table session.Table
		want  session.Casual
	}{
		{"between people", session.Table{Seats: meiAgainstTom}, session.Rated},
		{"against a character", session.Table{Seats: meiAgainstKid}, session.Rated},
		{"as they agreed", session.Table{Seats: meiAgainstTom, Casual: true}, session.Agreed},
		{"odds", session.Table{Seats: meiAgainstTom, Odds: session.OneHorse, Position: session.OneHorse.Position()}, session.AtOdds},
		{"two moves", session.Table{Seats: meiAgainstTom, Odds: session.TwoMoves}, session.AtOdds},
		{"a set position", session.Table{Seats: meiAgainstTom, Position: fen}, session.FromPosition},
		{"an exhibition", session.Table{Seats: [2]session.Seat{{Level: 1}, {Level: 2}}}, session.Agreed},
	} {
		d := newDesk(t)
		if c.table.Place = room; c.table.Position == (game.Position{}) {
			c.table.Position = game.Start()
		}
		se, err := d.Start(t.Context(), d.from("mei", session.ByCommand), c.table)
		if err != nil {
			t.Fatal(err)
		}
		if se, err = d.Get(t.Context(), se.ID); err != nil || se.Casual != c.want {
			t.Errorf("%s: %v, %v", c.name, se.Casual, err)
		}
	}
}

// Help and takebacks make a rated game casual, once, and the card is to say so.
func TestBecomingCasual(t *testing.T) {
	d := newDesk(t)
	g := startTimed(t, d, "none", meiAgainstKid)
	before := g.moves("h2e2", 0)
	se, err := d.Uncount(t.Context(), g.id, session.AfterHint)
	if err != nil || se.Casual != session.AfterHint || se.CasualTurn != se.Turn || se.Look() != se.Rev || !se.Touched.Equal(before.Touched) {
		t.Fatalf("after a hint: %v since turn %d of %d, %v", se.Casual, se.CasualTurn, se.Turn, err)
	}
	if _, err = d.Uncount(t.Context(), g.id, session.AfterStudy); !errors.Is(err, session.ErrStale) {
		t.Errorf("again: %v", err)
	}
	if se, err = d.TakebackAt(t.Context(), d.from("mei", session.ByControl), g.id, se.Turn); err != nil || se.Casual != session.AfterHint {
		t.Errorf("a takeback after a hint: %v, %v", se.Casual, err)
	}
	g = startTimed(t, d, "none", meiAgainstKid)
	g.moves("h2e2", 0)
	if se, err = d.TakebackAt(t.Context(), d.from("mei", session.ByControl), g.id, g.now().Turn); err != nil || se.Casual != session.AfterTakeback || se.CasualTurn != se.Turn {
		t.Errorf("after a takeback: %v since turn %d of %d, %v", se.Casual, se.CasualTurn, se.Turn, err)
	}
}
