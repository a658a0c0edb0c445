package profile

import (
	"context"

	"yeye/bot/feature/daily"
	"yeye/bot/feature/lessons"
	"yeye/bot/feature/puzzles"
	"yeye/bot/id"
	"yeye/bot/match/rating"
)

// Training is a player's progress in lessons and puzzles; the zero Training is that of a player who has not started.
type Training struct {
	Solves       bool          // puzzles
	Puzzles      rating.Rating // as a solver
	Streak, Best int           // of puzzles of the day
	Done, Count  int           // lessons
	Lesson       int           // the next one, 0 if there is none
}

// Trained returns a player's Training.
type Trained = func(ctx context.Context, p id.Player) (Training, error)

// NewTrained returns a function that looks up a player's Training.
func NewTrained(solvers *puzzles.Service, days *daily.Service, learners *lessons.Service) Trained {
	return func(ctx context.Context, p id.Player) (t Training, err error) {
		one, solves, err := solvers.Solver(ctx, p)
		if err != nil {
			return t, err
		}
		streak, err := days.Streak(ctx, p)
		if err != nil {
			return t, err
		}
		now, err := learners.Progress(ctx, p)
		if err != nil {
			return t, err
		}
		t = Training{Solves: solves, Puzzles: one.Rating, Streak: streak.Length, Best: streak.Best}
		if now.Course == "" {
			return t, nil
		}
		last := 0
		for _, task := range now.Course.Tasks() {
			if task.Lesson == last {
				continue
			}
			last = task.Lesson
			t.Count++
			if now.Finished(now.Course, last) {
				t.Done++
			}
		}
		if next, left := now.Next(now.Course); left {
			t.Lesson = next.Lesson
		}
		return t, nil
	}
}
