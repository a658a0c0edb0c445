package jieqi

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"yeye/game"
)

func position(t *testing.T, fen string) Position {
	t.Helper()
	s, err := ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return s.Position
}

func move(t *testing.T, text string) game.Move {
	t.Helper()
	m, err := game.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Each case is a position, a move, and why it is refused; 0 where it is legal.
func TestLegality(t *testing.T) {
	for name, c := range map[string]struct {
		fen, move string
		why       game.Reason
	}{
		"a face-down advisor goes to the palace's middle":          {"3k5/9/9/9/9/9/9/9/9/3XK4 w", "d0e1", 0},
		"not out of the palace":                                    {"3k5/9/9/9/9/9/9/9/9/3XK4 w", "d0c1", game.OutsidePalace},
		"whose only point is taken by an own piece":                {"3k5/9/9/9/9/9/9/9/4A4/3XK4 w", "d0e1", game.OwnPiece},
		"a face-down elephant stays on its side":                   {"3k5/9/9/9/9/9/9/9/9/2X1K4 w", "c0e2", 0},
		"a face-down elephant's eye":                               {"3k5/9/9/9/9/9/9/9/3P5/2X1K4 w", "c0e2", game.Blocked},
		"an open advisor leaves the palace":                        {"3k5/9/9/9/9/9/9/9/9/3AK4 w", "d0c1", 0},
		"an open advisor is free beyond the river":                 {"3k5/9/9/9/6A2/9/9/9/9/4K4 w", "g5h6", 0},
		"one point only":                                           {"3k5/9/9/9/6A2/9/9/9/9/4K4 w", "g5i7", game.NotItsMove},
		"an open elephant crosses the river":                       {"3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4e6", 0},
		"its eye counts there too":                                 {"3k5/9/9/9/3p5/2B6/9/9/9/4K4 w", "c4e6", game.Blocked},
		"a face-down pawn goes forward":                            {"3k5/9/9/9/9/9/X8/9/9/4K4 w", "a3a4", 0},
		"not sideways":                                             {"3k5/9/9/9/9/9/X8/9/9/4K4 w", "a3b3", game.NotItsMove},
		"an open pawn behind the river goes forward only":          {"3k5/9/9/9/9/9/9/2P6/9/4K4 w", "c2d2", game.NotItsMove},
		"an open pawn beyond it goes sideways":                     {"3k5/9/9/2P6/9/9/9/9/9/4K4 w", "c6d6", 0},
		"on the last rank sideways":                                {"P2k5/9/9/9/9/9/9/9/9/4K4 w", "a9b9", 0},
		"a face-down rook's file":                                  {"3k5/9/9/9/9/9/9/9/9/X3K4 w", "a0a9", 0},
		"a face-down horse's leg":                                  {"3k5/9/9/9/9/9/9/9/1P7/1X2K4 w", "b0c2", game.Hobbled},
		"a face-down cannon takes over a face-down screen":         {"3k5/9/1x7/9/9/1P7/9/1X7/9/4K4 w", "b2b7", 0},
		"a face-down piece between the kings moves along the file": {"4k4/9/9/9/9/9/4X4/9/9/4K4 w", "e3e4", 0},
		"a horse that stands between does not leave the file":      {"4k4/9/9/4N4/9/9/9/9/9/4K4 w", "e6c5", game.KingsFace},
		"a piece that stands between takes along the file":         {"4k4/4p4/9/4R4/9/9/9/9/9/4K4 w", "e6e8", 0},
		"a king does not go where an open advisor attacks":         {"3k5/9/9/9/9/9/9/5a3/9/4K4 w", "e0e1", game.IntoCheck},

		"an open elephant attacks two points away": {"3k5/9/9/9/9/9/6b2/9/9/4K4 w", "e0e1", game.IntoCheck},
		"unless its eye is blocked":                {"3k5/9/9/9/9/9/6b2/5P3/9/4K4 w", "e0e1", 0},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := ParseFEN(c.fen)
			if err != nil {
				t.Fatal(err)
			}
			why := game.Reason(0)
			var illegal *game.IllegalMove
			if err := s.Position.Explain(move(t, c.move)); errors.As(err, &illegal) {
				why = illegal.Reason
			}
			if why != c.why {
				t.Errorf("%s: reason %d, want %d", c.move, why, c.why)
			}
			if legal := s.Position.IsLegal(move(t, c.move)); legal != (c.why == 0) {
				t.Errorf("%s: legal %v", c.move, legal)
			}
		})
	}
}

