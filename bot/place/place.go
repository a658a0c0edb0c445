// Package place reports what happens to the channels, threads and servers in which games are played to every part of
// the program with something in progress there: also that a server has barred a player, or switched a feature off.
//
// A fact is learned in several ways: from a gateway event, from a refused request, from checking a channel. The code
// that learns it reports it once, and need not know who responds. What can be in progress in a channel follows from the
// tables: [Answers.Check] refuses a program that has such a table without an Answer.
//
// Out of scope: Discord beyond opaque ids, games, sentences.
package place

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"yeye/bot/id"
	"yeye/bot/store"
)

// Fate is what has happened to a place. The names are stored.
type Fate string

const (
	Deleted Fate = "deleted" // the channel or thread was deleted
	Locked  Fate = "locked"  // a moderator has locked the thread: the bot cannot write there
	Shut    Fate = "shut"    // the bot lacks a permission without which it can show no board
	Left    Fate = "left"    // the bot is no longer on the server
	Back    Fate = "back"    // the channel is neither locked nor shut, and may have been
)

// Taken reports whether games in the place cannot continue.
func (f Fate) Taken() bool { return f != Back }

// Fact is a place and what has happened to it.
type Fact struct {
	Fate    Fate
	Guild   id.Guild
	Channel id.Channel // "" for the whole server
	// Home is the channel whose permissions decide who could have caused it: a thread's parent, or the channel itself.
	// The id of the guild stands for the server, where no channel overrides its permissions. "" if it is not known.
	Home id.Channel
}

// Answer is how a part of the program responds to facts about places.
type Answer struct {
	Tables []string // whose rows it handles
	// Heed responds to a fact. It may be called with the same fact again.
	Heed func(ctx context.Context, f Fact) error
	// Ruled checks again what is in progress on a server that has barred a player or switched a feature off. It is
	// called after that is stored, and not at all if the process ends in between.
	Ruled func(ctx context.Context, g id.Guild) error
	// Asks says, instead of Ruled, where this part checks bars and switches when needed, so that nothing must be
	// checked again.
	Asks string
}

// Answers are those of all parts of a program. All must be added before the first Tell.
type Answers struct{ all []Answer }

// Add adds parts. They are called in the order in which they were added.
func (a *Answers) Add(all ...Answer) { a.all = append(a.all, all...) }

// Tell passes a fact to every part, even if another one fails, and returns the joined errors.
func (a *Answers) Tell(ctx context.Context, f Fact) error {
	var errs []error
	for _, one := range a.all {
		if one.Heed != nil {
			errs = append(errs, one.Heed(ctx, f))
		}
	}
	return errors.Join(errs...)
}

// Ruled calls every part's Ruled for a server, even if another one fails, and returns the joined errors.
func (a *Answers) Ruled(ctx context.Context, g id.Guild) error {
	var errs []error
	for _, one := range a.all {
		if one.Ruled != nil {
			errs = append(errs, one.Ruled(ctx, g))
		}
	}
	return errors.Join(errs...)
}

// Check returns an error if one of the tables that hold what is in progress in channels has no Answer, or two, if an
// Answer names a table that does not exist, or handles only some facts. Such tables have a column channel, and one for
// their progress: status or state.
func (a *Answers) Check(tables []store.Table) error {
	var errs []error
	by := map[string]int{}
	for _, one := range a.all {
		for _, name := range one.Tables {
			by[name]++
		}
		if len(one.Tables) > 0 && (one.Heed == nil || (one.Ruled == nil) == (one.Asks == "")) {
			errs = append(errs,
				fmt.Errorf("who answers for %q does not say what follows where places are lost, or people barred",
					one.Tables))
		}
	}
	for _, t := range tables {
		has := func(column string) bool { return slices.Contains(t.Columns, column) }
		switch n := by[t.Name]; {
		case n > 1:
			errs = append(errs, fmt.Errorf("%d parts answer for the table %s", n, t.Name))
		case n == 0 && has("channel") && (has("status") || has("state")):
			errs = append(errs, fmt.Errorf("nobody answers for the table %s when a channel is lost", t.Name))
		}
		delete(by, t.Name)
	}
	for name := range by {
		errs = append(errs, fmt.Errorf("somebody answers for the table %s, which does not exist", name))
	}
	return errors.Join(errs...)
}
