package match_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store/shards"
	"yeye/game"
)

// A channel's matches in lists and single reads.
func TestByChannel(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	var ids []id.Match
	names := func(all []match.Match) string {
		s := ""
		for _, m := range all {
			s += fmt.Sprint(slices.Index(ids, m.ID))
		}
		return s
	}
	begin := func(seats [2]match.Seat) id.Match {
		t.Helper()
		e.pass(time.Hour)
		m := e.start(t, seats)
		ids = append(ids, m.ID)
		return m.ID
	}
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := e.Latest(ctx, room); !errors.Is(err, match.ErrNoMatch) {
		t.Errorf("of an empty channel: %v", err)
	}
	_, err := e.Resign(ctx, e.from("mei", match.FromCommand), begin(meiAgainstKid)) // 0: over
	ok(err)
	_, err = e.Rule(ctx, e.from("mod", match.FromCommand), begin(meiAgainstTom), match.PausedByModerator) // 1: adjourned
	ok(err)
	_, err = e.Rule(ctx, e.from("mod", match.FromCommand), begin(meiAgainstTom), match.DeletedByModerator) // 2: removed
	ok(err)
	study := e.study(t, room) // 3: a study
	ids = append(ids, study.ID)
	e.pass(time.Hour)
	_, err = e.studies.Close(ctx, e.from("mei", match.FromCommand), study.ID)
	ok(err)
	if latest, err := e.Latest(ctx, room); err != nil || latest.ID != study.ID {
		t.Errorf("the latest: %v %v", latest.ID, err)
	}
	if latest, err := e.LatestCompetitive(ctx, room); err != nil || latest.ID != ids[1] {
		t.Errorf("the latest with a result: %v %v", latest.ID, err)
	}
	open := begin(exhibition) // 4: open
	for range 3 {             // changed before the study is closed again: the open one is still first
		e.pass(-time.Hour)
	}
	if here, err := e.ByChannel(ctx, room, 10); err != nil || names(here) != "4130" {
		t.Errorf("here: %s %v", names(here), err)
	}
	if here, err := e.ByChannel(ctx, room, 2); err != nil || names(here) != "41" {
		t.Errorf("two of what is here: %s %v", names(here), err)
	}
	if latest, err := e.Latest(ctx, room); err != nil || latest.ID != open {
		t.Errorf("what is open is the latest: %v %v", latest.ID, err)
	}
	if now, err := e.InChannel(ctx, room); err != nil || now.ID != open {
		t.Errorf("open here: %v %v", now.ID, err)
	}
	all, err := e.Open(ctx, shards.Part{})
	if err != nil || len(all) != 1 || all[0].Subject != (id.Subject{Kind: "exhibition", ID: open}) || all[0].Channel != room {
		t.Errorf("open: %+v %v", all, err)
	}
	for guild, want := range map[id.Guild]int{all[0].Guild: 1, "yard": 0} {
		if on, err := e.InGuild(ctx, guild); err != nil || len(on) != want || want > 0 && on[0] != all[0] {
			t.Errorf("open in guild %q: %+v %v", guild, on, err)
		}
	}
	if n, err := e.Count(ctx); err != nil || len(n) != 1 || n["exhibition"] != 1 {
		t.Errorf("counted: %v %v", n, err)
	}
}

// A player's matches, oldest change first; beyond the limit the adjourned ones are left out first.
func TestByPlayer(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	var ids []id.Match
	for n := range 5 {
		e.pass(time.Hour)
		seats := meiAgainstTom
		if n%2 == 1 {
			seats[0], seats[1] = seats[1], seats[0]
		}
		m, err := of(e.Start(ctx, e.from("tom", match.FromCommand), match.Terms{Channel: e.newChannel(), Seats: seats, Position: game.Start()}))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, m.ID)
	}
	if _, err := e.Rule(ctx, e.from("mod", match.FromCommand), ids[3], match.PausedByModerator); err != nil { // the last change
		t.Fatal(err)
	}
	if _, err := e.Resign(ctx, e.from("tom", match.FromCommand), ids[4]); err != nil {
		t.Fatal(err)
	}
	for limit, want := range map[int][]id.Match{10: {ids[0], ids[1], ids[2], ids[3]}, 3: {ids[0], ids[1], ids[2]}, 2: {ids[1], ids[2]}} {
		all, err := e.ByPlayer(ctx, "mei", limit)
		var got []id.Match
		for _, m := range all {
			got = append(got, m.ID)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%d: %v, not %v; %v", limit, got, want, err)
		}
	}
	for _, nobody := range []id.Player{"", "linh"} {
		if all, err := e.ByPlayer(ctx, nobody, 10); err != nil || len(all) != 0 {
			t.Errorf("of %q: %d %v", nobody, len(all), err)
		}
	}
}

func TestRunning(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	var running []id.Match
	for _, clock := range []string{"5+3", "none", "3d"} {
		g := startTimed(t, e, clock, meiAgainstTom)
		g.moves("h2e2", 0)
		g.moves("h9g7", 0)
		if clock != "none" {
			running = append(running, g.id)
		}
	}
	slices.Sort(running)
	if ids, err := e.Running(ctx, shards.Part{}, "", 10); err != nil || !slices.Equal(ids, running) {
		t.Errorf("%v %v", ids, err)
	}
	if ids, err := e.Running(ctx, shards.Part{}, "", 1); err != nil || !slices.Equal(ids, running[:1]) {
		t.Errorf("the first: %v %v", ids, err)
	}
	if ids, err := e.Running(ctx, shards.Part{}, running[0], 10); err != nil || !slices.Equal(ids, running[1:]) {
		t.Errorf("those after it: %v %v", ids, err)
	}
}

// BenchmarkLoad loads a study of 20 000 plies.
func BenchmarkLoad(b *testing.B) {
	e := newEnv(b)
	m := e.study(b, room)
	round := []string{"h0g2", "h9g7", "g2h0", "g7h9"}
	for _, plies := range []int{2000, 8000, 20_000} {
		b.Run(fmt.Sprint(plies), func(b *testing.B) {
			moves := make([]game.Move, plies)
			for i := range moves {
				moves[i] = move(round[i%4])
			}
			if _, err := e.db.Write().Exec(b.Context(), `UPDATE matches SET moves = ?`, game.MovesText(moves)); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.Get(b.Context(), m.ID); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