// There may be more moves than xiangqi has room for: face-down rooks, cannons and horses beside the open ones.
func TestManyMoves(t *testing.T) {
	p := position(t, "3k1P2R/5A3/5C3/2BB5/6C2/3R5/2N1N4/1X5X1/2A1K4/X7X b P4 - 0 60")
	p.Do(move(t, "d9d8"), game.NoRole)
	if n := len(p.LegalMoves(nil)); n != 152 || n <= game.MaxMoves || n > MaxMoves {
		t.Errorf("%d moves", n)
	}
	if n := p.Perft(&Deal{}, 1); n != 152 {
		t.Errorf("%d moves counted", n)
	}
}

// A piece is judged by what it is once it is turned over, not by the role in which it moved.
func TestCheckAfterTurning(t *testing.T) {
	for name, c := range map[string]struct {
		fen, move string
		turned    game.Role
		check     bool
	}{
		"a face-down pawn that is a rook":       {"4k4/9/9/9/9/9/2X1X4/9/9/3K5 w", "e3e4", game.Rook, true},
		"a face-down pawn that is a horse":      {"4k4/9/9/9/9/9/2X1X4/9/9/3K5 w", "e3e4", game.Horse, false},
		"a face-down rook that is an elephant":  {"3k5/9/9/9/9/9/9/9/9/X3K4 w", "a0a9", game.Elephant, false},
		"the same as a rook":                    {"3k5/9/9/9/9/9/9/9/9/X3K4 w", "a0a9", game.Rook, true},
		"a face-down rook that is an advisor":   {"3k5/9/9/9/9/9/9/9/9/2X1K4 w", "c0e2", game.Advisor, false},
		"a face-down pawn that is a cannon":     {"4k4/9/9/4x4/9/9/4X4/9/9/3K5 w", "e3e4", game.Cannon, true},
		"a face-down cannon that is an advisor": {"9/3k5/9/9/9/9/9/1X7/9/4K4 w", "b2b9", game.Advisor, false},
	} {
		s, err := ParseFEN(c.fen)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		p := s.Position
		if err := p.Explain(move(t, c.move)); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		p.Do(move(t, c.move), c.turned)
		if p.InCheck() != c.check {
			t.Errorf("%s: check %v, want %v", name, p.InCheck(), c.check)
		}
	}
}

func play(t *testing.T, g *Game, moves string) {
	t.Helper()
	for _, m := range strings.Fields(moves) {
		if err := g.Play(move(t, m)); err != nil {
			t.Fatalf("%s: %v", m, err)
		}
	}
}

// Positions and moves, with how the game then stands.
func TestOutcomes(t *testing.T) {
	for name, c := range map[string]struct {
		fen, moves string
		result     game.Result
		method     game.Method
	}{
		"mate by an open rook":                 {"3k5/9/9/9/9/9/9/9/R8/1R2K4 w", "b0b9", game.Ongoing, game.NoMethod},
		"mate by two rooks":                    {"3k5/R8/9/9/9/9/9/9/9/1R2K4 w", "b0b9", game.RedWins, game.Checkmate},
		"stalemate":                            {"3k5/9/4R4/9/9/9/9/9/9/4K4 w", "e7e8", game.RedWins, game.Stalemate},
		"check with every move":                {"4k4/9/9/9/9/9/9/9/R8/3K1p3 w", "a1a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9", game.BlackWins, game.PerpetualCheck},
		"any other third occurrence is a draw": {"4k4/9/9/9/9/9/9/9/R8/3K1p3 w", "a1a2 e9e8 a2a1 e8e9 a1a2 e9e8 a2a1 e8e9", game.Draw, game.Repetition},
		"kings alone":                          {"4k4/9/9/9/9/9/9/9/3r5/3K5 w", "d0d1", game.Draw, game.Material},
		"an advisor against a king is no draw": {"4k4/9/9/9/9/9/9/4A4/3r5/3K5 w", "d0d1", game.Ongoing, game.NoMethod},
		"the limit":                            {"4k4/9/9/9/9/9/9/9/R8/3K5 w - - 79 60", "a1a2", game.Draw, game.MoveLimit},
		"which a piece turned over puts off":   {"4k4/9/9/9/9/9/X8/9/9/3K5 w - - 79 60", "a3a4", game.Ongoing, game.NoMethod},
		"mate matters more than the limit":     {"3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 79 60", "b0b9", game.RedWins, game.Checkmate},
		"stalemate with only face-down pieces": {"5k3/9/9/9/4r4/9/9/8r/1p1n5/2XK5 b", "i2i1", game.BlackWins, game.Stalemate},
	} {
		t.Run(name, func(t *testing.T) {
			d := Identity()
			s, err := ParseFEN(c.fen)
			if err != nil {
				t.Fatal(err)
			}
			g := NewGameFrom(s.Position, d)
			play(t, g, c.moves)
			if o := g.Outcome(); o.Result != c.result || o.Method != c.method {
				t.Errorf("%v %v, want %v %v", o.Result, o.Method, c.result, c.method)
			}
		})
	}
}

