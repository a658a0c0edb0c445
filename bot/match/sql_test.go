package match

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/store"
	"yeye/game"
)

func testDB(t testing.TB, now time.Time) *store.DB {
	t.Helper()
	db, _ := testdb.Open(t, func() time.Time { return now })
	return db
}

// full returns a match in which every field is set.
func full(t *testing.T, now time.Time) Match {
	t.Helper()
	moves := []game.Move{}
	for _, text := range []string{"h2e2", "h9g7"} {
		m, err := game.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
	}
	g, err := game.Replay(LeftHorse.Position(), game.NoChase, moves)
	if err != nil {
		t.Fatal(err)
	}
	ago := func(n int) time.Time { return now.Add(-time.Duration(n) * time.Minute) }
	return Match{
		ID: "aaaaaaaaaa", Mode: Duel, Guild: "park", Channel: "room", Status: Ended,
		Seats:   [2]Seat{{Player: "mei", Name: "Mei", Newcomer: true}, {Player: "tom", Name: "Tom", Open: true}},
		Starter: "mei", Locale: "zh-CN", Seed: 1<<63 + 5, Game: g,
		Outcome: game.Outcome{Result: game.BlackWins, Method: game.Resignation},
		Rev:     7, Turn: 3, Created: ago(9), Touched: ago(8), Acted: [2]time.Time{ago(7), ago(6)}, Played: ago(5),
		Next:    Act{Warn, ago(4)},
		Offer:   Offer{Kind: OfferTransfer, By: game.Black, Turn: 2, Guild: "yard", Channel: "bench"},
		Offered: [2]Offered{2, 4}, Odds: LeftHorse, Reminded: true, Ruling: PausedByModerator, RuledBy: "mod",
		Scores: Scores{{1, -20}, {3, 40}},
		Clock: Clock{TimeControl: TimeControl{Base: 5 * time.Minute, PerMove: time.Minute, Byoyomi: 30 * time.Second}, Spent: 9 * time.Second, Left: [2]time.Duration{time.Minute, 2 * time.Minute},
			Since: ago(3), Warned: [2]bool{true, false}},
		CasualReason: AfterHint, CasualTurn: 2,
	}
}

var sameMatch = cmp.Options{
	cmp.AllowUnexported(Match{}), // the boards of flipped chess and of blindfold games, of which these have none
	cmp.Comparer(func(a, b *game.Game) bool {
		if a == nil || b == nil {
			return a == b
		}
		return a.Start() == b.Start() && *a.Position() == *b.Position() && a.Rules() == b.Rules() && a.Outcome() == b.Outcome() &&
			cmp.Equal(a.Moves(), b.Moves(), cmpopts.EquateEmpty())
	}),
	cmpopts.EquateApproxTime(0),
}

