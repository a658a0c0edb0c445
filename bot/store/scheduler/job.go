// Package scheduler stores due jobs as rows and has them done: the answers of characters, flags, reminders, analyses. A job is
// written in the transaction of the change that makes it due, so that none is lost; a process that takes one on holds a lease, so
// that another takes over when it dies; and nothing is kept in memory between looks.
//
// What may not enter: the content of jobs. A job names its handler by kind and its subject by id.
package scheduler

import (
	"context"
	"time"

	"yeye/bot/door"
	"yeye/bot/id"
)

// Pool decides which workers do a job.
type Pool string

const (
	Timed  Pool = "timed"  // acts of time alone, such as flags: done at once
	Engine Pool = "engine" // characters' turns: shared fairly among the players for whom they are done
	Slow   Pool = "slow"   // what takes long and may wait, such as analyses
)

// Job is something due. There is one for each slot and subject: writing another replaces it.
type Job struct {
	Slot    string // "next" is a subject's next act
	Kind    string // names the handler
	Subject id.Subject
	Version int64 // of the subject when the job was made; the handler compares it
	Due     time.Time
	Pool    Pool
	Rank    int       // among due jobs of a pool, lower ones go first
	Guild   id.Guild  // of the subject, "" for a direct conversation
	Owner   id.Player // for whom it is done, "" for nobody: shares the pool fairly
	Payload []byte

	claim int64 // number of this claim, so that one that has been overtaken finishes nothing
}

// late is how long after its time a job may begin before that means that the bot was away.
const late = 20 * time.Second

// Late reports whether so much time has passed since something was due that people could not do it in time, because the bot was away.
func Late(due, now time.Time) bool { return now.Sub(due) > late }

// Awaits says whether a job waits for people besides its time. The zero value is no decision, and refused.
type Awaits uint8

const (
	undecided Awaits = iota
	// Nobody: the job acts as well while people cannot be heard.
	Nobody
	// People: it calls people, or acts because they have not done something by its time. It is not done while they may not be heard.
	People
)

// Handler does the jobs of a kind. If Work returns nil the job is done, unless the subject's change has put another in its place;
// after an error it is tried again when the lease ends.
type Handler struct {
	Kind   string
	Door   door.Door
	Awaits Awaits
	Work   func(context.Context, Job) error
	// Anywhere means that the work needs only the database and the engines, so that any process can do it.
	Anywhere bool
}

// Periodic is a job that one process of all does from time to time: the database stores when it is due again. After a failure it is
// due within a minute.
type Periodic struct {
	Name  string
	Every time.Duration
	Work  func(context.Context) error
	// Able reports whether this process can do it now, and must return at once; nil means always. One that cannot leaves it to others.
	Able func() bool
}
