package session_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"yeye/bot/session"
	"yeye/game"
)

// quietGame plays random moves in a game of Mei's against the Kid until so many
// plies are on the board and it is her turn; the Kid thinks each position worth
// what worth says.
func quietGame(t *testing.T, d *desk, plies int, worth func(ply int) int) session.Session {
	t.Helper()
	for seed := range uint64(50) {
		random := rand.New(rand.NewPCG(seed, 1))
		se, err := d.Start(t.Context(), d.from("mei", session.ByCommand), session.Table{Place: d.anotherRoom(), Seats: meiAgainstKid, Position: game.Start()})
		if err != nil {
			t.Fatal(err)
		}
		for se.Game.Ply() < plies && se.Status == session.Open {
			moves := se.Game.Position().LegalMoves(nil)
			m := moves[random.IntN(len(moves))]
			if se.ToMove() == game.Red {
				se, err = d.Sure(t.Context(), d.from("mei", session.ByControl), se.ID, se.Turn, m)
			} else {
				w := worth(se.Game.Ply())
				se, err = d.Answer(t.Context(), se.ID, se.Turn, m, w, w != unweighed)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if se.Status == session.Open {
			return se
		}
	}
	t.Fatal("no random game lasts long enough")
	return session.Session{}
}

const unweighed = 1 << 20

func TestCharacterAnswersADraw(t *testing.T) {
	even := func(int) int { return -20 }
	for name, c := range map[string]struct {
		plies int
		worth func(ply int) int
		want  bool
	}{
		"even for long":           {44, even, true},
		"even in the opening":     {20, even, false},
		"ahead":                   {44, func(int) int { return 300 }, false},
		"behind":                  {44, func(int) int { return -300 }, false},
		"even for seven moves":    {44, func(ply int) int { return map[bool]int{true: 80, false: 0}[ply < 44-2*7] }, false},
		"even for eight moves":    {44, func(ply int) int { return map[bool]int{true: 80, false: 0}[ply < 44-2*8] }, true},
		"one look that was not":   {44, func(ply int) int { return map[bool]int{true: 51, false: 0}[ply == 41] }, false},
		"some moves out of a hat": {48, func(ply int) int { return map[bool]int{true: unweighed, false: 0}[ply%6 == 1] }, true},
		"never looked":            {44, func(int) int { return unweighed }, false},
		"looked long ago":         {60, func(ply int) int { return map[bool]int{true: unweighed, false: 0}[ply > 20] }, false},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			se := quietGame(t, d, c.plies, c.worth)
			// The scores are those of the store: a restart changes nothing.
			again, err := session.NewService(d.store).OfferDraw(t.Context(), d.from("mei", session.ByCommand), se.Place)
			var on *session.PlaysOnError
			if c.want {
				if err != nil || again.Outcome != (game.Outcome{Result: game.Draw, Method: game.Agreement}) {
					t.Errorf("%+v %v", again.Outcome, err)
				}
			} else if !errors.As(err, &on) || on.Level != 1 {
				t.Errorf("%+v %v", again.Outcome, err)
			}
		})
	}
}

// What is taken back was not thought.
func TestTakebackForgetsScores(t *testing.T) {
	d := newDesk(t)
	se := quietGame(t, d, 44, func(int) int { return 0 })
	before := len(se.Scores)
	se, err := d.Takeback(t.Context(), d.from("mei", session.ByCommand), se.Place)
	if err != nil || before != 8 || len(se.Scores) != before-1 || se.Scores[len(se.Scores)-1].Ply >= se.Game.Ply() {
		t.Fatalf("%d scores, then %v %v", before, se.Scores, err)
	}
	var on *session.PlaysOnError
	if _, err := d.OfferDraw(t.Context(), d.from("mei", session.ByCommand), se.Place); !errors.As(err, &on) {
		t.Errorf("a draw after a takeback: %v", err)
	}
}

func TestScoresAreReadAsWritten(t *testing.T) {
	for _, s := range []session.Scores{nil, {{Ply: 1, Worth: -3}}, {{Ply: 12, Worth: 31990}, {Ply: 14}}} {
		got, ok := session.ParseScores(s.String())
		if !ok || len(got) != len(s) || got.String() != s.String() {
			t.Errorf("%v is read as %v", s, got)
		}
	}
	for _, text := range []string{"1", ":", "1:x", "x:1", "1:2:3"} {
		if s, ok := session.ParseScores(text); ok {
			t.Errorf("%q is read as %v", text, s)
		}
	}
}

// Where nobody can win a character accepts at once.
func TestNobodyWins(t *testing.T) {
	for fen, want := range map[string]bool{
		game.StartFEN:                        false,
		"3k5/4a4/4b4/9/9/9/4P4/9/9/4K4 w":    true,  // a pawn against two
		"3k5/4a4/9/9/9/9/4P4/9/9/4K4 w":      false, // against one
		"3k1a3/4a4/9/9/9/9/4N4/9/9/4K4 w":    true,  // a horse against two advisors
		"3k5/4a4/4b4/9/9/9/4N4/9/9/4K4 w":    false,
		"3k5/9/9/9/9/9/4C4/9/9/4K4 w":        true,  // a cannon with nothing to jump over
		"3k5/9/9/9/9/9/4C4/9/4A4/4K4 w":      false, // with an advisor it wins
		"2bk1a3/4a4/4b4/9/9/9/4R4/9/9/4K4 w": true,  // a rook against a whole guard
		"3k1a3/4a4/4b4/9/9/9/4R4/9/9/4K4 w":  false,
		"3k1a3/4a4/9/9/9/9/4N4/4p4/9/3AK4 w": false, // Black's pawn against one
		"3k1a3/4a4/9/9/3P5/9/4N4/9/9/4K4 w":  false, // two men
	} {
		p, err := game.ParseFEN(fen)
		if err != nil {
			t.Fatalf("%s: %v", fen, err)
		}
		d := newDesk(t)
		se, err := d.Start(t.Context(), d.from("mei", session.ByCommand), session.Table{Place: room, Seats: meiAgainstKid, Position: p})
		if err != nil || se.Status != session.Open {
			t.Fatalf("%s: %+v %v", fen, se.Outcome, err)
		}
		if _, err = d.OfferDraw(t.Context(), d.from("mei", session.ByCommand), room); (err == nil) != want {
			t.Errorf("%s: %v", fen, err)
		}
	}
}
