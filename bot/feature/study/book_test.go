package study_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"yeye/bot/feature/study"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/notation"
	"yeye/game/record"
)

// open opens a private study of mei's with a text as its book, on its board.
func (e *env) open(text string) match.Match {
	e.T.Helper()
	rec, err := record.Read([]byte(text))
	e.OK(err)
	var b study.Board
	b.Game, err = rec.Game(game.NoRepetition)
	e.OK(err)
	b.Book, err = study.Pack(rec)
	e.OK(err)
	e.Pass(time.Second)
	c, err := e.Open(e.T.Context(), e.By("mei"), "", "", "en", b)
	e.OK(err)
	return c.Match
}

// moves returns the book of a study without the headers.
func (e *env) moves(t *testing.T, m *match.Match) string {
	t.Helper()
	rec, err := e.Book(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	_, moves, _ := strings.Cut(record.WritePGN(rec, notation.Coordinates), "\n\n")
	return strings.Join(strings.Fields(moves), " ")
}

// A move off the line becomes a variation, moves that are taken back stay, and a study from before books existed keeps its moves.
func TestBook(t *testing.T) {
	e, ctx := newEnv(t), t.Context()
	m := e.open("{all} 1. h2e2 {a} h9g7 (1... b9c7 {b}) 2. h0g2")
	do := func(c match.Change, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		m = c.Match
	}
	want := func(text string) {
		t.Helper()
		if got := e.moves(t, &m); got != text {
			t.Errorf("%s, want %s", got, text)
		}
	}
	do(e.Matches.TakebackAt(ctx, e.By("mei"), m.ID, m.Turn))
	do(e.Matches.TakebackAt(ctx, e.By("mei"), m.ID, m.Turn))
	want("{all} 1. H2-E2 {a} 1... H9-G7 (1... B9-C7 {b}) 2. H0-G2 *")
	do(e.Matches.Step(ctx, e.By("mei"), m.ID, m.Turn, move("b9c7")))
	do(e.Matches.Step(ctx, e.By("mei"), m.ID, m.Turn, move("b0c2")))
	const more = "{all} 1. H2-E2 {a} 1... H9-G7 (1... B9-C7 {b} 2. B0-C2) 2. H0-G2 *"
	want(more)
	do(e.Reset(ctx, e.By("mei"), m.ID, m.Turn))
	want(more)
	do(e.SetUp(ctx, e.By("mei"), m.ID, study.Board{Game: game.NewGame(game.Start(), game.NoRepetition)}))
	want("*")
	for _, text := range []string{"h2e2", "h9g7"} {
		do(e.Matches.Step(ctx, e.By("mei"), m.ID, m.Turn, move(text)))
	}
	if err := e.DB.Tx(ctx, func(tx store.Tx) error { // as before books existed
		_, err := tx.Exec(ctx, `DELETE FROM study_books`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	want("1. H2-E2 H9-G7 *")
	do(e.Reset(ctx, e.By("mei"), m.ID, m.Turn))
	want("1. H2-E2 H9-G7 *")
	do(e.Close(ctx, e.By("mei"), m.ID))
	want("1. H2-E2 H9-G7 *")

	owner := archive.New(e.DB, e.Matches, e.Service, nil, nil).Owner()
	sections, err := owner.Export(ctx, e.DB.Read(), "mei")
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(sections)
	if err != nil || !strings.Contains(string(text), `H2-E2 H9-G7`) || !strings.Contains(string(text), string(m.ID)) {
		t.Errorf("exported: %s, %v", text, err)
	}
	if err := e.DB.Tx(ctx, func(tx store.Tx) error { return owner.Erase(ctx, tx, "mei") }); err != nil {
		t.Fatal(err)
	}
	if n, err := store.Value[int](e.DB.Read().Row(ctx, `SELECT COUNT(*) FROM study_books`)); err != nil || n != 0 {
		t.Errorf("%d books are left, %v", n, err)
	}
}

// A move that exceeds the limits of a book is not played, and a player may have a limited number of books.
func TestBookIsFull(t *testing.T) {
	e, ctx := newEnv(t), t.Context()
	rec := record.New(game.Start())
	c := rec.NewCursor()
	shuttle := []string{"h0g2", "h9g7", "g2h0", "g7h9"}
	step := func(c *record.Cursor, text string) {
		t.Helper()
		m, err := game.ParseMove(text)
		if err == nil {
			err = c.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := range study.MaxBookMoves {
		step(c, shuttle[i%len(shuttle)])
	}
	packed, err := study.Pack(rec)
	if err != nil {
		t.Fatal(err)
	}
	made, err := e.Open(ctx, e.By("mei"), "", "", "en", study.Board{Game: game.NewGame(game.Start(), game.NoRepetition), Book: packed})
	if err != nil {
		t.Fatal(err)
	}
	m := made.Match
	known, unknown := rec.Line[0].Move, game.NewMove(25, 22)
	if _, err := e.Matches.Step(ctx, e.By("mei"), m.ID, m.Turn, unknown); !errors.Is(err, study.ErrBookFull) {
		t.Errorf("one more move: %v", err)
	}
	if now, err := e.Matches.Get(ctx, m.ID); err != nil || now.Turn != m.Turn {
		t.Errorf("it was played: turn %d after %d, %v", now.Turn, m.Turn, err)
	}
	if _, err := e.Matches.Step(ctx, e.By("mei"), m.ID, m.Turn, known); err != nil {
		t.Errorf("a move of the book: %v", err)
	}
	step(c, "h2e2")
	if _, err := study.Pack(rec); !errors.Is(err, study.ErrBookFull) {
		t.Errorf("%d moves: %v", study.MaxBookMoves+1, err)
	}
	talk := record.New(game.Start())
	talk.Comment = strings.Repeat("x", 1<<20+1)
	if _, err := study.Pack(talk); !errors.Is(err, study.ErrBookFull) {
		t.Errorf("too many words: %v", err)
	}
	for range 51 {
		one := e.open("h2e2 h9g7")
		if _, err := e.Close(ctx, e.By("mei"), one.ID); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := store.Value[int](e.DB.Read().Row(ctx, `SELECT COUNT(*) FROM study_books`)); err != nil || n != 50 {
		t.Errorf("%d books, %v", n, err)
	}
}

// Of lines that begin with the same move at the same place a book has one, so that the board reaches every place of each.
func TestBookWithoutEqualSiblings(t *testing.T) {
	e := newEnv(t)
	m := e.open("1. h2e2 (1. b2e2 b9c7 2. b0c2) (1. b2e2 {other} h9g7 2. h0g2) h9g7")
	const want = "1. H2-E2 (1. B2-E2 {other} 1... B9-C7 (1... H9-G7 2. H0-G2) 2. B0-C2) 1... H9-G7 *"
	if got := e.moves(t, &m); got != want {
		t.Errorf("the book is\n%s, want\n%s", got, want)
	}
}
