package study_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"yeye/bot/feature/study"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/game"
)

// Guests move on a study and take back, like its owner; only the owner may do anything else with it.
func TestGuests(t *testing.T) {
	e := newEnv(t)
	m := e.study(room, game.StartFEN)
	step := func(p id.Player, text string) error {
		c, err := e.Matches.Step(t.Context(), e.By(p), m.ID, m.Turn, move(text))
		if err == nil {
			m = c.Match
		}
		return err
	}
	if err := step("tom", "h2e2"); !errors.Is(err, match.ErrNotSeated) {
		t.Errorf("a stranger's move: %v", err)
	}
	if _, err := e.Invite(t.Context(), e.By("tom"), m.ID, "tom"); !errors.Is(err, match.ErrNotSeated) {
		t.Errorf("a stranger invites: %v", err)
	}
	c, err := e.Invite(t.Context(), e.By("mei"), m.ID, "tom")
	if err != nil || !slices.Equal(c.Match.Guests, []id.Player{"tom"}) || c.Match.Turn != m.Turn || c.PositionChanged() {
		t.Fatalf("invited: %v, turn %d after %d, %v", c.Match.Guests, c.Match.Turn, m.Turn, err)
	}
	if _, err := e.Invite(t.Context(), e.By("mei"), m.ID, "tom"); !errors.Is(err, study.ErrGuest) {
		t.Errorf("invited again: %v", err)
	}
	if now, err := e.Matches.Get(t.Context(), m.ID); err != nil || !slices.Equal(now.Guests, []id.Player{"tom"}) || now.Turn != m.Turn || now.Rev != c.Match.Rev {
		t.Errorf("after a second invitation: %v, turn %d, %v", now.Guests, now.Turn, err)
	}
	for i, text := range []string{"h2e2", "h9g7", "h0g2"} {
		if err := step([]id.Player{"tom", "mei", "tom"}[i], text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	c, err = e.Matches.TakebackAt(t.Context(), e.By("tom"), m.ID, m.Turn)
	if m = c.Match; err != nil || m.Game.Ply() != 2 {
		t.Errorf("taken back to ply %d, %v", m.Game.Ply(), err)
	}
	if stored, err := e.Matches.Get(t.Context(), m.ID); err != nil || !stored.IsGuest("tom") || stored.IsGuest("mei") || stored.IsGuest("to") || stored.IsGuest("") {
		t.Errorf("stored: %v, %v", stored.Guests, err)
	}
	by := e.By("tom")
	for name, f := range map[string]func() error{
		"close":    func() error { _, err := e.Close(t.Context(), by, m.ID); return err },
		"reset":    func() error { _, err := e.Reset(t.Context(), by, m.ID, m.Turn); return err },
		"set up":   func() error { _, err := e.SetUp(t.Context(), by, m.ID, study.Board{Game: m.Game}); return err },
		"invite":   func() error { _, err := e.Invite(t.Context(), by, m.ID, "linh"); return err },
		"dismiss":  func() error { _, err := e.Dismiss(t.Context(), by, m.ID); return err },
		"transfer": func() error { _, err := e.Matches.Transfer(t.Context(), by, m.ID, "", "elsewhere"); return err },
		"resign":   func() error { _, err := e.Matches.Resign(t.Context(), by, m.ID); return err },
		"leave":    func() error { _, err := e.Matches.Leave(t.Context(), by, m.ID); return err },
	} {
		if err := f(); !errors.Is(err, match.ErrNotSeated) {
			t.Errorf("a guest may %s: %v", name, err)
		}
	}
	if c, err = e.Dismiss(t.Context(), e.By("mei"), m.ID); err != nil || len(c.Match.Guests) != 0 {
		t.Errorf("dismissed: %v, %v", c.Match.Guests, err)
	}
	if err := step("tom", "h0g2"); !errors.Is(err, match.ErrNotSeated) {
		t.Errorf("a move after that: %v", err)
	}
}

// The number of guests is limited, and a game has none.
func TestMaxGuests(t *testing.T) {
	e := newEnv(t)
	m := e.study(room, game.StartFEN)
	for n := range study.MaxGuests + 1 {
		_, err := e.Invite(t.Context(), e.By("mei"), m.ID, id.Player(fmt.Sprint(n)))
		if want := n < study.MaxGuests; (err == nil) != want || !want && !errors.Is(err, study.ErrManyGuests) {
			t.Errorf("guest %d: %v", n+1, err)
		}
	}
	other, err := of(e.Matches.Start(t.Context(), e.By("mei"),
		match.Terms{Mode: match.Versus, Channel: "elsewhere", Seats: [2]match.Seat{{Player: "mei"}, {Level: 1}}, Position: game.Start(), Locale: "en-US"}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Invite(t.Context(), e.By("mei"), other.ID, "tom"); !errors.Is(err, match.ErrNotSeated) {
		t.Errorf("invited to a game: %v", err)
	}
}

// A guest's data is exported, and a guest is removed from studies when erased; others stay, even those with a similar
// id.
func TestGuestsAreErased(t *testing.T) {
	e := newEnv(t)
	m := e.study(room, game.StartFEN)
	for _, p := range []id.Player{"11", "1", "12"} {
		if _, err := e.Invite(t.Context(), e.By("mei"), m.ID, p); err != nil {
			t.Fatal(err)
		}
	}
	about, err := e.Matches.About(t.Context(), "1")
	if err != nil || len(about) != 1 || about[0].ID != m.ID {
		t.Errorf("about the guest: %d, %v", len(about), err)
	}
	if about, err := e.Matches.About(t.Context(), "2"); err != nil || len(about) != 0 {
		t.Errorf("about a stranger: %d, %v", len(about), err)
	}
	if err := e.DB.Tx(t.Context(), func(tx store.Tx) error { return e.Matches.Owner().Erase(t.Context(), tx, "1") }); err != nil {
		t.Fatal(err)
	}
	left, err := e.Matches.Get(t.Context(), m.ID)
	if err != nil || !slices.Equal(left.Guests, []id.Player{"11", "12"}) || left.Rev <= m.Rev {
		t.Errorf("left: %v at revision %d, %v", left.Guests, left.Rev, err)
	}
}
