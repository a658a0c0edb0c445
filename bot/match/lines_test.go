package match_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/variant"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/notation"
)

// byDays starts a casual match by days between Mei and Tom.
func byDays(t testing.TB, e *env, terms match.Terms) match.Match {
	t.Helper()
	if terms.Position == (game.Position{}) {
		terms.Position = game.Start()
	}
	if terms.TimeControl.None() {
		terms.TimeControl = match.TimeControl{Days: 3}
	}
	terms.Channel, terms.Seats, terms.Locale, terms.Casual = room, meiAgainstTom, "en-US", true
	m, err := of(e.Start(t.Context(), e.from("mei", match.FromCommand), terms))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// give gives lines in the match as it is stored.
func (e *env) give(t testing.TB, p id.Player, text string) (match.Match, error) {
	t.Helper()
	m, err := e.InChannel(t.Context(), room)
	if err != nil {
		t.Fatal(err)
	}
	given, _ := notation.ParseBranches(text)
	return of(e.SetLines(t.Context(), e.from(p, match.FromCommand), m.ID, m.Turn, given, notation.Auto))
}

func (e *env) mustGive(t testing.TB, p id.Player, text string) match.Match {
	t.Helper()
	m, err := e.give(t, p, text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return m
}

// answer does what is due, which must be the answer of a line.
func (e *env) answer(t testing.TB, m match.Match) match.Match {
	t.Helper()
	if m.Next.Kind != match.PlayPremove {
		t.Fatalf("next: %+v, lines %v", m.Next, m.Lines)
	}
	c, err := e.PlayPremove(t.Context(), m.ID, m.Turn)
	if err != nil || c.Verb != match.Moved {
		t.Fatalf("%s, %v", c.Verb, err)
	}
	return c.Match
}

// left writes what is left of a side's lines.
func left(m match.Match, side game.Color) string {
	var all []string
	for _, line := range m.RemainingLines(side) {
		all = append(all, game.MovesText(line))
	}
	return strings.Join(all, ", ")
}

// The answers of a line are played one after the other, as long as the opponent plays what it expects; of several lines those that still
// fit go on.
func TestLinesArePlayed(t *testing.T) {
	e := newEnv(t)
	byDays(t, e, match.Terms{})
	m := e.mustGive(t, "tom", "炮二平五 马8进7 马二进三 车9平8; h2e2 h9g7 b0c2 b9c7; 炮八平五 马2进3")
	if got := left(m, game.Black); got != "h2e2 h9g7 h0g2 i9h9, h2e2 h9g7 b0c2 b9c7, b2e2 b9c7" || m.Turn != 1 || m.Next.Kind != match.Remind {
		t.Fatalf("given: %s, turn %d, next %+v", got, m.Turn, m.Next)
	}
	if !m.Acted[game.Black].IsZero() {
		t.Error("giving lines counts as having acted, so that the opponent could no longer take back without asking")
	}
	m = e.answer(t, e.play(t, "mei", "h2e2"))
	if got := left(m, game.Black); m.LastMove() != move("h9g7") || got != "h0g2 i9h9, b0c2 b9c7" || !m.Acted[game.Black].IsZero() {
		t.Fatalf("played %v, left %s", m.Moves(), got)
	}
	if m, err := match.NewService(e.db).Get(t.Context(), m.ID); err != nil || left(m, game.Black) != "h0g2 i9h9, b0c2 b9c7" {
		t.Fatalf("read again: %s, %v", left(m, game.Black), err)
	}
	m = e.answer(t, e.play(t, "mei", "b0c2"))
	if m.LastMove() != move("b9c7") || m.Lines[game.Black].Pending() || m.Lines[game.Black].Ended || m.Premoves != [2]match.Premove{} {
		t.Errorf("played %v, left %+v", m.Moves(), m.Lines[game.Black])
	}
}

// What ends lines, and whether their player is told. Nothing is played then.
func TestLinesEnd(t *testing.T) {
	const lines = "h2e2 h9g7 h0g2 i9h9; b2e2 b9c7"
	for name, c := range map[string]struct {
		do   func(*testing.T, *env, match.Match) (match.Match, error)
		told bool
	}{
		"by another move": {func(t *testing.T, e *env, m match.Match) (match.Match, error) {
			return e.play(t, "mei", "b0c2"), nil
		}, true},
		"by another move later": {func(t *testing.T, e *env, m match.Match) (match.Match, error) {
			e.answer(t, e.play(t, "mei", "h2e2"))
			return e.play(t, "mei", "b0c2"), nil
		}, true},
		"by their player": {func(t *testing.T, e *env, m match.Match) (match.Match, error) {
			return of(e.DropLines(t.Context(), e.from("tom", match.FromCard), m.ID))
		}, false},
		"by their player before the answer is played": {func(t *testing.T, e *env, m match.Match) (match.Match, error) {
			e.play(t, "mei", "h2e2")
			return of(e.DropLines(t.Context(), e.from("tom", match.FromCard), m.ID))
		}, false},
		"by the premove's player before it is played": {func(t *testing.T, e *env, m match.Match) (match.Match, error) {
			e.play(t, "mei", "h2e2")
			return of(e.DropPremove(t.Context(), e.from("tom", match.FromCard), m.ID))
		}, false},
		"by another answer": {func(t *testing.T, e *env, m match.Match) (match.Match, error) {
			e.play(t, "mei", "h2e2")
			return e.play(t, "tom", "b9c7"), nil
		}, false},
		"by a takeback": {func(t *testing.T, e *env, m match.Match) (match.Match, error) {
			e.answer(t, e.play(t, "mei", "h2e2"))
			asked, err := of(e.Takeback(t.Context(), e.from("mei", match.FromCommand), room))
			if err != nil {
				return asked, err
			}
			return of(e.Accord(t.Context(), e.from("tom", match.FromCard), m.ID, asked.Offer, true))
		}, true},
		"by a takeback before the answer is played": {func(t *testing.T, e *env, m match.Match) (match.Match, error) {
			e.play(t, "mei", "h2e2")
			return of(e.Takeback(t.Context(), e.from("mei", match.FromCommand), room))
		}, true},
		"by the end": {func(t *testing.T, e *env, m match.Match) (match.Match, error) {
			return of(e.Resign(t.Context(), e.from("mei", match.FromCommand), m.ID))
		}, false},
		"by a player who leaves": {func(t *testing.T, e *env, m match.Match) (match.Match, error) {
			return of(e.Leave(t.Context(), e.from("tom", match.FromCommand), m.ID))
		}, false},
		"by a moderator": {func(t *testing.T, e *env, m match.Match) (match.Match, error) {
			return of(e.Rule(t.Context(), e.from("boss", match.FromCommand), m.ID, match.DeletedByModerator))
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			m := byDays(t, e, match.Terms{})
			e.mustGive(t, "tom", lines)
			m, err := c.do(t, e, m)
			l := m.Lines[game.Black]
			if err != nil || l.Pending() || l.Ended != c.told || m.Premoves != [2]match.Premove{} || m.Next.Kind == match.PlayPremove {
				t.Fatalf("left: %+v, %v, next %+v, %v", l, m.Premoves, m.Next, err)
			}
			if !l.Ended {
				return
			}
			if m.ToMove() == game.Red {
				m = e.play(t, "mei", "h2e2")
				if m.Next.Kind == match.PlayPremove || !m.Lines[game.Black].Ended {
					t.Errorf("after a takeback the same move is answered: %+v, next %+v", m.Lines[game.Black], m.Next)
				}
			}
			if m = e.play(t, "tom", "a6a5"); m.Lines[game.Black].Ended {
				t.Error("their player is told for ever")
			}
		})
	}
}

// Lines outlast what leaves the position as it is.
func TestLinesSurvive(t *testing.T) {
	for name, do := range map[string]func(*testing.T, *env, match.Match) (match.Match, error){
		"an adjournment": func(t *testing.T, e *env, m match.Match) (match.Match, error) {
			e.pass(7 * 24 * time.Hour)
			if _, err := e.Remind(t.Context(), m.ID); err != nil {
				t.Fatal(err)
			}
			e.pass(2 * 24 * time.Hour)
			if m, err := of(e.Adjourn(t.Context(), m.ID)); err != nil || m.Status != match.Adjourned {
				t.Fatal(m.Status, err)
			}
			return of(e.Resume(t.Context(), e.from("mei", match.FromCard), m.ID))
		},
		"a transfer": func(t *testing.T, e *env, m match.Match) (match.Match, error) {
			asked, err := of(e.Transfer(t.Context(), e.from("mei", match.FromCommand), m.ID, "guild", "elsewhere"))
			if err != nil {
				return asked, err
			}
			return of(e.Accord(t.Context(), e.from("tom", match.FromCard), m.ID, asked.Offer, true))
		},
		"their player's vacation, which they do not end": func(t *testing.T, e *env, m match.Match) (match.Match, error) {
			if _, _, err := e.TakeVacation(t.Context(), e.from("tom", match.FromCommand), 5); err != nil {
				return m, err
			}
			if err := e.ApplyVacation(t.Context(), "tom"); err != nil {
				return m, err
			}
			return e.Get(t.Context(), m.ID)
		},
		"a break": func(t *testing.T, e *env, m match.Match) (match.Match, error) {
			asked, err := of(e.OfferBreak(t.Context(), e.from("mei", match.FromCommand), m.ID, 5))
			if err != nil {
				return asked, err
			}
			return of(e.Accord(t.Context(), e.from("tom", match.FromCard), m.ID, asked.Offer, true))
		},
		"an offer": func(t *testing.T, e *env, m match.Match) (match.Match, error) {
			return of(e.OfferDraw(t.Context(), e.from("tom", match.FromCommand), room))
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			m := byDays(t, e, match.Terms{})
			e.mustGive(t, "tom", "h2e2 h9g7")
			m, err := do(t, e, m)
			if err != nil || left(m, game.Black) != "h2e2 h9g7" {
				t.Fatalf("left: %s, %v", left(m, game.Black), err)
			}
			c, err := e.Step(t.Context(), e.from("mei", match.FromCard), m.ID, m.Turn, move("h2e2"))
			if err != nil {
				t.Fatal(err)
			}
			rest := m.Rest.String()
			if m = e.answer(t, c.Match); m.LastMove() != move("h9g7") || m.Offer.Kind != match.NoOffer || m.Rest.String() != rest {
				t.Errorf("played %v, offer %+v, rest %s, was %s", m.Moves(), m.Offer, m.Rest.String(), rest)
			}
		})
	}
}

// Who may not give lines, and where.
func TestLinesRefused(t *testing.T) {
	days := match.TimeControl{Days: 1}
	for name, c := range map[string]struct {
		terms match.Terms
		by    id.Player
		want  error
	}{
		"no player":    {match.Terms{TimeControl: days}, "linh", match.ErrNotSeated},
		"to move":      {match.Terms{TimeControl: days}, "mei", match.ErrYourTurn},
		"a live clock": {match.Terms{TimeControl: match.TimeControl{Base: 5 * time.Minute}}, "tom", match.ErrNotByDays},
		"no clock":     {match.Terms{}, "tom", match.ErrNotByDays},
		"two moves":    {match.Terms{TimeControl: days, Odds: match.TwoMoves}, "tom", match.ErrSecondMove},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			c.terms.Channel, c.terms.Seats, c.terms.Position = room, meiAgainstTom, game.Start()
			if _, err := e.Start(t.Context(), e.from("mei", match.FromCommand), c.terms); err != nil {
				t.Fatal(err)
			}
			if m, err := e.give(t, c.by, "h2e2 h9g7"); !errors.Is(err, c.want) || m.Lines[game.Black].Pending() {
				t.Errorf("%v, %+v", err, m.Lines)
			}
		})
	}
	for _, mode := range []match.Mode{match.DuelOf(variant.Flipped), match.DuelOf(variant.Blindfold), match.Versus, match.Exhibition} {
		m := match.Match{Mode: mode, Seats: meiAgainstTom, Clock: match.Clock{TimeControl: days}}
		if m.TakesLines() {
			t.Errorf("%s takes lines", mode.Kind)
		}
	}
	for _, mode := range []match.Mode{match.Duel, match.Paired} {
		m := match.Match{Mode: mode, Seats: meiAgainstTom, Clock: match.Clock{TimeControl: days}}
		if !m.TakesLines() {
			t.Errorf("%s takes no lines", mode.Kind)
		}
		if m.Seats[game.Red] = (match.Seat{Team: 1}); m.TakesLines() {
			t.Error("a team takes lines")
		}
	}
}

