package match_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"yeye/bot/match"
	"yeye/game"
)

// quietGame plays random moves in a game of Mei's against the Kid until that many plies
// are on the board and it is her turn; value gives the Kid's value of each position.
func quietGame(t *testing.T, e *env, plies int, value func(ply int) int) match.Match {
	t.Helper()
	for seed := range uint64(50) {
		random := rand.New(rand.NewPCG(seed, 1))
		m, err := of(e.Start(t.Context(), e.from("mei", match.FromCommand), match.Terms{Channel: e.newChannel(), Seats: meiAgainstKid, Position: game.Start()}))
		if err != nil {
			t.Fatal(err)
		}
		for m.Game.Ply() < plies && m.Status == match.Open {
			moves := m.Game.Position().LegalMoves(nil)
			mv := moves[random.IntN(len(moves))]
			if m.ToMove() == game.Red {
				m, err = of(e.StepConfirmed(t.Context(), e.from("mei", match.FromCard), m.ID, m.Turn, mv))
			} else {
				w := value(m.Game.Ply())
				m, err = of(e.Answer(t.Context(), &m, mv, w, w != unweighed))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if m.Status == match.Open {
			return m
		}
	}
	t.Fatal("no random game lasts long enough")
	return match.Match{}
}

const unweighed = 1 << 20

func TestCharacterAnswersADraw(t *testing.T) {
	even := func(int) int { return -20 }
	for name, c := range map[string]struct {
		plies int
		value func(ply int) int
		want  bool
	}{
		"even for long":           {44, even, true},
		"even in the opening":     {20, even, false},
		"even for nineteen moves": {38, even, false},
		"even for twenty moves":   {40, even, true},
		"ahead":                   {44, func(int) int { return 300 }, false},
		"behind":                  {44, func(int) int { return -300 }, false},
		"even for seven moves":    {44, func(ply int) int { return map[bool]int{true: 80, false: 0}[ply < 44-2*7] }, false},
		"even for eight moves":    {44, func(ply int) int { return map[bool]int{true: 80, false: 0}[ply < 44-2*8] }, true},
		"as even as may be":       {44, func(ply int) int { return map[bool]int{true: 50, false: -50}[ply%4 == 1] }, true},
		"one look that was not":   {44, func(ply int) int { return map[bool]int{true: 51, false: 0}[ply == 41] }, false},
		"some moves out of a hat": {48, func(ply int) int { return map[bool]int{true: unweighed, false: 0}[ply%6 == 1] }, true},
		"never looked":            {44, func(int) int { return unweighed }, false},
		"looked long ago":         {60, func(ply int) int { return map[bool]int{true: unweighed, false: 0}[ply > 20] }, false},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			m := quietGame(t, e, c.plies, c.value)
			// The scores are in the store: a restart changes nothing.
			again, err := of(match.NewService(e.db).OfferDraw(t.Context(), e.from("mei", match.FromCommand), m.Channel))
			var on *match.PlaysOnError
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

// A takeback removes the scores of its moves.
func TestTakebackForgetsScores(t *testing.T) {
	e := newEnv(t)
	m := quietGame(t, e, 44, func(int) int { return 0 })
	before := len(m.Scores)
	m, err := of(e.Takeback(t.Context(), e.from("mei", match.FromCommand), m.Channel))
	if err != nil || before != 8 || len(m.Scores) != before-1 || m.Scores[len(m.Scores)-1].Ply >= m.Game.Ply() {
		t.Fatalf("%d scores, then %v %v", before, m.Scores, err)
	}
	var on *match.PlaysOnError
	if _, err := e.OfferDraw(t.Context(), e.from("mei", match.FromCommand), m.Channel); !errors.As(err, &on) {
		t.Errorf("a draw after a takeback: %v", err)
	}
}

func TestScoresRoundTrip(t *testing.T) {
	for _, s := range []match.Scores{nil, {{Ply: 1, Value: -3}}, {{Ply: 12, Value: 31990}, {Ply: 14}}} {
		got, ok := match.ParseScores(s.String())
		if !ok || len(got) != len(s) || got.String() != s.String() {
			t.Errorf("%v is read as %v", s, got)
		}
	}
	for _, text := range []string{"1", ":", "1:x", "x:1", "1:2:3"} {
		if s, ok := match.ParseScores(text); ok {
			t.Errorf("%q is read as %v", text, s)
		}
	}
}

// If neither side can win, a character accepts at once.
func TestNobodyWins(t *testing.T) {
	for fen, want := range map[string]bool{
		game.StartFEN:                        false,
		"3k5/4a4/4b4/9/9/9/4P4/9/9/4K4 w":    true,  // a pawn against two
		"3k5/4a4/9/9/9/9/4P4/9/9/4K4 w":      false, // against one
		"3k1a3/4a4/9/9/9/9/4N4/9/9/4K4 w":    true,  // a horse against two advisors
		"3k5/4a4/4b4/9/9/9/4N4/9/9/4K4 w":    false,
		"3k5/9/9/9/9/9/4C4/9/9/4K4 w":        true,  // a cannon with nothing to jump over
		"3k5/9/9/9/9/9/4C4/9/4A4/4K4 w":      false, // with an advisor it wins
		"3k1a3/4a4/9/9/9/9/4C4/9/4A4/4K4 w":  false, // also against two advisors
		"3k5/4a4/4b4/9/9/9/4C4/9/4A4/4K4 w":  true,  // but not where an elephant helps one
		"2bk5/9/4b4/9/9/9/4C4/9/4A4/4K4 w":   true,  // nor against two elephants
		"2bk1a3/4a4/4b4/9/9/9/4R4/9/9/4K4 w": true,  // a rook against a whole guard
		"3k1a3/4a4/4b4/9/9/9/4R4/9/9/4K4 w":  false,
		"3k1a3/4a4/9/9/9/9/4N4/4p4/9/3AK4 w": false, // Black's pawn against one
		"3k1a3/4a4/9/9/3P5/9/4N4/9/9/4K4 w":  false, // two pieces
	} {
		p, err := game.ParseFEN(fen)
		if err != nil {
			t.Fatalf("%s: %v", fen, err)
		}
		e := newEnv(t)
		m, err := of(e.Start(t.Context(), e.from("mei", match.FromCommand), match.Terms{Channel: room, Seats: meiAgainstKid, Position: p}))
		if err != nil || m.Status != match.Open {
			t.Fatalf("%s: %+v %v", fen, m.Outcome, err)
		}
		if _, err = e.OfferDraw(t.Context(), e.from("mei", match.FromCommand), room); (err == nil) != want {
			t.Errorf("%s: %v", fen, err)
		}
	}
}
