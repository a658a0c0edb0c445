package tournament

import (
	"testing"

	"yeye/ai/character"
	"yeye/bot/id"
	"yeye/bot/match"
)

// Whoever has the bye plays a casual game with a character, which the tournament does not wait for and does not count.
func TestFiller(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Swiss, Timing: live, Rounds: 3, Filler: character.Uncle.Digit()}, 5)
	e.start()
	bye := func() *Board {
		t.Helper()
		now := e.get()
		for _, b := range now.InRound(now.Round) {
			if b.Kind == Bye {
				return b
			}
		}
		t.Fatal(e.told())
		return nil
	}
	b := bye()
	m := e.Get(b.Match)
	if m.Mode != match.Versus || m.CasualReason != match.Agreed || m.Seats[0].Player != e.get().Entrant(b.Red).Player ||
		m.Seats[1].Level != character.Uncle {
		t.Errorf("%+v", m)
	}
	want := e.get().Table()
	if _, err := e.Matches.Resign(t.Context(), e.By(m.Seats[0].Player), m.ID); err != nil {
		t.Fatal(err)
	}
	for i, row := range e.get().Table() {
		if row.Points != want[i].Points || row.Games != want[i].Games {
			t.Errorf("%+v, was %+v", row, want[i])
		}
	}
	e.play(weaker) // the games that count
	now := e.get()
	if now.State != Between {
		t.Fatal(e.told())
	}
	first := e.Get(m.ID)
	e.Pass(pauseFor(now))
	for e.due() {
	}
	second := e.Get(bye().Match)
	if first.Status != match.Ended || second.Status != match.Open || second.ID == first.ID {
		t.Errorf("%v, then %v", first.Status, second.Status)
	}
	e.play(weaker) // the tournament goes on while the game for fun is played
	if now = e.get(); now.State != Between || e.Get(second.ID).Status != match.Open {
		t.Error(e.told())
	}
}

// A game for fun that has not begun in its round, because that was over at once, does not begin beside the game of the next.
func TestFillerOfItsRound(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Swiss, Timing: live, Rounds: 4, Filler: character.Uncle.Digit()}, 3)
	e.start()
	for _, p := range []id.Player{"p1", "p2"} {
		_, err := e.s.HalfBye(t.Context(), e.actor(p), e.of)
		e.OK(err)
	}
	e.nextRound()
	e.nextRound()
	now := e.get()
	for _, b := range now.Pairings {
		if b.Kind == Bye && (b.Match != "") != (b.Round != 2) {
			t.Errorf("round %d of %d: match %q", b.Round, now.Round, b.Match)
		}
	}
	if c := now.cells(now.Of("p3").Number); c[1].Kind != Bye || now.Round != 3 {
		t.Error(e.told())
	}
}
