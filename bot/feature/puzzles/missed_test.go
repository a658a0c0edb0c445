package puzzles

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
)

// miss keeps chances of one player in one game each, which ended an hour after each other.
func miss(t *testing.T, s *Service, p id.Player, games ...id.Match) {
	t.Helper()
	err := s.db.WriteTx(t.Context(), func(tx store.Tx) {
		for i, g := range games {
			played := time.Unix(1_800_000_000, 0).Add(time.Duration(i) * time.Hour)
			s.AddChance(t.Context(), tx, Chance{Player: p, Game: g, Ply: 20, Played: played})
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// prove makes the chances of a game the collection's n-th puzzle, or none.
func prove(t *testing.T, s *Service, of id.Match, n int) {
	t.Helper()
	open, err := s.Unproved(t.Context(), of)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range open {
		if err := s.SaveProof(t.Context(), c, s.all[max(n, 0)], n >= 0); err != nil {
			t.Fatal(err)
		}
	}
}

// TestMissed offers the chances that proved to be puzzles, those of the latest game first and those whose solution was shown last, to
// their player alone and until they are solved.
func TestMissed(t *testing.T) {
	s := open(t)
	miss(t, s, mei, "early", "middle", "late")
	miss(t, s, "202", "early")
	is := func(want id.Match, left int) {
		t.Helper()
		c, n, err := s.NextChance(t.Context(), mei)
		if want == "" && !errors.Is(err, ErrNone) || want != "" && (err != nil || c.Game != want || n != left) {
			t.Fatalf("%q of %d, want %q of %d (%v)", c.Game, n, want, left, err)
		}
	}
	is("", 0) // nothing is proved yet
	prove(t, s, "early", 0)
	prove(t, s, "middle", -1)
	prove(t, s, "late", 1)
	is("late", 2)
	if err := s.PostponeChance(t.Context(), mei, s.all[1].ID()); err != nil {
		t.Fatal(err)
	}
	is("early", 2)
	if err := s.SolveChance(t.Context(), mei, s.all[0].ID()); err != nil {
		t.Fatal(err)
	}
	is("late", 1)
	if c, err := s.Chance(t.Context(), mei, s.all[1].ID()); err != nil || c.Puzzle.String() != s.all[1].String() {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := s.Chance(t.Context(), "203", s.all[1].ID()); !errors.Is(err, ErrUnknown) {
		t.Errorf("of somebody else: %v", err)
	}
	if _, n, err := s.NextChance(t.Context(), "202"); err != nil || n != 1 {
		t.Errorf("the opponent's: %d (%v)", n, err)
	}
	if err := s.db.WriteTx(t.Context(), func(tx store.Tx) { s.DeleteChances(t.Context(), tx, "late") }); err != nil {
		t.Fatal(err)
	}
	is("", 0)
}

// TestMostMissed keeps those of the latest games.
func TestMostMissed(t *testing.T) {
	s := open(t)
	var games []id.Match
	for i := range maxChances + 10 {
		games = append(games, id.Match(fmt.Sprintf("game%06d", i)))
	}
	miss(t, s, mei, games...)
	kept, err := store.All(t.Context(), s.db.Read(), store.Value[id.Match], `SELECT game FROM puzzle_chances ORDER BY played`)
	if err != nil || !slices.Equal(kept, games[10:]) {
		t.Errorf("%d are kept, from %v on (%v)", len(kept), kept[:1], err)
	}
}

// TestMissedErased hands a player's chances out, and leaves nothing of them.
func TestMissedErased(t *testing.T) {
	s := open(t)
	miss(t, s, mei, "early", "late")
	miss(t, s, "202", "early")
	prove(t, s, "early", 0)
	own := s.Owner()
	sections, err := own.Export(t.Context(), s.db.Read(), mei)
	if err != nil {
		t.Fatal(err)
	}
	if e := sections[0].Value.(exported); len(e.Missed) != 2 || e.Missed[0].Puzzle != s.all[0].String() || e.Missed[1].Puzzle != "" {
		t.Errorf("exported %+v", e.Missed)
	}
	if err := s.db.Tx(t.Context(), func(tx store.Tx) error { return own.Erase(t.Context(), tx, mei) }); err != nil {
		t.Fatal(err)
	}
	left, err := store.All(context.Background(), s.db.Read(), store.Value[id.Player], `SELECT player FROM puzzle_chances`)
	if err != nil || !slices.Equal(left, []id.Player{"202"}) {
		t.Errorf("left: %v (%v)", left, err)
	}
}
