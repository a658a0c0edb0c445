package lessons

import (
	"context"
	"slices"
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
)

// Service stores which tasks players have done.
type Service struct{ db *store.DB }

// NewService makes a service on a database.
func NewService(db *store.DB) *Service { return &Service{db} }

// Progress is the set of tasks that a player has done, and their course.
type Progress struct {
	Course Course          // of the task done last, "" for none
	Done   map[string]bool // by the names of tasks
}

// Progress loads a player's progress.
func (s *Service) Progress(ctx context.Context, p id.Player) (Progress, error) {
	all, err := loadDone(ctx, s.db.Read(), p)
	now := Progress{Done: map[string]bool{}}
	for _, one := range all {
		now.Done[one.Task] = true
		now.Course = one.Course
	}
	return now, err
}

// Next returns the first task of a course that is not done; false if all are.
func (p *Progress) Next(c Course) (Task, bool) { return p.After(c, "") }

// After returns the first task of a course after the named one that is not done, wrapping around to the start of the
// course; false if all are done.
func (p *Progress) After(c Course, name string) (Task, bool) {
	all := c.Tasks()
	at := slices.IndexFunc(all, func(t Task) bool { return t.Name == name })
	for _, t := range slices.Concat(all[at+1:], all[:at+1]) {
		if !p.Done[t.Name] {
			return t, true
		}
	}
	return Task{}, false
}

// Finished reports whether all tasks of a lesson that belong to the course are done.
func (p *Progress) Finished(c Course, lesson int) bool {
	for _, t := range c.Tasks() {
		if t.Lesson == lesson && !p.Done[t.Name] {
			return false
		}
	}
	return true
}

// Done records that a player has done a task; doing it again changes nothing.
func (s *Service) Done(ctx context.Context, p id.Player, task string, c Course) error {
	return insertDone(ctx, s.db, p, task, c)
}

// Owner returns the learners' implementation of player.DataOwner.
func (s *Service) Owner() player.DataOwner {
	return player.NewOwner("lessons", player.DeleteRows("lessons"),
		player.One("lessons", loadDone))
}

// exported is a task in a player's export.
type exported struct {
	Task   string    `json:"task"`
	Course Course    `json:"course"`
	At     time.Time `json:"at"`
}
