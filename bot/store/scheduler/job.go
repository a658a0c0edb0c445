// Package scheduler stores jobs as rows and runs them when due: the answers of characters, flags, reminders, analyses.
// A job is stored in the transaction of the change that makes it due, so that none is lost; a process that claims one
// holds a lease, so that another takes over when it dies; and nothing is kept in memory between polls.
//
// Out of scope: the content of jobs. A job names its handler by kind and its subject by id.
package scheduler

import (
	"context"
	"time"

	"yeye/bot/door"
	"yeye/bot/id"
)

// Pool decides which workers run a job.
type Pool string

const (
	Timed  Pool = "timed"  // triggered by time alone, such as flags: run at once
	Engine Pool = "engine" // characters' turns: shared fairly among the players for whom they run
	Slow   Pool = "slow"   // long jobs that may wait, such as analyses
)

// Job is work with a due time. There is one for each slot and subject: writing another replaces it.
type Job struct {
	Slot    string // "next" is a subject's next act
	Kind    string // names the handler
	Subject id.Subject
	Version int64 // of the subject when the job was made; the handler compares it
	Due     time.Time
	Pool    Pool
	Rank    int       // among due jobs of a pool, lower ones go first
	Guild   id.Guild  // of the subject, "" for a direct conversation
	Owner   id.Player // the player for whom it runs, "" for none: the pool is shared fairly among owners
	Payload []byte

	claim int64 // number of this claim, so that an outdated claim cannot finish the job
}

// late is the delay of a job's start from which the bot counts as having been away.
const late = 20 * time.Second

// Late reports whether a due time is so long ago that the bot must have been away, and people could not act in time.
func Late(due, now time.Time) bool { return now.Sub(due) > late }

// Awaits says whether a job depends on people having been able to act before it. The zero value is an error.
type Awaits uint8

const (
	undecided Awaits = iota
	// Nobody: the job also runs while the bot does not receive people's events.
	Nobody
	// People: the job notifies people, or runs because they have not acted by its time. It does not run while the bot
	// may not receive their events.
	People
)

// Handler runs the jobs of a kind. If Work returns nil the job is deleted, unless the subject's change has replaced it;
// after an error it is retried when the lease ends.
type Handler struct {
	Kind   string
	Door   door.Door
	Awaits Awaits
	Work   func(context.Context, Job) error
	// Anywhere means that the work needs only the database and the engines, so that any process can do it.
	Anywhere bool
}

// Periodic is a job that one of the processes runs from time to time: the database stores when it is due next. After a
// failure it is due within a minute.
type Periodic struct {
	Name  string
	Every time.Duration
	Work  func(context.Context) error
	// Able reports whether this process can run it now, and must return at once; nil means always. A process that
	// cannot leaves it to others.
	Able func() bool
}
