package lessons

import (
	"errors"
	"slices"
	"testing"

	"yeye/game"
)

// position returns a task's position before a step.
func position(t *testing.T, task *Task, step int) *game.Position {
	t.Helper()
	return task.Game(step).Position()
}

// The moves accepted are exactly those listed, and the answer to a right move is legal.
func TestAccepted(t *testing.T) {
	steps := 0
	for _, task := range tasks() {
		for i, s := range task.Steps {
			p := position(t, &task, i)
			var accepted []game.Move
			for _, m := range p.LegalMoves(nil) {
				if s.Judge(p, m).Right {
					accepted = append(accepted, m)
				}
			}
			want := slices.Clone(s.Right)
			slices.Sort(accepted)
			slices.Sort(want)
			if !slices.Equal(accepted, want) {
				t.Errorf("%s, step %d: accepted are %v, listed are %v", task.Name, i, accepted, want)
			}
			if last := i == len(task.Steps)-1; last != (s.Reply == game.NoMove) {
				t.Errorf("%s, step %d: the answer is %v", task.Name, i, s.Reply)
			}
			if s.Reply != game.NoMove {
				if len(s.Right) != 1 {
					t.Errorf("%s, step %d: one answer to several moves", task.Name, i)
				}
				after := p.After(s.Right[0])
				if !after.IsLegal(s.Reply) {
					t.Errorf("%s, step %d: %v is no legal answer", task.Name, i, s.Reply)
				}
			}
			steps++
		}
		if task.IsQuestion() == (len(task.Steps) > 0) || task.IsQuestion() && task.Answer >= task.Answers {
			t.Errorf("%s is neither a question nor a task on the board", task.Name)
		}
	}
	if steps < 27 {
		t.Errorf("only %d steps", steps)
	}
}

// What is shown before a task, and what was played in it, is legal.
func TestPlayed(t *testing.T) {
	for _, task := range tasks() {
		if got, want := task.Game(0).Ply(), len(task.Shown); got != want {
			t.Errorf("%s: %d of %d moves are shown", task.Name, got, want)
		}
		for i := range task.Steps {
			if got, want := task.Game(i).Ply(), len(task.Shown)+2*i; got != want {
				t.Errorf("%s: %d plies before step %d, want %d", task.Name, got, i, want)
			}
		}
	}
}

// The answers to wrong moves say what is true by the rules.
func TestWrong(t *testing.T) {
	reasons := map[string][]game.Reason{
		"between": {game.NoScreen},
		"leg":     {game.Hobbled},
		"river":   {game.NotItsMove},
		"eye":     {game.Blocked},
		"stays":   {game.StaysInCheck, game.IntoCheck},
		"face":    {game.KingsFace},
	}
	found := 0
	for _, task := range tasks() {
		for i, s := range task.Steps {
			p := position(t, &task, i)
			for m, key := range s.Wrong {
				found++
				if v := s.Judge(p, m); v.Right || v.Key != key {
					t.Errorf("%s: %v is judged %+v", task.Name, m, v)
				}
				if want, illegal := reasons[key]; illegal {
					var why *game.IllegalMove
					if !errors.As(p.Explain(m), &why) || !slices.Contains(want, why.Reason) {
						t.Errorf("%s: %v is refused with %v, want %v", task.Name, m, why, key)
					}
					continue
				}
				g := task.Game(i)
				if err := g.Play(m); err != nil {
					t.Errorf("%s: %v: %v", task.Name, m, err)
					continue
				}
				back := func(by game.Role) bool {
					return slices.ContainsFunc(g.Position().LegalMoves(nil), func(r game.Move) bool {
						return r.To() == m.To() && g.Position().At(r.From()).Role() == by
					})
				}
				switch key {
				case "guarded":
					if !back(game.Elephant) {
						t.Errorf("%s: no elephant takes back after %v", task.Name, m)
					}
				case "trade":
					if p.At(m.To()).Role() != game.Horse || p.At(m.From()).Role() != game.Cannon || !back(game.Rook) {
						t.Errorf("%s: %v is no cannon for a horse", task.Name, m)
					}
				case "perpetual":
					if !g.Position().InCheck() {
						t.Errorf("%s: %v gives no check", task.Name, m)
					}
				default:
					t.Errorf("%s: nothing checks %q", task.Name, key)
				}
			}
		}
	}
	if found < 14 {
		t.Errorf("only %d wrong moves", found)
	}
}