// A line is checked by the rules when it is given. The first wrong move is named, and what was kept before stays.
func TestLinesAreChecked(t *testing.T) {
	const mate, check = "4k4/R8/1R7/9/9/9/9/9/9/3K5 w", "4k4/R8/9/9/9/9/9/9/9/3K5 w"
	for _, c := range []struct {
		fen, text string
		line, ply int
		want      error
	}{
		{"", "h2e2 h9g7 h0g2", 1, 3, match.ErrUnanswered},
		{"", "h2e2", 1, 1, match.ErrUnanswered},
		{"", "h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 c3c4", 1, 7, match.ErrLongLine},
		{"", "h2e2 h9g7; h2e2 b9c7", 2, 2, match.ErrOtherAnswer},
		{"", "h2e2 h9g7; h2e2 h9g7 h0g2 b9c7; h2e2 h9g7 h0g2 i9h9", 3, 4, match.ErrOtherAnswer},
		{"", "h2e2 h9g7; b2e2, h9h5", 2, 2, &game.IllegalMove{}},
		{"", "h2e2 h9g7, h9g7, b9c7", 1, 3, &game.IllegalMove{}},
		{"", "h9g7 h2e2", 1, 1, &game.IllegalMove{}}, // begins with their own move
		{"", "h2e2 h9g7 hello b9c7", 1, 1, notation.ErrNotMove},
		{"", "h2e2, h9g7, hello, b9c7", 1, 3, notation.ErrNotMove},
		{"", "炮二平五 马8进7 马二进三 马9进7", 1, 4, &notation.NoSuchPiece{}},
		{mate, "b7b9 e9d9", 1, 2, game.ErrOver},
		{check, "a8a9 e9e8 a9a8 e8e9 a8a9", 1, 5, match.ErrUnanswered},
	} {
		e := newEnv(t)
		terms := match.Terms{}
		if c.fen != "" {
			p, err := game.ParseFEN(c.fen)
			if err != nil {
				t.Fatal(err)
			}
			terms.Position = p
		} else {
			byDaysKept(t, e)
		}
		if c.fen != "" {
			byDays(t, e, terms)
		}
		m, err := e.give(t, "tom", c.text)
		wrong, ok := errors.AsType[*match.LineError](err)
		if !ok || wrong.Line != c.line || wrong.Ply != c.ply || !is(err, c.want) {
			t.Errorf("%s: %v", c.text, err)
		}
		if got := left(m, game.Black); c.fen == "" && got != "b0c2 b9c7" {
			t.Errorf("%s: kept is %s", c.text, got)
		}
	}
	e := newEnv(t)
	byDaysKept(t, e)
	for text, want := range map[string]error{"h2e2 h9g7; b2e2 h9g7; b0c2 h9g7; h0g2 h9g7": match.ErrManyLines, "": match.ErrNoLines} {
		if m, err := e.give(t, "tom", text); !errors.Is(err, want) || left(m, game.Black) != "b0c2 b9c7" {
			t.Errorf("%q: %v", text, err)
		}
	}
	m := e.mustGive(t, "tom", "h2e2 h9g7; h2e2 h9g7 h0g2 i9h9; h2e2 h9g7")
	if got := left(m, game.Black); got != "h2e2 h9g7, h2e2 h9g7 h0g2 i9h9, h2e2 h9g7" {
		t.Errorf("given: %s", got)
	}
	given, _ := notation.ParseBranches("h2e2 h9g7")
	if _, err := e.SetLines(t.Context(), e.from("tom", match.FromCard), m.ID, m.Turn+1, given, notation.Auto); !errors.Is(err, match.ErrStale) {
		t.Errorf("a form of another turn: %v", err)
	}
}

