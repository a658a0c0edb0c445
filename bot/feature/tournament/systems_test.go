package tournament

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/bot/feature/tournament/pairing"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
)

// start starts the tournament by hand and does what is due.
func (e *env) start() {
	e.T.Helper()
	_, err := e.s.Start(e.T.Context(), e.actor("boss"), e.of)
	e.OK(err)
	for e.due() {
	}
}

// Everybody meets everybody once, round by round on a live clock; with days a move all boards begin at once.
func TestRobin(t *testing.T) {
	for name, c := range map[string]struct {
		clock match.TimeControl
		begun int // boards at the start
	}{"live": {live, 2}, "by days": {match.TimeControl{Days: 2}, 10}} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			e.create(Plan{System: Robin, Timing: c.clock}, 5)
			e.start()
			if n := e.Count(`SELECT COUNT(*) FROM matches WHERE status = 0 AND kind = 'paired'`); n != c.begun {
				t.Errorf("%d boards at the start", n)
			}
			got := e.run(weaker, nil)
			if got.State != Done || len(got.Table()) != 5 {
				t.Fatal(e.told())
			}
			for i, row := range got.Table() {
				if row.Number != i+1 || row.Points != 2*(4-i) || row.Games != 4 {
					t.Errorf("%+v", row)
				}
			}
		})
	}
}

// A pair of an arranged table begins once both are ready within a quarter of an hour; what is not played in time counts for nobody.
func TestArranged(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Arranged, Timing: live, Length: 48 * time.Hour}, 3)
	e.start()
	ready := func(p string, b *Board) {
		t.Helper()
		_, err := e.s.Ready(t.Context(), e.actor(id.Player(p)), e.of, b.Round, b.Number)
		e.OK(err)
		for e.due() {
		}
	}
	games := func() int { return e.Count(`SELECT COUNT(*) FROM matches`) }
	now := e.get()
	var b *Board
	for i := range now.Pairings {
		if x := &now.Pairings[i]; x.Kind == Game && x.Red+x.Black == 3 {
			b = x
		}
	}
	ready("p1", b)
	e.Pass(time.Hour)
	ready("p2", b)
	if games() != 0 {
		t.Error("it began although one was ready an hour ago")
	}
	ready("p1", b)
	if games() != 1 {
		t.Error("both are ready, and it does not begin")
	}
	if _, err := e.s.Ready(t.Context(), e.actor("p3"), e.of, b.Round, b.Number); !errors.Is(err, ErrStale) {
		t.Errorf("somebody else is ready: %v", err)
	}
	e.Pass(49 * time.Hour)
	for e.due() {
	}
	if now := e.get(); now.State != Playing {
		t.Error("it ended over a game that is being played", e.told())
	}
	e.play(weaker)
	if got := e.get(); got.State != Done || got.Table()[0].Points != 2 || got.Board(b.Round, b.Number).How != Played {
		t.Error(e.told())
	}
}

// An arena pairs who waits, nobody twice running with the same opponent while there are others, takes out who does not come, and
// does not count what ends after its time.
func TestArena(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Arena, Timing: live, Length: 12 * time.Minute}, 5)
	e.start()
	var last *Tournament
	for range 1000 {
		if last = e.get(); last.State.Over() {
			break
		}
		if !e.due() {
			if e.DB.Now().Before(last.Ends.Add(-30 * time.Second)) {
				e.play(weaker, 5)
			}
			e.Pass(10 * time.Second)
		}
	}
	if last.State != Done || last.Of("p5").Status != Out || last.Of("p1").Status != In {
		t.Fatal(e.told())
	}
	before := map[int]int{}
	for _, b := range last.Pairings {
		if before[b.Red] == b.Black && before[b.Black] == b.Red {
			t.Errorf("%d and %d again", b.Red, b.Black)
		}
		before[b.Red], before[b.Black] = b.Black, b.Red
	}
	table := last.Table()
	if table[0].Number != 1 || table[0].Points <= 2*table[0].Games {
		t.Errorf("no streak: %+v", table[0])
	}
	e.play(weaker)
	running := 0
	for _, b := range e.get().Pairings {
		if b.How == TooLate {
			running++
		}
	}
	now := e.get()
	if running == 0 || now.Table()[0].Points != table[0].Points {
		t.Errorf("%d games ended late, the leader has %d points, had %d", running, now.Table()[0].Points, table[0].Points)
	}
}

