// Package lessons is a course of xiangqi in fifteen lessons of one or more tasks. A task is a position in which a move
// is to be found, judged by the rules of the game. The package knows which tasks a player has done, and which is next.
//
// Out of scope: pages, sentences, engines.
package lessons

import (
	"slices"
	"sync"

	"yeye/game"
)

// Task is a position in which a move is to be found at each step, or a question with a choice of answers. Its name is
// stored and never changes.
type Task struct {
	Name   string // LESSON.NUMBER, such as "9.2"
	Lesson int
	Start  game.Position
	Shown  []game.Move // played before the first step, for the learner to see
	Steps  []Step      // one or two; none for a question
	// Answers is the number of choices of a question, 0 for a task on the board; Answer is the index of the right one.
	Answers, Answer int
}

// Step is one move that the learner has to find.
type Step struct {
	right func(p *game.Position, m game.Move) bool
	Right []game.Move          // the moves that are right
	Wrong map[game.Move]string // wrong moves with a special answer, and its name; some are illegal
	Reply game.Move            // the opponent's reply to a right move; game.NoMove after the last step
	Usual bool                 // Right are only the usual moves: another one is not marked as a mistake
}

// IsQuestion reports whether a task is a question.
func (t *Task) IsQuestion() bool { return t.Answers > 0 }

// Game returns the task's game after the moves shown and the first done steps.
func (t *Task) Game(done int) *game.Game {
	g := game.NewGame(t.Start, game.Asian)
	for _, m := range t.Shown {
		_ = g.PlayOn(m) // cannot fail: the tests play every move of the table
	}
	for _, s := range t.Steps[:done] {
		_ = g.PlayOn(s.Right[0])
		if s.Reply != game.NoMove {
			_ = g.PlayOn(s.Reply)
		}
	}
	return g
}

// Verdict is the judgment of a move.
type Verdict struct {
	Right bool
	Key   string // text key of a special answer to this wrong move, "" for none
}

// Judge judges a move in the position of a step. An illegal move is never right.
func (s *Step) Judge(p *game.Position, m game.Move) Verdict {
	if key, known := s.Wrong[m]; known {
		return Verdict{Key: key}
	}
	return Verdict{Right: p.IsLegal(m) && s.right(p, m)}
}

// Ends reports whether the step asks for a move that ends the game.
func (s *Step) Ends(p *game.Position) bool { return ends(p, s.Right[0]) }

// Course is the selection and order of tasks for a kind of learner. The names are stored.
type Course string

// The courses.
const (
	New   Course = "new"   // has never played
	Chess Course = "chess" // plays western chess
)

// Valid reports whether there is such a course.
func (c Course) Valid() bool { return c == New || c == Chess }

// skippedByChess are the tasks that teach nothing to players of western chess.
var skippedByChess = []string{"1.1", "1.2", "4.1", "9.2"}

// chessLesson is the lesson on the differences from western chess; its players start with it.
const chessLesson = 15

// tasks returns the whole course, in order.
var tasks = sync.OnceValue(func() []Task { return parseTable(table) })

// Tasks returns the tasks of a course in its order.
func (c Course) Tasks() []Task {
	all := slices.Clone(tasks())
	if c != Chess {
		return all
	}
	first := slices.IndexFunc(all, func(t Task) bool { return t.Lesson == chessLesson })
	all = slices.Concat(all[first:], all[:first])
	return slices.DeleteFunc(all, func(t Task) bool { return slices.Contains(skippedByChess, t.Name) })
}

// Find returns a task by its name; false if there is none.
func Find(name string) (Task, bool) {
	i := slices.IndexFunc(tasks(), func(t Task) bool { return t.Name == name })
	if i < 0 {
		return Task{}, false
	}
	return tasks()[i], true
}
