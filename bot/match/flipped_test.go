package match_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/variant"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/jieqi/seal"
	"yeye/game/notation"
)

// flipped starts a match of flipped chess as Mei's, against Tom or a character.
func (e *env) flipped(t testing.TB, red, black match.Seat) match.Match {
	t.Helper()
	terms := match.Terms{Mode: match.VersusOf(variant.Flipped), Channel: room, Position: game.Start(), Locale: "en-US"}
	terms.Seats[game.Red], terms.Seats[game.Black] = red, black
	if black.Human() && red.Human() {
		terms.Mode = match.DuelOf(variant.Flipped)
	}
	m, err := of(e.Service.Start(t.Context(), e.from("mei", match.FromCommand), terms))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func isErr(t testing.TB, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Fatalf("%v, want %v", got, want)
	}
}

// Before a move both players are asked for a word, Red last, who may move instead; the commitment does not change, and
// the deal follows from it and the words.
func TestWords(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	m := e.flipped(t, match.Seat{Player: "mei", Name: "Mei"}, match.Seat{Player: "tom", Name: "Tom"})
	committed := m.Commitment()
	give := func(p id.Player, word string) error {
		_, err := e.GiveWord(ctx, e.from(p, match.FromCommand), m.ID, word)
		return err
	}
	_, err := e.Move(ctx, e.from("mei", match.FromText), room, notation.Parse("b2e2"), notation.Auto)
	isErr(t, err, match.ErrNotDealt)
	isErr(t, give("mei", "too early"), match.ErrNotAsked)
	isErr(t, give("linh", "not hers"), match.ErrNotAsked)
	for _, wrong := range []string{"", "  ", strings.Repeat("长", match.MaxWord+1), "two\nlines"} {
		isErr(t, give("tom", wrong), match.ErrWord)
	}
	isErr(t, give("tom", " 老船长 "), nil)
	if now, err := e.Get(ctx, m.ID); err != nil || now.Turn <= m.Turn {
		t.Errorf("turn %d after %d, %v: the controls that asked are not over", now.Turn, m.Turn, err)
	}
	isErr(t, give("tom", "again"), match.ErrNotAsked)
	_, err = e.DeclineWord(ctx, e.from("mei", match.FromCommand), m.ID)
	isErr(t, err, nil)
	isErr(t, give("mei", "too late"), match.ErrStale)
	m, err = e.Get(ctx, m.ID)
	isErr(t, err, nil)
	if _, open := m.Opening(); open || m.Commitment() != committed || fmt.Sprint(m.Words()) != "[老船长]" {
		t.Errorf("opened %v, committed to %s, then %s, shuffled with %q", open, committed, m.Commitment(), m.Words())
	}
	_, err = e.Resign(ctx, e.from("mei", match.FromCommand), m.ID)
	isErr(t, err, nil)
	m, err = e.Get(ctx, m.ID)
	isErr(t, err, nil)
	o, open := m.Opening()
	if !open || o.Verify() != nil || o.Commitment != committed || o.Words != [2]seal.Hash{seal.Word("老船长"), seal.Word("")} || o.Red != m.CommitmentName(game.Red) || o.Red == o.Black {
		t.Errorf("%+v", o)
	}
}

// A match in every way of ending opens its deal, and none before.
func TestSealOpenedHoweverItEnds(t *testing.T) {
	for name, end := range map[string]func(e *env, m match.Match) error{
		"resigned": func(e *env, m match.Match) error {
			_, err := e.Resign(t.Context(), e.from("tom", match.FromCommand), m.ID)
			return err
		},
		"called off": func(e *env, m match.Match) error {
			_, err := e.Rule(t.Context(), e.from("mod", match.FromCommand), m.ID, match.EndedByModerator)
			return err
		},
		"deleted": func(e *env, m match.Match) error {
			by := e.from("mod", match.FromCommand)
			if _, err := e.Rule(t.Context(), by, m.ID, match.DeletedByModerator); !errors.Is(err, match.ErrSealed) || m.Rulable(match.DeletedByModerator) {
				return fmt.Errorf("a running game was deleted: %w", err)
			}
			if _, err := e.Rule(t.Context(), by, m.ID, match.EndedByModerator); err != nil {
				return err
			}
			_, err := e.Rule(t.Context(), e.from("mod", match.FromCommand), m.ID, match.DeletedByModerator)
			return err
		},
		"left": func(e *env, m match.Match) error {
			_, err := e.Leave(t.Context(), e.from("mei", match.FromCommand), m.ID)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			m := e.flipped(t, match.Seat{Player: "mei"}, match.Seat{Player: "tom"})
			_, err := e.GiveWord(t.Context(), e.from("tom", match.FromCommand), m.ID, "bamboo")
			isErr(t, err, nil)
			isErr(t, end(e, m), nil)
			if m, err = e.Stored(t.Context(), m.ID); err != nil {
				t.Fatal(err)
			}
			if o, open := m.Opening(); !open || o.Verify() != nil {
				t.Errorf("%v: %+v", open, o)
			}
		})
	}
}