// byDaysKept starts a match in which Tom has given a line.
func byDaysKept(t *testing.T, e *env) {
	byDays(t, e, match.Terms{})
	e.mustGive(t, "tom", "b0c2 b9c7")
}

// is reports whether an error is another one, or of its type.
func is(err, want error) bool {
	switch want.(type) {
	case *game.IllegalMove:
		_, ok := errors.AsType[*game.IllegalMove](err)
		return ok
	case *notation.NoSuchPiece:
		_, ok := errors.AsType[*notation.NoSuchPiece](err)
		return ok
	}
	return errors.Is(err, want)
}

// One thing waits at a time: lines replace a premove, and a premove replaces no lines.
func TestLinesAndPremoves(t *testing.T) {
	e := newEnv(t)
	m := byDays(t, e, match.Terms{})
	e.keep(t, "tom", "h9g7")
	if m = e.mustGive(t, "tom", "h2e2 b9c7"); m.Premoves != [2]match.Premove{} || left(m, game.Black) != "h2e2 b9c7" {
		t.Errorf("%v, %s", m.Premoves, left(m, game.Black))
	}
	if _, err := e.SetPremoveText(t.Context(), e.from("tom", match.FromCommand), room, notation.Parse("h9g7"), notation.Auto); !errors.Is(err, match.ErrHasLines) {
		t.Errorf("typed: %v", err)
	}
	if _, err := e.SetPremove(t.Context(), e.from("tom", match.FromCard), m.ID, m.Turn, move("h9g7")); !errors.Is(err, match.ErrHasLines) {
		t.Errorf("chosen: %v", err)
	}
	if m, err := of(e.DropLines(t.Context(), e.from("tom", match.FromCard), m.ID)); err != nil || m.Lines[game.Black].Pending() {
		t.Errorf("dropped: %+v, %v", m.Lines, err)
	}
	for by, want := range map[id.Player]error{"tom": match.ErrNoLines, "linh": match.ErrNotSeated} {
		if _, err := e.DropLines(t.Context(), e.from(by, match.FromCard), m.ID); !errors.Is(err, want) {
			t.Errorf("%s has nothing to drop: %v", by, err)
		}
	}
	e.keep(t, "tom", "h9g7")
}