func TestEveryFieldIsStored(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	db := testDB(t, now)
	s := NewService(db)
	want := full(t, now)
	write := func(f func(store.Tx) error) {
		t.Helper()
		if err := db.Tx(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
	check := func() {
		t.Helper()
		got, err := s.Get(t.Context(), want.ID)
		if d := cmp.Diff(want, got, sameMatch); err != nil || d != "" {
			t.Errorf("%v %s", err, d)
		}
	}
	write(func(tx store.Tx) error { insertMatch(t.Context(), tx, &want); return nil })
	check()

	// And every field is updated.
	other := Match{ID: want.ID, Mode: Versus, Game: game.NewGame(game.Start(), game.Asian), Rev: 8, Seats: [2]Seat{{Team: 1}, {Team: 2}}}
	write(func(tx store.Tx) error {
		changed, err := updateMatch(t.Context(), tx, &other, want.Rev)
		if !changed {
			t.Error("not written on its own revision")
		}
		return err
	})
	want = other
	check()
	write(func(tx store.Tx) error {
		changed, err := updateMatch(t.Context(), tx, &other, 7)
		if changed {
			t.Error("written on a revision that it no longer has")
		}
		return err
	})
}

// A value stored by a later program is not mistaken for another.
func TestUnknownNamesAreErrors(t *testing.T) {
	now := time.Now()
	for _, c := range []struct{ column, value string }{
		{"kind", "tournament"}, {"odds", "queen"}, {"rules", "mine"}, {"clock", "9 lives"}, {"casual", "tired"}, {"scores", "x"},
		{"result", "maybe"}, {"method", "magic"}, {"start", "nothing"}, {"moves", "a0a9"}, {"moves", "hello"},
	} {
		db := testDB(t, now)
		s := NewService(db)
		m := full(t, now)
		if err := db.Tx(t.Context(), func(tx store.Tx) error {
			insertMatch(t.Context(), tx, &m)
			_, err := tx.Exec(t.Context(), `UPDATE matches SET `+c.column+` = ?`, c.value)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Get(t.Context(), m.ID); err == nil || errors.Is(err, ErrNoMatch) {
			t.Errorf("%s %q: %v", c.column, c.value, err)
		}
		if c.column == "kind" {
			declared := NewService(db)
			declared.Declare(Mode{Kind: id.Kind(c.value), TwoPlayers: true})
			if got, err := declared.Get(t.Context(), m.ID); err != nil || !got.Mode.TwoPlayers {
				t.Errorf("a mode that has been declared: %+v %v", got.Mode, err)
			}
		}
	}
}

// A game with the odds that earlier versions called nine pieces continues from its own start.
func TestOldNinePieces(t *testing.T) {
	now := time.Now()
	db := testDB(t, now)
	m := full(t, now)
	m.Odds, m.Game = oldNine, game.NewGame(oldNine.Position(), game.Asian)
	if err := db.Tx(t.Context(), func(tx store.Tx) error { insertMatch(t.Context(), tx, &m); return nil }); err != nil {
		t.Fatal(err)
	}
	got, err := NewService(db).Get(t.Context(), m.ID)
	if err != nil || got.Odds.String() != "nine-men" || got.Game.Start() != got.Odds.Position() || got.Odds.Position() == NinePieces.Position() {
		t.Errorf("%v %v", got.Odds, err)
	}
}

// Frequent queries use an index: none is slower with more matches.
func TestQueryPlans(t *testing.T) {
	testdb.OnSQLite(t)
	db := testDB(t, time.Now())
	s := NewService(db)
	for name, where := range map[string]string{
		"by id": whereID, "open in a channel": whereOpenIn, "latest": whereLatest(nil), "latest with a result": whereLatest(s.competitive()),
		"by channel": whereInChannel, "held in a channel": wherePausedIn, "adjourned in a channel": whereAdjournedIn, "by player": whereSits, "export": whereAbout, "erase": wherePlayed,
	} {
		explain(t, db, name, `SELECT `+columns+` FROM matches `+where)
	}
	for name, query := range map[string]string{
		"series":     selectEnded,
		"open":       `SELECT id FROM matches WHERE status = 0 ORDER BY touched DESC, id`,
		"running":    `SELECT id FROM matches WHERE clock_since > 0 AND id > ? ORDER BY id LIMIT ?`,
		"of player":  `SELECT COUNT(*) FROM matches WHERE starter = ? AND status = 0`,
		"in a guild": `SELECT COUNT(*) FROM matches WHERE guild = ? AND status = 0`,
		"of a guild": selectOpenInGuild,
		"seated":     `SELECT COUNT(*) FROM matches WHERE status IN (0, 4) AND (red_player = ? OR black_player = ?)`,
		"tidy":       selectRemovedBefore,
	} {
		explain(t, db, name, query)
	}
}

func explain(t *testing.T, db *store.DB, name, query string) {
	t.Helper()
	details := testdb.Plan(t, db, query)
	for _, detail := range details {
		if strings.HasPrefix(detail, "SCAN ") && !strings.Contains(detail, "USING INDEX matches_open") && !strings.Contains(detail, "USING INDEX matches_running") &&
			!strings.Contains(detail, "USING INDEX matches_guests") &&
			!strings.Contains(detail, "USING COVERING INDEX matches_running") && !strings.HasPrefix(detail, "SCAN seats") && !strings.HasPrefix(detail, "SCAN (") {
			t.Errorf("%s: %s", name, detail)
		}
		t.Log(name, detail)
	}
}