// Who goes without a word takes it from nobody else: Red may still add one, and a move that is refused answers nothing.
func TestDecliningFirst(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	m := e.flipped(t, match.Seat{Player: "mei"}, match.Seat{Player: "tom"})
	_, err := e.DeclineWord(ctx, e.from("tom", match.FromCommand), m.ID)
	isErr(t, err, nil)
	if _, err := e.Move(ctx, e.from("mei", match.FromText), room, notation.Parse("a0a9"), notation.Auto); err == nil {
		t.Fatal("the rook jumped")
	}
	_, err = e.Move(ctx, e.from("tom", match.FromText), room, notation.Parse("h9g7"), notation.Auto)
	isErr(t, err, match.ErrNotDealt)
	change, err := e.GiveWord(ctx, e.from("mei", match.FromCommand), m.ID, "bamboo")
	isErr(t, err, nil)
	if got := fmt.Sprint(change.Match.Words()); got != "[bamboo]" {
		t.Errorf("shuffled with %s", got)
	}
	_, err = e.Move(ctx, e.from("mei", match.FromText), room, notation.Parse("b2e2"), notation.Auto)
	isErr(t, err, nil)
}

// Each view of a match between people holds what its viewer may know, also as it is exported, and it is the same after it was stored.
func TestViews(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	m := e.flipped(t, match.Seat{Player: "mei"}, match.Seat{Player: "tom"})
	_, err := e.DeclineWord(ctx, e.from("tom", match.FromCommand), m.ID)
	isErr(t, err, nil)
	// Red's face-down cannon takes the horse behind Black's, and Red goes without a word by it.
	change, err := e.Move(ctx, e.from("mei", match.FromText), room, notation.Parse("炮二进七"), notation.Chinese)
	isErr(t, err, nil)
	m = change.Match
	if m.Ply() != 1 || m.ToMove() != game.Black || m.LastMove().String() != "h2h9" {
		t.Fatalf("%d plies, %v", m.Ply(), m.LastMove())
	}
	stored, err := e.Get(ctx, m.ID)
	isErr(t, err, nil)
	for _, of := range []*match.Match{&m, &stored} {
		mine, theirs, watched, all := of.ViewOf("mei"), of.ViewOf("tom"), of.ViewOf("linh"), of.View(jieqi.Everything)
		if mine.Moves[0].Taken == game.NoRole || mine.Moves[0].Turned == game.NoRole {
			t.Errorf("Mei does not see what she took: %+v", mine.Moves)
		}
		for _, v := range []jieqi.View{theirs, watched, all} {
			if v.Moves[0].Taken != game.NoRole || v.Moves[0].Turned != mine.Moves[0].Turned || v.Hidden[game.Black] != jieqi.FullPool() {
				t.Errorf("somebody else sees %+v of %+v", v.Moves, v.Hidden)
			}
		}
	}
	for p, text := range map[id.Player]string{"mei": plain(t, e, "mei"), "tom": plain(t, e, "tom")} {
		if hidden := strings.Contains(text, `x"`); hidden != (p == "tom") || !strings.Contains(text, `"h2h9`) {
			t.Errorf("%s exports %s", p, text)
		}
	}
	_, err = e.TakebackAt(ctx, e.from("mei", match.FromCommand), m.ID, m.Turn)
	isErr(t, err, match.ErrBetweenPeople)
	isErr(t, match.MayAsk("mei", &m), match.ErrFairPlay)
}