// An answer that would lose by repetition is refused; and where it has become one since, it is not played.
func TestLinesThatRepeatAreNotPlayed(t *testing.T) {
	e := newEnv(t)
	p, err := game.ParseFEN("4k4/R8/9/9/9/9/9/9/9/3K5 w")
	if err != nil {
		t.Fatal(err)
	}
	byDays(t, e, match.Terms{Position: p})
	e.play(t, "mei", "a8a9")
	e.mustGive(t, "mei", "e9e8 a9a8 e8e9 a8a9")
	m := e.answer(t, e.play(t, "tom", "e9e8"))
	m = e.answer(t, e.play(t, "tom", "e8e9"))
	if _, err := e.give(t, "mei", "e9e8 a9a8"); !errors.Is(err, match.ErrRepeats) {
		t.Errorf("given: %v", err)
	}
	if m.Ply() != 5 || m.Status != match.Open {
		t.Errorf("%d plies, %v", m.Ply(), m.Outcome)
	}
}

// A line is never played where the rules, or what its player said, forbid it: whatever happens in a match, an answer is legal, does not
// lose by repetition, and answers just the moves that a line of its player begins with.
func TestLinesAreNeverPlayedOtherwise(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	answers, endings := 0, 0
	for range 8 {
		e := newEnv(t)
		m := byDays(t, e, match.Terms{})
		var given [2][][]game.Move // what each has given, with all moves before
		for range 60 {
			if m.Status != match.Open {
				break
			}
			side := m.ToMove()
			mover, waiter := m.Seats[side].Player, m.Seats[side.Other()].Player
			if m.Next.Kind == match.PlayPremove && r.IntN(8) > 0 {
				before := slices.Clone(m.Moves())
				want := m.Premoves[side].Move
				if !m.Game.Position().IsLegal(want) || m.Game.Risk(want).Result == game.WinFor(side.Other()) {
					t.Fatalf("%v would be played after %v", want, before)
				}
				if !slices.ContainsFunc(given[side], func(line []game.Move) bool {
					return len(line) > len(before) && slices.Equal(line[:len(before)], before) && line[len(before)] == want
				}) {
					t.Fatalf("%v after %v answers none of %v", want, before, given[side])
				}
				m = e.answer(t, m)
				answers++
				continue
			}
			switch n := r.IntN(10); {
			case n < 3:
				given[side.Other()] = nil
				var texts []string
				for range 1 + r.IntN(3) {
					g := m.Game.Clone()
					for range 2 + 2*r.IntN(3) {
						if g.Outcome().Over() {
							break
						}
						all := g.Position().LegalMoves(nil)
						if err := g.Play(all[r.IntN(min(4, len(all)))]); err != nil {
							t.Fatal(err)
						}
					}
					if (g.Ply()-m.Ply())%2 == 0 {
						given[side.Other()] = append(given[side.Other()], slices.Clone(g.Moves()))
						texts = append(texts, game.MovesText(g.Moves()[m.Ply():]))
					}
				}
				if now, err := e.give(t, waiter, strings.Join(texts, "\n")); err == nil {
					m = now
				} else {
					given[side.Other()] = nil
					if m.Lines[side.Other()].Pending() {
						m, _ = of(e.DropLines(t.Context(), e.from(waiter, match.FromCard), m.ID))
					}
				}
			case n == 3 && m.Ply() > 0:
				if now, err := of(e.Takeback(t.Context(), e.from(waiter, match.FromCommand), room)); err == nil {
					if m = now; m.Offer.Kind == match.OfferTakeback {
						m, err = of(e.Accord(t.Context(), e.from(mover, match.FromCard), m.ID, m.Offer, true))
					}
					given = [2][][]game.Move{}
					if err != nil {
						t.Fatal(err)
					}
				}
			default:
				waited := m.Lines[side.Other()].Pending()
				all := m.Game.Position().LegalMoves(nil)
				if now, err := of(e.Step(t.Context(), e.from(mover, match.FromCard), m.ID, m.Turn, all[r.IntN(min(4, len(all)))])); err == nil {
					m = now
					if waited && m.Lines[side.Other()].Ended {
						endings++
					}
				}
			}
		}
	}
	if answers < 10 || endings < 10 {
		t.Errorf("only %d answers and %d endings", answers, endings)
	}
}

