package words

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/notation"
)

func readers(t *testing.T) (all []*Words) {
	t.Helper()
	b, err := locale.New(Catalog())
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range b.All() {
		all = append(all, In(l))
	}
	return all
}

// Alt text is complete and within the limit in every language, in whatever position; the worst has all pieces and the
// farthest-reaching piece chosen.
func TestAltFits(t *testing.T) {
	all := readers(t)
	rapid.Check(t, func(t *rapid.T) {
		g := game.NewGame(game.Start(), game.NoRepetition)
		var buf [game.MaxMoves]game.Move
		for range rapid.IntRange(0, 60).Draw(t, "plies") {
			moves := g.Position().LegalMoves(buf[:0])
			if len(moves) == 0 {
				break
			}
			if err := g.PlayOn(rapid.SampledFrom(moves).Draw(t, "move")); err != nil {
				t.Fatal(err)
			}
		}
		p := *g.Position()
		b := Board{Position: p, Below: game.Red, Chosen: game.NoSquare}
		if n := g.Ply(); n > 0 {
			b.Last, b.Taken = g.Moves()[n-1], game.NewPiece(game.Black, game.Rook)
		}
		for _, m := range p.LegalMoves(buf[:0]) {
			b.Chosen = m.From()
			b.Targets = b.Targets.Or(game.BB(m.To()))
		}
		for _, s := range all {
			alt := s.Alt(b)
			if n := utf8.RuneCountInString(alt); n > MaxAlt || strings.HasSuffix(alt, "…") {
				t.Fatalf("%s: %d characters: %s", s.Tag(), n, alt)
			}
			for sq := range game.Square(game.Squares) {
				if p.At(sq) != game.NoPiece && !strings.Contains(alt, sq.String()) {
					t.Fatalf("%s: the piece on %s is missing: %s", s.Tag(), sq, alt)
				}
			}
		}
	})
}

// Every fault of a position has a sentence in every language, with the values that it mentions.
func TestFaults(t *testing.T) {
	all := readers(t)
	for _, s := range all {
		for f := range game.Fault(game.Faults) {
			e := &game.FENError{Fault: f, Side: game.Black, Role: game.Horse, At: 4, N: 7, Text: "w`x"}
			text := s.Fault(e)
			if strings.Contains(text, "fen.") || strings.Contains(text, "no value") || strings.Contains(text, "w`x") {
				t.Errorf("%s, %v: %q", s.Tag(), f, text)
			}
			if s.Tag() != "en-US" && text == all[0].Fault(e) {
				t.Errorf("%s, %v is in English: %q", s.Tag(), f, text)
			}
		}
	}
}

// Every refusal has a sentence in every language.
func TestRefusals(t *testing.T) {
	for _, s := range readers(t) {
		for _, r := range refusals {
			text, known := s.Refusal(r.err)
			if !known || text == r.key || text == "" || strings.Contains(text, "no value") {
				t.Errorf("%s, %v: %q", s.Tag(), r.err, text)
			}
		}
		for reason, key := range reasonKeys {
			text := s.illegalReason(&game.IllegalMove{Reason: reason, Piece: game.NewPiece(game.Red, game.Horse),
				By: game.NewPiece(game.Black, game.Pawn)}, &match.MoveError{Turn: game.Red})
			if strings.Contains(text, "move."+key) || strings.Contains(text, "no value") {
				t.Errorf("%s, %v: %q", s.Tag(), reason, text)
			}
		}
	}
}

// Every way in which a game can end has its sentence in every language, with the names in it.
func TestEndings(t *testing.T) {
	for _, s := range readers(t) {
		for _, method := range game.Methods() {
			for _, result := range []game.Result{game.RedWins, game.Draw} {
				text := s.Ending(game.Outcome{Result: result, Method: method}, [2]string{"Mei", "Tom"})
				if strings.Contains(text, "end.") || text == "" {
					t.Errorf("%s, %v: %q", s.Tag(), method, text)
				}
			}
		}
	}
}