func plain(t testing.TB, e *env, p id.Player) string {
	t.Helper()
	sections, err := e.Owner().Export(t.Context(), e.db.Read(), p)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(sections)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Against a character only a move that showed nothing is taken back, and the character moves once the word is given.
func TestFlippedTakeback(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	m := e.flipped(t, match.Seat{Level: 2}, match.Seat{Player: "mei"})
	if m.Next.Kind == match.Think {
		t.Error("the character moves before the word is given")
	}
	change, err := e.GiveWord(ctx, e.from("mei", match.FromCommand), m.ID, "x")
	isErr(t, err, nil)
	if change.Match.Next.Kind != match.Think || change.Match.CasualReason != match.Agreed {
		t.Errorf("next %v, %v", change.Match.Next, change.Match.CasualReason)
	}
	play := func(text string) {
		t.Helper()
		m, err := e.Get(ctx, m.ID)
		isErr(t, err, nil)
		move, err := game.ParseMove(text)
		isErr(t, err, nil)
		if m.Seats[m.ToMove()].Character() {
			_, err = e.Answer(ctx, &m, move, 0, false)
		} else {
			_, err = e.Step(ctx, e.from("mei", match.FromCard), m.ID, m.Turn, move)
		}
		isErr(t, err, nil)
	}
	for _, text := range []string{"e0e1", "e9e8", "e1e0"} {
		play(text)
	}
	if change, err = e.Takeback(ctx, e.from("mei", match.FromCommand), room); err != nil || change.Match.Ply() != 1 {
		t.Fatalf("%d plies, %v", change.Match.Ply(), err)
	}
	play("b7e7")
	play("e1e0")
	_, err = e.Takeback(ctx, e.from("mei", match.FromCommand), room)
	isErr(t, err, match.ErrRevealed)
	if m, err = e.Get(ctx, m.ID); err != nil || m.Ply() != 3 || m.MayTakeBack() {
		t.Errorf("%d plies, %v", m.Ply(), err)
	}
}

// Between people nothing is taken back, even where nothing was turned over.
func TestNoFlippedTakebackBetweenPeople(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	m := e.flipped(t, match.Seat{Player: "mei", Name: "mei"}, match.Seat{Player: "tom", Name: "tom"})
	for _, p := range []id.Player{"tom", "mei"} {
		_, err := e.GiveWord(ctx, e.from(p, match.FromCommand), m.ID, "x")
		isErr(t, err, nil)
	}
	m, err := e.Get(ctx, m.ID)
	isErr(t, err, nil)
	move, err := game.ParseMove("e0e1")
	isErr(t, err, nil)
	_, err = e.Step(ctx, e.from("mei", match.FromCard), m.ID, m.Turn, move)
	isErr(t, err, nil)
	_, err = e.Takeback(ctx, e.from("mei", match.FromCommand), room)
	isErr(t, err, match.ErrBetweenPeople)
}

// Erasing a player leaves the hash of their word, so that the deal can still be verified, and nothing that names them.
func TestErasedWord(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	const who, word = id.Player("471100000000000816"), "grandmother's garden"
	m := e.flipped(t, match.Seat{Player: "mei"}, match.Seat{Player: who})
	_, err := e.GiveWord(ctx, e.from(who, match.FromCommand), m.ID, word)
	isErr(t, err, nil)
	_, err = e.Resign(ctx, e.from("mei", match.FromCommand), m.ID)
	isErr(t, err, nil)
	before, err := e.Get(ctx, m.ID)
	isErr(t, err, nil)
	isErr(t, e.db.Tx(ctx, func(tx store.Tx) error { return e.Owner().Erase(ctx, tx, who) }), nil)
	after, err := e.Get(ctx, m.ID)
	isErr(t, err, nil)
	was, _ := before.Opening()
	is, open := after.Opening()
	if !open || is.Texts != [2]string{} || is.Words != was.Words || is.Deal != was.Deal || is.Verify() != nil {
		t.Errorf("%+v, was %+v", is, was)
	}
	if n := row[int](t, e, `SELECT COUNT(*) FROM flipped WHERE red_id = ? OR black_id = ? OR red_word = ? OR black_word = ?`, string(who), string(who), word, word); n != 0 {
		t.Error("the player is still named")
	}
}

// The word of a game against a character is erased at once, not only when its card is gone.
func TestErasedWordAgainstCharacter(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	const word = "grandmother's garden"
	m := e.flipped(t, match.Seat{Player: "mei"}, match.Seat{Level: 1})
	_, err := e.GiveWord(ctx, e.from("mei", match.FromCommand), m.ID, word)
	isErr(t, err, nil)
	_, err = e.Resign(ctx, e.from("mei", match.FromCommand), m.ID)
	isErr(t, err, nil)
	isErr(t, e.db.Tx(ctx, func(tx store.Tx) error { return e.Owner().Erase(ctx, tx, "mei") }), nil)
	if n := row[int](t, e, `SELECT COUNT(*) FROM flipped WHERE red_word = ? OR black_word = ?`, word, word); n != 0 {
		t.Error("the word is still there")
	}
}

// A word may be told long after the game, which stays as old as it was. What begins like a hash is no word.
func TestRevealedWord(t *testing.T) {
	e := newEnv(t)
	ctx := t.Context()
	m := e.flipped(t, match.Seat{Player: "mei"}, match.Seat{Player: "tom"})
	const like = "sha256:foo"
	_, err := e.GiveWord(ctx, e.from("tom", match.FromCommand), m.ID, "sha256:"+seal.Word("bamboo").String())
	isErr(t, err, nil)
	_, err = e.GiveWord(ctx, e.from("mei", match.FromCommand), m.ID, "sha256:"+seal.Word(like).String())
	isErr(t, err, nil)
	over, err := e.Resign(ctx, e.from("mei", match.FromCommand), m.ID)
	isErr(t, err, nil)
	e.pass(30 * 24 * time.Hour)
	later := e.flipped(t, match.Seat{Player: "mei"}, match.Seat{Level: 1})
	_, err = e.Resign(ctx, e.from("mei", match.FromCommand), later.ID)
	isErr(t, err, nil)
	e.pass(time.Hour)
	_, err = e.RevealWord(ctx, e.from("mei", match.FromCommand), m.ID, like)
	isErr(t, err, match.ErrWord)
	told, err := e.RevealWord(ctx, e.from("tom", match.FromCommand), m.ID, "bamboo")
	isErr(t, err, nil)
	if told.Match.Words()[0] != "bamboo" || !told.Match.Touched.Equal(over.Match.Touched) {
		t.Errorf("%q, touched %v", told.Match.Words(), told.Match.Touched)
	}
	if last, err := e.Latest(ctx, room); err != nil || last.ID != later.ID {
		t.Errorf("the last match of the channel is %s, %v", last.ID, err)
	}
}

// With the row of a match that was deleted goes its board, which holds the deal and the players' words, and not before.
func TestDeletedBoardIsGone(t *testing.T) {
	for name, gone := range map[string]func(e *env, of id.Match) error{
		"once its card is deleted": func(e *env, of id.Match) error { return e.Purge(t.Context(), of) },
		"when its card cannot be": func(e *env, _ id.Match) error {
			e.pass(match.CardLifetime + time.Minute)
			_, err := e.Tidy(t.Context(), 10, func(context.Context, store.Tx, id.Subject) error { return nil })
			return err
		},
	} {
		e := newEnv(t)
		m := e.flipped(t, match.Seat{Player: "mei", Name: "mei"}, match.Seat{Level: 1})
		if _, err := e.Resign(t.Context(), e.from("mei", match.FromCard), m.ID); err != nil {
			t.Fatal(err)
		}
		isErr(t, e.Purge(t.Context(), m.ID), nil)
		if n := row[int](t, e, `SELECT COUNT(*) FROM flipped`); n != 1 {
			t.Errorf("%s: the board of a match that is kept is gone", name)
		}
		if _, err := e.Rule(t.Context(), e.from("mod", match.FromCommand), m.ID, match.DeletedByModerator); err != nil {
			t.Fatal(err)
		}
		isErr(t, gone(e, m.ID), nil)
		if n := row[int](t, e, `SELECT COUNT(*) FROM flipped`); n != 0 {
			t.Errorf("%s: %d boards are left", name, n)
		}
	}
}