// A process of the version before, which knows no lines, ends them by whatever it does, but for a move that they expect.
func TestLinesBesideAnOldProcess(t *testing.T) {
	for name, c := range map[string]struct {
		sql  string
		want match.Lines
	}{
		"a takeback and the move again": {`UPDATE matches SET turn = turn + 2`, match.Lines{Ended: true}},
		"the end":                       {`UPDATE matches SET status = 1, result = '1-0', method = 'resignation'`, match.Lines{}},
		"another clock":                 {`UPDATE matches SET clock = '5+3'`, match.Lines{}},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			m := byDays(t, e, match.Terms{})
			e.mustGive(t, "tom", "h2e2 h9g7 h0g2 b9c7")
			m = e.answer(t, e.play(t, "mei", "h2e2"))
			if _, err := e.db.Write().Exec(t.Context(), c.sql+`, rev = rev + 1`); err != nil {
				t.Fatal(err)
			}
			m, err := e.Stored(t.Context(), m.ID)
			if got := m.Lines[game.Black]; err != nil || got.Pending() || got.Ended != c.want.Ended {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

// What a process of the version before has left of an ended game's lines goes with its player.
func TestLinesAreErased(t *testing.T) {
	for _, channel := range []string{string(room), ""} {
		e := newEnv(t)
		byDays(t, e, match.Terms{})
		e.mustGive(t, "tom", "h2e2 h9g7")
		if _, err := e.db.Write().Exec(t.Context(), `UPDATE matches SET status = 1, channel = ?, result = '1-0', method = 'resignation'`, channel); err != nil {
			t.Fatal(err)
		}
		if err := e.db.Tx(t.Context(), func(tx store.Tx) error { return e.Owner().Erase(t.Context(), tx, "tom") }); err != nil {
			t.Fatal(err)
		}
		kept, err := store.Value[string](e.db.Read().Row(t.Context(), `SELECT red_lines || black_lines FROM matches`))
		if err != nil || kept != "" {
			t.Errorf("in channel %q %q is left, %v", channel, kept, err)
		}
	}
}

// What is stored is read again, and nothing else.
func TestParseLines(t *testing.T) {
	for _, text := range []string{"", "ended", "7 6 h2e2 h9g7,h0g2 b9c7", "1 0 h2e2 h9g7"} {
		if l, ok := match.ParseLines(text); !ok || l.String() != text {
			t.Errorf("%q is read as %+v, %v", text, l, ok)
		}
	}
	for _, text := range []string{"7", "7 6", "7 6 ", "7 6 h2e2,", "x 6 h2e2 h9g7", "7 x h2e2 h9g7", "7 6 hello", "over"} {
		if l, ok := match.ParseLines(text); ok {
			t.Errorf("%q is read as %+v", text, l)
		}
	}
}

// Lines are exported to their player, and not to the opponent or to who began the match.
func TestLinesAreExportedToTheirPlayer(t *testing.T) {
	e := newEnv(t)
	byDays(t, e, match.Terms{})
	e.mustGive(t, "tom", "h2e2 h9g7 h0g2 b9c7; b2e2 b9c7")
	for p, want := range map[id.Player]bool{"mei": false, "tom": true, "linh": false} {
		sections, err := e.Owner().Export(t.Context(), e.db.Read(), p)
		text, err2 := json.Marshal(sections)
		if err != nil || err2 != nil || strings.Contains(string(text), `"kept_lines":["h2e2 h9g7 h0g2 b9c7","b2e2 b9c7"]`) != want || strings.Contains(string(text), "h9g7") != want {
			t.Errorf("%s is handed %s, %v %v", p, text, err, err2)
		}
	}
}