// Who joins late gets a half point for the first round alone; a half-point bye is given once, and not in the last round.
func TestLateAndByes(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Swiss, Timing: live, Rounds: 5}, 6)
	e.start()
	e.nextRound()
	if _, err := e.s.Join(t.Context(), e.actor("p7"), e.of); err != nil {
		t.Fatal(err)
	}
	if _, err := e.s.Join(t.Context(), e.actor("p7"), e.of); !errors.Is(err, ErrIn) {
		t.Error(err)
	}
	if _, err := e.s.HalfBye(t.Context(), e.actor("p1"), e.of); err != nil {
		t.Fatal(err)
	}
	if _, err := e.s.HalfBye(t.Context(), e.actor("p1"), e.of); !errors.Is(err, ErrHalf) {
		t.Error(err)
	}
	e.nextRound()
	if _, err := e.s.Join(t.Context(), e.actor("p8"), e.of); !errors.Is(err, ErrLate) {
		t.Error(err)
	}
	e.nextRound()
	if _, err := e.s.HalfBye(t.Context(), e.actor("p2"), e.of); !errors.Is(err, ErrHalf) {
		t.Error(err)
	}
	now := e.get()
	for p, want := range map[string][]Kind{"p7": {Half, Absent}, "p1": {Game, Game, Half, Game}} {
		for i, c := range now.cells(now.Of(id.Player(p)).Number) {
			if i < len(want) && c.Kind != want[i] {
				t.Errorf("%s, round %d: %s", p, i+1, c.Kind)
			}
		}
	}
}

// nextRound plays the round to its end and pairs the next one.
func (e *env) nextRound() {
	e.T.Helper()
	round := e.get().Round
	for e.get().Round == round {
		if !e.due() {
			e.play(weaker)
			e.Pass(10 * time.Second)
		}
	}
	for e.due() {
	}
}

// What directors may do, and that nobody decides about their own game. A correction changes the standings.
func TestDirectors(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	boss, mod, nobody := func() Actor { return e.actor("boss") }, func() Actor { a := e.actor("mod"); a.Manages = "square"; return a }, func() Actor { return e.actor("p2") }
	e.create(Plan{System: Swiss, Timing: live, Rounds: 5}, 6)
	fails := func(what string, want error) func(Change, error) {
		return func(_ Change, err error) {
			t.Helper()
			if !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", what, err, want)
			}
		}
	}
	fails("a stranger starts", ErrNotDirector)(e.s.Start(ctx, nobody(), e.of))
	elsewhere := nobody()
	elsewhere.Manages = "another channel"
	fails("who manages another channel starts", ErrNotDirector)(e.s.Start(ctx, elsewhere, e.of))
	fails("paired before the start", ErrNotStarted)(e.s.PairByHand(ctx, boss(), e.of, 1, 2))
	e.start()
	fails("started twice", ErrStarted)(e.s.Start(ctx, mod(), e.of))
	fails("canceled after the start", ErrStarted)(e.s.Cancel(ctx, boss(), e.of))
	fails("the next round while it is played", ErrPlaying)(e.s.Next(ctx, boss(), e.of))
	fails("a running game", ErrRunning)(e.s.Correct(ctx, boss(), e.of, 1, 1, pairing.Draw, "why"))
	thread := nobody()
	thread.Manages = e.get().InRound(1)[0].Channel
	if !e.get().Directs(thread) || e.get().Directs(elsewhere) || e.get().Directs(nobody()) {
		t.Error("not who manages the thread of a board directs besides, or somebody else does")
	}
	e.play(weaker)
	p1 := e.actor("p1")
	p1.Manages = "square"
	own := e.get().cells(1)[0]
	for _, b := range e.get().InRound(1) {
		if b.Red == 1 || b.Black == 1 {
			fails("their own game", ErrOwnGame)(e.s.Correct(ctx, p1, e.of, 1, b.Number, pairing.Draw, "why"))
			for _, to := range results {
				fails("corrected to "+string(to), nil)(e.s.Correct(ctx, boss(), e.of, 1, b.Number, to, "why"))
			}
			fails("corrected", nil)(e.s.Correct(ctx, boss(), e.of, 1, b.Number, pairing.Draw, strings.Repeat("和", maxReason+1)))
		}
	}
	why, err := e.s.Corrections(ctx, e.of)
	if err != nil || !slices.ContainsFunc(why, func(c Correction) bool { return c.Reason == strings.Repeat("和", maxReason) }) {
		t.Errorf("corrections %+v, %v", why, err)
	}
	if c := e.get().cells(1)[0]; own.Points != 2 || c.Points != 1 || c.How != Corrected {
		t.Errorf("corrected from %+v to %+v", own, c)
	}
	fails("paused", nil)(e.s.Pause(ctx, mod(), e.of))
	e.Pass(time.Hour)
	for e.due() {
	}
	if now := e.get(); now.Round != 1 || now.State != Between {
		t.Error("a round began in the pause")
	}
	fails("their own pair", ErrOwnGame)(e.s.PairByHand(ctx, p1, e.of, 1, 6))
	fails("by hand", nil)(e.s.PairByHand(ctx, boss(), e.of, 1, 6))
	fails("removed", nil)(e.s.Remove(ctx, boss(), e.of, e.get().Entrant(5).Player))
	fails("resumed", nil)(e.s.Resume(ctx, boss(), e.of))
	fails("next", nil)(e.s.Next(ctx, boss(), e.of))
	for e.due() {
	}
	now := e.get()
	if c := now.cells(1)[1]; c.Opponent != 6 || c.Side != 1 || now.cells(5)[1].Kind != "" {
		t.Error(e.told())
	}
	fails("back after a removal", ErrRemoved)(e.s.Join(ctx, e.actor(now.Entrant(5).Player), e.of))
	fails("void with their own game", ErrOwnGame)(e.s.Void(ctx, p1, e.of))
	fails("void", nil)(e.s.Void(ctx, boss(), e.of))
	if now := e.get(); now.State != Done || now.cells(1)[1].How != Voided {
		t.Error(e.told())
	}
	if n := e.Count(`SELECT COUNT(*) FROM matches WHERE status = 0`); n == 0 {
		t.Error("games that were being played were closed")
	}
	fails("after the end", ErrOver)(e.s.Pause(ctx, boss(), e.of))
	if n := e.Count(`SELECT COUNT(*) FROM moderation WHERE act LIKE 'tournament.%' AND by <> ''`); n < 10 {
		t.Errorf("%d entries on the record", n)
	}
}