// A move is risky if it brings about a lost repetition, or lets the opponent's next move do so.
func TestRisk(t *testing.T) {
	lost := game.Outcome{Result: game.BlackWins, Method: game.PerpetualCheck}
	for name, c := range map[string]struct {
		fen, moves, move string
		want             game.Outcome
	}{
		"at once":                       {"4k4/9/9/9/9/9/9/9/R8/3K1p3 w", "a1a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9", "a8a9", lost},
		"with the opponent's next move": {"R8/4k4/9/9/9/9/9/9/9/3K1p3 w", "a9a8 e8e9 a8a9 e9e8 a9a8 e8e9", "a8a9", lost},
		"not a round before":            {"R8/4k4/9/9/9/9/9/9/9/3K1p3 w", "a9a8 e8e9", "a8a9", game.Outcome{}},
		"not by another move":           {"R8/4k4/9/9/9/9/9/9/9/3K1p3 w", "a9a8 e8e9 a8a9 e9e8 a9a8 e8e9", "a8a7", game.Outcome{}},
		"not by a face-down piece":      {"R8/4k4/9/9/9/9/8X/9/9/3K1p3 w", "a9a8 e8e9 a8a9 e9e8 a9a8 e8e9", "i3i4", game.Outcome{}},
	} {
		g := NewGameFrom(position(t, c.fen), Identity())
		play(t, g, c.moves)
		before := *g.Position()
		if o := g.Risk(move(t, c.move)); o != c.want {
			t.Errorf("%s: %v, want %v", name, o, c.want)
		}
		if *g.Position() != before || g.Outcome().Over() {
			t.Errorf("%s: the game is not as before", name)
		}
	}
}

// A piece turned over, or a capture, makes earlier positions unreachable: nothing before it counts as repeated.
func TestTurningEndsRepetition(t *testing.T) {
	p := position(t, "4k4/9/9/9/9/9/X8/9/R8/3K5 w")
	g := NewGameFrom(p, Identity())
	play(t, g, "a1b1 e9e8 b1a1 e8e9 a1b1 e9e8 b1a1")
	if w := g.Warning(); w.Method != game.Repetition {
		t.Errorf("before: %v", w)
	}
	play(t, g, "e8e9")
	if g.Outcome().Method != game.Repetition {
		t.Errorf("not a draw: %v", g.Outcome())
	}
	g = NewGameFrom(p, Identity())
	play(t, g, "a1b1 e9e8 b1a1 e8e9 a1b1 e9e8 b1a1 e8f8 a3a4 f8e8")
	if o, w := g.Outcome(), g.Warning(); o.Over() || w.Over() {
		t.Errorf("after: %v %v", o, w)
	}
}

// drawDeal draws a deal.
func drawDeal(t *rapid.T) (d Deal) {
	id := Identity()
	for c := range d {
		copy(d[c][:], rapid.Permutation(id[c][:]).Draw(t, "side"))
	}
	return
}

// On any game: moves can be taken back exactly, keys belong to positions, what a viewer knows adds up to fifteen pieces
// a side, two viewers differ by the pieces captured face down, and a position written and read is the same.
func TestGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDeal(t)
		g := NewGame(d)
		n := rapid.IntRange(0, 120).Draw(t, "plies")
		for range n {
			var buf [MaxMoves]game.Move
			moves := g.Position().LegalMoves(buf[:0])
			if g.Outcome().Over() {
				break
			}
			m := moves[rapid.IntRange(0, len(moves)-1).Draw(t, "move")]
			before := *g.Position()
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
			after := *g.Position()
			if after.key != fromScratch(&after) {
				t.Fatalf("%s: the key does not belong to the position", m)
			}
			g.Takeback()
			if *g.Position() != before {
				t.Fatalf("%s cannot be taken back", m)
			}
			if err := g.Play(m); err != nil || *g.Position() != after {
				t.Fatalf("%s again: %v", m, err)
			}
		}
		views := map[Viewer]View{}
		for _, v := range []Viewer{RedPlayer, BlackPlayer, Watcher, Everything} {
			w := g.View(v)
			views[v] = w
			for c := range 2 {
				side := game.Color(c)
				open := w.Position.All(side).Count() - 1 - w.Position.FaceDown(side).Count()
				if sum := open + w.Hidden[c].Count() + w.Captured[c].Count(); sum != 15 {
					t.Fatalf("viewer %d, %s: %d pieces", v, side, sum)
				}
				if face := w.Position.FaceDown(side).Count() + w.Unknown[c]; face != w.Hidden[c].Count() {
					t.Fatalf("viewer %d, %s: %d hidden, %d counted", v, side, face, w.Hidden[c].Count())
				}
			}
			s, err := ParseFEN(w.FEN())
			if err != nil {
				t.Fatalf("%s: %v", w.FEN(), err)
			}
			if s.Position != w.Position || s.Hidden != w.Hidden {
				t.Fatalf("%s was read differently", w.FEN())
			}
		}
		for c := range 2 {
			if views[Watcher].Unknown[c] != views[Everything].Captured[c].Count()-views[Watcher].Captured[c].Count() {
				t.Fatal("a watcher does not miss just what was captured face down")
			}
			if own := PlayerOf(game.Color(c)); views[own].Unknown[1-c] != 0 ||
				views[own].Unknown[c] != views[Watcher].Unknown[c] {
				t.Fatal("a player does not know just what they captured")
			}
		}
		for i, ply := range views[Watcher].Moves {
			if ply.Dark && ply.Taken != game.NoRole || g.Plies()[i].Move != ply.Move {
				t.Fatal("a watcher knows a piece captured face down")
			}
		}
	})
}

