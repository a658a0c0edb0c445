// Package lessons is a course of xiangqi in fifteen lessons of one or two tasks: a position, and a move to be found,
// which the rules of the game judge. It knows which tasks a player has done, and which comes next.
//
// Out of scope: pages, sentences, engines.
package lessons

import (
	"slices"
	"sync"

	"yeye/game"
)

// Task is a position in which a move is to be found at each step, or a question. Its name is stored and never changes.
type Task struct {
	Name   string // like "9.2": the lesson, and which of its tasks
	Lesson int
	Start  game.Position
	Shown  []game.Move // played before the first step, for the learner to see
	Steps  []Step      // one or two; none for a question
	// Answers is how many answers a question has, 0 for a task on the board; Answer is the right one, from 0.
	Answers, Answer int
}

// Step is one move of the learner's.
type Step struct {
	right func(p *game.Position, m game.Move) bool
	Right []game.Move          // the moves that are right
	Wrong map[game.Move]string // moves with an answer of their own, by its name; some are against the rules
	Reply game.Move            // the answer to a move that is right; game.NoMove after the last step
	Usual bool                 // Right is only the usual move: another move without an own answer is no mistake
}

// Asks reports whether a task is a question.
func (t *Task) Asks() bool { return t.Answers > 0 }

// Game returns the task as it stands after a number of steps done.
func (t *Task) Game(done int) *game.Game {
	g := game.NewGame(t.Start, game.Asian)
	for _, m := range t.Shown {
		_ = g.PlayOn(m) // what the table says was played when it was read
	}
	for _, s := range t.Steps[:done] {
		_ = g.PlayOn(s.Right[0])
		if s.Reply != game.NoMove {
			_ = g.PlayOn(s.Reply)
		}
	}
	return g
}

// Verdict is what a move is.
type Verdict struct {
	Right bool
	Key   string // text key of a special answer to this wrong move, "" for none
}

// Judge judges a move in the position of a step. Moves against the rules are never right.
func (s *Step) Judge(p *game.Position, m game.Move) Verdict {
	if key, known := s.Wrong[m]; known {
		return Verdict{Key: key}
	}
	return Verdict{Right: p.IsLegal(m) && s.right(p, m)}
}

// Ends reports whether what is asked for in the position of a step ends the game.
func (s *Step) Ends(p *game.Position) bool { return ends(p, s.Right[0]) }

// Course is the order for a kind of learner. The names are stored.
type Course string

// The courses.
const (
	New   Course = "new"   // has never played
	Chess Course = "chess" // plays western chess
)

// Known reports whether there is such a course.
func (c Course) Known() bool { return c == New || c == Chess }

// known are the tasks that teach players of western chess nothing.
var known = []string{"1.1", "1.2", "4.1", "9.2"}

// differs is the lesson on what differs from western chess, with which its players begin.
const differs = 15

// tasks returns the whole course, in order.
var tasks = sync.OnceValue(func() []Task { return read(table) })

// Tasks returns the tasks of a course in its order.
func (c Course) Tasks() []Task {
	all := slices.Clone(tasks())
	if c != Chess {
		return all
	}
	first := slices.IndexFunc(all, func(t Task) bool { return t.Lesson == differs })
	all = slices.Concat(all[first:], all[:first])
	return slices.DeleteFunc(all, func(t Task) bool { return slices.Contains(known, t.Name) })
}

// Find returns a task by its name; false if there is none.
func Find(name string) (Task, bool) {
	i := slices.IndexFunc(tasks(), func(t Task) bool { return t.Name == name })
	if i < 0 {
		return Task{}, false
	}
	return tasks()[i], true
}