// A tournament that is ended early lets the games of its round be finished.
func TestEndedEarly(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Swiss, Timing: live, Rounds: 5}, 4)
	e.start()
	_, err := e.s.End(t.Context(), e.actor("boss"), e.of)
	e.OK(err)
	if now := e.get(); now.State != Playing {
		t.Fatal(e.told())
	}
	e.play(weaker)
	if now := e.get(); now.State != Done || now.Table()[0].Points != 2 {
		t.Error(e.told())
	}
}

// An erased player becomes a numbered one: their results stay, and nothing names them.
func TestErased(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Swiss, Timing: live, Rounds: 3}, 4)
	e.start()
	e.play(weaker)
	before := e.get().Table()
	all, err := e.s.Owner().Export(t.Context(), e.s.db.Read(), "p2")
	i := slices.IndexFunc(before, func(r Row) bool { return r.Entrant.Player == "p2" })
	if mine := all[0].Value.([]exported)[0]; err != nil || mine.Points != before[i].Points || mine.Place != before[i].Place {
		t.Errorf("%+v, %v", mine, err)
	}
	var seen []int
	e.s.Listen(store.Listener[Change]{InTx: func(_ context.Context, _ store.Tx, c *Change) error {
		seen = append(seen, c.Rounds...)
		return nil
	}})
	e.erase("p2")
	if !slices.Equal(seen, []int{1}) {
		t.Errorf("the messages of rounds %v change", seen)
	}
	if now := e.get(); now.ByName == "" {
		t.Error("a tournament without its creator's name")
	}
	e.erase("boss")
	now := e.get()
	if n := e.Count(`SELECT COUNT(*) FROM tournament_players WHERE player = 'p2' OR name = 'name of p2'`); n != 0 || now.By != "" || now.ByName != "" {
		t.Errorf("%d rows name them, created by %q, %q", n, now.By, now.ByName)
	}
	for i, row := range now.Table() {
		if row.Points != before[i].Points || row.Number != before[i].Number {
			t.Errorf("%+v, was %+v", row, before[i])
		}
	}
	if gone := now.Entrant(2); !gone.Gone() || gone.Status != Out {
		t.Errorf("%+v", gone)
	}
}