func fromScratch(p *Position) uint64 {
	q := Position{}
	for s := range game.Square(game.Squares) {
		if piece := p.At(s); piece != game.NoPiece {
			q.put(s, piece, p.Dark(s))
		}
	}
	if p.turn == game.Black {
		q.key ^= keys.black
	}
	return q.key
}

// The ways in which programs write the same position.
func TestParseFEN(t *testing.T) {
	for _, text := range []string{
		StartFEN,
		"xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 0 1",
		"xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX R2A2C2P5N2B2r2a2c2p5n2b2 w - - 0 1",
		"xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX[] w - - 0 1",
		"r~n~b~a~ka~b~n~r~/9/1c~5c~1/p~1p~1p~1p~1p~/9/9/P~1P~1P~1P~1P~/1C~5C~1/9/R~N~B~A~KA~B~N~R~ w - - 0 1",
	} {
		s, err := ParseFEN(text)
		if err != nil || s.Position != Start() || s.Hidden != [2]Pool{fullPool, fullPool} {
			t.Errorf("%s: %v %v", text, s.Hidden, err)
		}
	}
	// Games may be long: the number of the move is kept as far as a game can go on from it.
	for number, want := range map[string]string{"5001": "5001", "32767": "32767", "65535": "32767"} {
		long, err := ParseFEN("3k5/9/9/9/9/9/9/9/9/X3K4[R1H1r1p2] b - - 0 " + number)
		if err != nil || !strings.HasSuffix(long.FEN(), " "+want) {
			t.Errorf("move %s: %s, %v", number, long.FEN(), err)
		}
	}
	s, err := ParseFEN("3k5/9/9/9/9/9/9/9/9/X3K4[R1H1r1p2] b - - 0 1")
	if err != nil || s.Position.Turn() != game.Black || s.Hidden[game.Red][game.Rook] != 1 ||
		s.Hidden[game.Black][game.Pawn] != 3 {
		t.Errorf("%v %v", s, err)
	}
	for text, fault := range map[string]game.Fault{
		"":                                            game.Empty,
		"9/9/9":                                       game.WrongRows,
		"3k5/9/9/9/9/9/9/9/1X7/4K4 w":                 game.CannotBeThere,
		"4k4/9/9/4X4/9/9/9/9/9/3K5 w":                 game.CannotBeThere,
		"4k4/9/9/9/9/9/9/9/9/4K4 w":                   game.KingsFacing,
		"4k4/9/9/9/9/9/9/9/9/9 w":                     game.NoKing,
		"4k4/9/9/9/9/9/9/9/9/RRR1K4 w":                game.TooMany,
		"4k4/9/9/9/9/9/9/9/9/3K5 q":                   game.WrongTail,
		"4k4/9/9/9/9/9/9/9/9/X2K5 w R0 0 1":           game.TooMany,
		"4k4/4R4/9/9/9/9/9/9/9/3K5 w":                 game.LeftInCheck,
		"4k4/9/9/9/9/9/9/9/9/3Z5 w":                   game.NotAPiece,
		"xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/9/9/9/5K5 w": game.WrongRow,
	} {
		var e *game.FENError
		if _, err := ParseFEN(text); !errors.As(err, &e) || e.Fault != fault {
			t.Errorf("%q: %v, want fault %v", text, err, fault)
		}
	}
}

func FuzzParseFEN(f *testing.F) {
	f.Add(StartFEN)
	f.Add("r~n~b~a~ka~b~n~r~/9/1c~5c~1/9/9/9/9/9/9/4K4 b - - 3 9")
	f.Add("3k5/9/9/9/9/9/9/9/9/X3K4[R1H1r1p2] b")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseFEN(text)
		if err != nil {
			return
		}
		for _, m := range s.Position.LegalMoves(nil) {
			p := s.Position
			u := p.Do(m, game.Pawn)
			p.Undo(m, u)
			if p != s.Position {
				t.Fatalf("%s: %s cannot be taken back", text, m)
			}
		}
	})
}