// Lesson 14: who goes on checking as in the moves shown loses by it.
func TestPerpetualCheckLoses(t *testing.T) {
	task, _ := Find("14.1")
	g := task.Game(0)
	for _, text := range []string{"a9a8", "e8e9", "a8a9", "e9e8"} {
		m, err := game.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if g.Outcome().Over() {
			break
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if o := g.Outcome(); o.Method != game.PerpetualCheck || o.Result != game.BlackWins {
		t.Errorf("it ends %v", o)
	}
}

// Lesson 13.2: after every move that is not right the cannon takes the pawn in the middle.
func TestMiddlePawn(t *testing.T) {
	task, _ := Find("13.2")
	p := task.Game(0).Position()
	for _, m := range p.LegalMoves(nil) {
		if task.Steps[0].Judge(p, m).Right {
			continue
		}
		after := p.After(m)
		if !slices.ContainsFunc(after.LegalMoves(nil), func(r game.Move) bool {
			return r.From().String() == "e2" && after.At(r.To()) == game.NewPiece(game.Black, game.Pawn) &&
				r.To().File() == 4
		}) {
			t.Errorf("after %v no cannon takes it", m)
		}
	}
}

// Positions are in check where the task says so, and nowhere else.
func TestChecks(t *testing.T) {
	check := []string{"5.2", "7.1", "7.2", "7.3", "8.1"}
	for _, task := range tasks() {
		if got, want := task.Game(0).Position().InCheck(), slices.Contains(check, task.Name); got != want &&
			task.Name != "14.1" {
			t.Errorf("%s: in check %v, want %v", task.Name, got, want)
		}
	}
}

// Each task has a place in the course for newcomers; players of western chess begin with what differs, and skip what they know.
func TestCourses(t *testing.T) {
	first := func(c Course) string { return c.Tasks()[0].Name }
	if first(New) != "1.1" || first(Chess) != "15.1" || len(New.Tasks()) != len(tasks()) ||
		len(Chess.Tasks()) != len(tasks())-len(skippedByChess) {
		t.Errorf(
			"%s, %s, %d and %d of %d",
			first(New),
			first(Chess),
			len(New.Tasks()),
			len(Chess.Tasks()),
			len(tasks()),
		)
	}
	if lessons := New.Tasks()[len(tasks())-1].Lesson; lessons != chessLesson {
		t.Errorf("%d lessons", lessons)
	}
}

// Lesson 11: after every move that is not right Black's king can step to the middle, as the answer says.
func TestStepToTheMiddle(t *testing.T) {
	task, _ := Find("11.1")
	p := task.Game(0).Position()
	middle, err := game.ParseMove("d9e9")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range p.LegalMoves(nil) {
		if after := p.After(m); !task.Steps[0].Judge(p, m).Right && !after.IsLegal(middle) {
			t.Errorf("not after %v", m)
		}
	}
}

// Where a piece is taught, it may go wherever it goes: no point is closed to it for another reason than its own, unless the task says so.
func TestTaughtFreely(t *testing.T) {
	for name, from := range map[string]string{"1.1": "a1", "1.2": "c3", "2.1": "c2", "3.1": "e4", "4.1": "c5", "5.1": "e2"} {
		task, _ := Find(name)
		p := task.Game(0).Position()
		at, err := game.ParseSquare(from)
		if err != nil {
			t.Fatal(err)
		}
		for to := range game.Square(game.Squares) {
			m := game.NewMove(at, to)
			var why *game.IllegalMove
			if !errors.As(p.Explain(m), &why) || task.Steps[0].Wrong[m] != "" {
				continue
			}
			if slices.Contains([]game.Reason{game.IntoCheck, game.KingsFace, game.StaysInCheck}, why.Reason) {
				t.Errorf("%s: %v is closed: %v", name, m, why)
			}
		}
	}
}
