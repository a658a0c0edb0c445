package archive

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"yeye/bot/feature/study"
	"yeye/bot/match"
	"yeye/game"
	"yeye/game/record"
)

// A line is the game or a variation with the moves that lead to it; its places, notes and choices are those of the
// file.
func TestLine(t *testing.T) {
	rec, err := record.Read([]byte("{all} 1. h2e2 {a} h9g7 {m} (1... b9c7 {b} 2. h0g2 {g} (2. b0c2 {c} i9i8)) 2. h0g2 {d}"))
	if err != nil {
		t.Fatal(err)
	}
	g, err := rec.Game(game.NoRepetition)
	if err != nil {
		t.Fatal(err)
	}
	one := Game{Game: g, notes: rec}
	describe := func(l Line) string {
		var moves, ways []string
		for _, m := range l.Moves {
			moves = append(moves, m.String())
		}
		for _, c := range l.Choices {
			ways = append(ways, fmt.Sprintf("%s@%d:%s", c.Move, c.Place, c.Notes.Comment))
		}
		return fmt.Sprintf("%s | %d of %v, %t from %d, %q | %s", strings.Join(moves, " "), l.At, l.places, l.Variation, l.BranchPly,
			l.Notes.Comment, strings.Join(ways, " "))
	}
	for place, want := range map[int]string{
		-1: `h2e2 h9g7 h0g2 | 0 of [0 1 2 3], false from 0, "all" | h2e2@1:a`,
		0:  `h2e2 h9g7 h0g2 | 0 of [0 1 2 3], false from 0, "all" | h2e2@1:a`,
		1:  `h2e2 h9g7 h0g2 | 1 of [0 1 2 3], false from 0, "a" | h9g7@2:m b9c7@4:b`,
		3:  `h2e2 h9g7 h0g2 | 3 of [0 1 2 3], false from 0, "d" | `,
		4:  `h2e2 b9c7 h0g2 | 2 of [0 1 4 5], true from 1, "b" | h0g2@5:g b0c2@6:c`,
		5:  `h2e2 b9c7 h0g2 | 3 of [0 1 4 5], true from 1, "g" | `,
		6:  `h2e2 b9c7 b0c2 i9i8 | 3 of [0 1 4 6 7], true from 2, "c" | i9i8@7:`,
		7:  `h2e2 b9c7 b0c2 i9i8 | 4 of [0 1 4 6 7], true from 2, "" | `,
		99: `h2e2 h9g7 h0g2 | 3 of [0 1 2 3], false from 0, "d" | `,
	} {
		l := one.Line(place)
		if d := cmp.Diff(want, describe(l)); d != "" {
			t.Errorf("place %d: %s", place, d)
		}
		if place >= 0 && place < 8 && l.Place(l.At) != place {
			t.Errorf("place %d is %d", place, l.Place(l.At))
		}
	}
	board := game.NewGame(rec.Start, game.NoRepetition)
	for ply, want := range []int{0, 1, 4, 6} {
		if ply > 0 {
			if err := board.Play(one.Line(6).Moves[ply-1]); err != nil {
				t.Fatal(err)
			}
		}
		if card := (Game{Game: g, notes: rec, Study: true, match: &match.Match{Game: board}}); card.CardPlace() != want {
			t.Errorf("after %v the card is at %d, want %d", board.Moves(), card.CardPlace(), want)
		}
	}
	plain := Game{Game: g}
	for place, at := range map[int]int{-1: 0, 0: 0, 2: 2, 3: 3, 9: 3} {
		if l := plain.Line(place); l.At != at || l.Place(9) != 3 || l.Variation || l.AtEnd() != (at == 3) {
			t.Errorf("without a file, place %d: %+v", place, l)
		}
	}
}

// A study begins with the whole book; if that is too large, with what follows the place; else with the line alone.
func TestBoard(t *testing.T) {
	rec, err := record.Read([]byte("1. h2e2 h9g7 (1... b9c7 2. h0g2 (2. b0c2)) 2. h0g2 i9h9"))
	if err != nil {
		t.Fatal(err)
	}
	g, err := rec.Game(game.NoRepetition)
	if err != nil {
		t.Fatal(err)
	}
	one := Game{Game: g, notes: rec}
	check := func(place int, line string, moves int, cut bool) {
		t.Helper()
		b, was, err := one.Board(place)
		if err != nil {
			t.Fatal(err)
		}
		n := -1
		if b.Book != nil {
			book, err := record.Unpack(b.Book)
			if err != nil {
				t.Fatal(err)
			}
			n, _ = book.Size()
		}
		if got := game.MovesText(b.Game.Moves()); got != line || n != moves || was != cut {
			t.Errorf("place %d: %s, %d moves, cut %t", place, got, n, was)
		}
	}
	check(0, "", 7, false)
	check(5, "h2e2 b9c7", 7, false)
	rec.Line[3].Comment = strings.Repeat("x", study.MaxBookText+1)
	check(5, "h2e2 b9c7", 4, true)
	check(2, "h2e2 h9g7", -1, true)
	one = Game{Game: g}
	check(2, "h2e2 h9g7", 4, false)
}
