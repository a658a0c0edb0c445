package tournament

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"yeye/bot/id"
)

// A director who plays removes nobody against whom they have a game to play, whatever else that player is playing: the point would be
// theirs.
func TestNoPointByARemoval(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Arranged, Timing: live, Length: 48 * time.Hour}, 3)
	e.start()
	now := e.get()
	for i := range now.Pairings {
		if b := &now.Pairings[i]; b.has(2) && b.has(3) {
			for _, p := range []id.Player{"p2", "p3"} {
				_, err := e.s.Ready(t.Context(), e.actor(p), e.of, b.Round, b.Number)
				e.OK(err)
			}
		}
	}
	for e.due() {
	}
	own := e.actor("p1")
	own.Manages = "square"
	if _, err := e.s.Remove(t.Context(), own, e.of, "p2"); !errors.Is(err, ErrOwnGame) {
		t.Errorf("removed by an opponent: %v", err)
	}
	if _, err := e.s.Remove(t.Context(), e.actor("boss"), e.of, "p2"); err != nil {
		t.Error(err)
	}
	if now = e.get(); now.Of("p2").Status != Removed || now.Table()[0].Points != 2 {
		t.Error(e.told())
	}
}

// Where the rounds of a round robin are paired one by one, neither in a round before theirs.
func TestNoPointOfALaterRound(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Robin, Timing: live}, 4)
	e.start()
	own := e.actor("p1")
	own.Manages = "square"
	for n := 2; n <= 4; n++ {
		if _, err := e.s.Remove(t.Context(), own, e.of, id.Player(fmt.Sprint("p", n))); !errors.Is(err, ErrOwnGame) {
			t.Errorf("player %d: %v", n, err)
		}
	}
	if _, err := e.s.Remove(t.Context(), e.actor("boss"), e.of, "p2"); err != nil {
		t.Error(err)
	}
}

// Nor do they take back that they were paired by hand.
func TestOwnPairByHandStays(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Swiss, Timing: live, Rounds: 5}, 6)
	e.start()
	own := func() Actor {
		a := e.actor("p1")
		a.Manages = "square"
		return a
	}
	_, err := e.s.PairByHand(t.Context(), e.actor("boss"), e.of, 1, 2)
	e.OK(err)
	if _, err := e.s.PairByHand(t.Context(), own(), e.of, 2, 3); !errors.Is(err, ErrOwnGame) {
		t.Errorf("an opponent is paired with somebody else: %v", err)
	}
	if _, err := e.s.PairByHand(t.Context(), own(), e.of, 3, 4); err != nil {
		t.Error(err)
	}
	if _, err := e.s.PairByHand(t.Context(), e.actor("boss"), e.of, 2, 5); err != nil {
		t.Error(err)
	}
}

// A director who plays settles nothing about their own next game by pairing others: neither who their opponent is, where one is left, nor
// that they have the bye, where nobody is.
func TestNoPairByHandLeavesOne(t *testing.T) {
	for players, refused := range map[int]bool{3: true, 4: true, 5: false} {
		e := newEnv(t)
		e.create(Plan{System: Swiss, Timing: live, Rounds: 3}, players)
		e.start()
		own := e.actor("p1")
		own.Manages = "square"
		_, err := e.s.PairByHand(t.Context(), own, e.of, 2, 3)
		if errors.Is(err, ErrOwnGame) != refused || !refused && err != nil {
			t.Errorf("%d players: %v", players, err)
		}
		if refused && len(e.get().InRound(e.get().Round+1)) > 0 {
			t.Errorf("%d players: %s", players, e.told())
		}
		if _, err := e.s.PairByHand(t.Context(), e.actor("boss"), e.of, 2, 3); err != nil {
			t.Errorf("%d players, somebody else: %v", players, err)
		}
	}
}