// Flipped chess has a limit of moves of its own, on the card and in the description of the board.
func TestFlippedLimit(t *testing.T) {
	drawn := game.Outcome{Result: game.Draw, Method: game.MoveLimit}
	start := jieqi.Start()
	for _, w := range readers(t) {
		alt := w.Alt(Board{Chosen: game.NoSquare, Outcome: drawn, Flipped: &Flipped{Position: &start}})
		for _, text := range []string{w.FlippedEnding(drawn, [2]string{"Mei", "Tom"}), alt} {
			if !strings.Contains(text, "40") || strings.Contains(text, "60") || strings.Contains(text, "no value") {
				t.Errorf("%s: %q", w.Tag(), text)
			}
		}
		if text := w.Ending(drawn, [2]string{}); !strings.Contains(text, "60") {
			t.Errorf("%s: %q", w.Tag(), text)
		}
	}
}

// A move is written once, in the reader's own notation.
func TestMoveIsWrittenOnce(t *testing.T) {
	p := game.Start()
	move, err := game.ParseMove("h2e2")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range readers(t) {
		for family, want := range map[notation.Family]string{
			notation.Coordinates: "`h2e2`", notation.WXF: "C2=5", notation.Chinese: "炮二平五", notation.Vietnamese: "P2-5",
		} {
			if got := w.WithNotation(family).Move(&p, move); got != want {
				t.Errorf("%s, %v: %s, want %s", w.Tag(), family, got, want)
			}
		}
	}
}

// The description of a board says in words how the game ended.
// What was captured and how a game was mated are in the description, by name.
func TestAltNames(t *testing.T) {
	last, err := game.ParseMove("h2h9")
	if err != nil {
		t.Fatal(err)
	}
	p, horse := game.Start(), game.NewPiece(game.Black, game.Horse)
	p.Do(last)
	for _, w := range readers(t) {
		quiet := w.Alt(Board{Position: p, Chosen: game.NoSquare, Last: last})
		took := w.Alt(Board{Position: p, Chosen: game.NoSquare, Last: last, Taken: horse})
		if got := strings.Count(took, w.Piece(horse)); got != strings.Count(quiet, w.Piece(horse))+1 {
			t.Errorf("%s: the capture is not named: %s", w.Tag(), took)
		}
		blow := w.Finish("ma_hou_pao")
		mated := w.Alt(Board{Position: p, Chosen: game.NoSquare, Finish: blow, Outcome: game.Outcome{Result: game.RedWins, Method: game.Checkmate}})
		if !strings.Contains(mated, blow) {
			t.Errorf("%s: no %q in %s", w.Tag(), blow, mated)
		}
	}
}

func TestAltOfAnEnd(t *testing.T) {
	for _, w := range readers(t) {
		alt := w.Alt(Board{Position: game.Start(), Chosen: game.NoSquare, Outcome: game.Outcome{Result: game.BlackWins, Method: game.Resignation}})
		want := strings.ReplaceAll(w.Text("end.resignation", locale.Args{"Winner": w.Color(game.Black), "Loser": w.Color(game.Red)}), "**", "")
		if !strings.Contains(alt, want) || strings.Contains(alt, "0-1") || strings.Contains(alt, "**") {
			t.Errorf("%s: no %q in %s", w.Tag(), want, alt)
		}
	}
}

// A bar is filled in proportion to what is done, and has its full length before anything is known.
func TestBar(t *testing.T) {
	for _, c := range []struct {
		done, total int
		want        string
	}{{0, 0, "▱▱▱▱▱▱▱▱▱▱▱▱"}, {1, 100, "▱▱▱▱▱▱▱▱▱▱▱▱"}, {50, 100, "▰▰▰▰▰▰▱▱▱▱▱▱"}, {100, 100, "▰▰▰▰▰▰▰▰▰▰▰▰"}} {
		if got := Bar(c.done, c.total); got != c.want {
			t.Errorf("%d of %d: %s", c.done, c.total, got)
		}
	}
}
