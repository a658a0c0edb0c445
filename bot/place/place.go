// Package place says what becomes of the channels, threads and servers in which games are played, and tells it to whatever keeps something
// there: also that a server has barred somebody, or switched something off.
//
// A fact is learned in several ways: from an event of Discord's, from a refused request, from a look at a channel. Whoever learns it says
// it once, and need not know who answers. What is under way in a channel is found from the tables: [Answers.Check] refuses a program that
// has a table of it for which nobody answers.
//
// What may not enter: Discord beyond opaque ids, games, sentences.
package place

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"yeye/bot/id"
	"yeye/bot/store"
)

// Fate is what becomes of a place. The names are stored.
type Fate string

const (
	Deleted Fate = "deleted" // the channel or thread is no more
	Locked  Fate = "locked"  // a moderator has locked the thread: nobody can write there
	Shut    Fate = "shut"    // the bot lacks a permission without which it can show no board
	Left    Fate = "left"    // the bot is no longer on the server
	Back    Fate = "back"    // the channel is neither locked nor shut, and may have been
)

// Taken reports whether no game can go on in the place.
func (f Fate) Taken() bool { return f != Back }

// Fact is what has become of a place.
type Fact struct {
	Fate    Fate
	Guild   id.Guild
	Channel id.Channel // "" for the whole server
	// Home is the channel whose permissions say who could have brought it about: a thread's parent, or the channel itself. The id of the
	// guild stands for the server, where no channel overrides its permissions. "" if it is not known.
	Home id.Channel
}

// Answer is how a part of the program answers what becomes of places.
type Answer struct {
	Tables []string // for whose rows it answers
	// Heed does what follows from a fact. It may be told the same one again.
	Heed func(ctx context.Context, f Fact) error
	// Ruled looks again at what is under way on a server that has barred somebody or switched something off. It is told after that is
	// stored, and not at all by a process that ends in between.
	Ruled func(ctx context.Context, g id.Guild) error
	// Asks says where bars and switches are asked about, so that nothing need be looked at again. It stands in place of Ruled.
	Asks string
}

// Answers are those of all parts of a program. Parts are added before the first fact is told.
type Answers struct{ all []Answer }

// Add adds parts. They are told in the order in which they were added.
func (a *Answers) Add(all ...Answer) { a.all = append(a.all, all...) }

// Tell tells every part, also after an error of another.
func (a *Answers) Tell(ctx context.Context, f Fact) error {
	var errs []error
	for _, one := range a.all {
		if one.Heed != nil {
			errs = append(errs, one.Heed(ctx, f))
		}
	}
	return errors.Join(errs...)
}

// Ruled has every part look again at what is under way on a server, also after an error of another.
func (a *Answers) Ruled(ctx context.Context, g id.Guild) error {
	var errs []error
	for _, one := range a.all {
		if one.Ruled != nil {
			errs = append(errs, one.Ruled(ctx, g))
		}
	}
	return errors.Join(errs...)
}

// Check returns an error if nobody answers for one of some tables that holds what is under way in channels, if two do, if somebody answers
// for a table that does not exist, or answers only some of the facts. What is under way has a column channel, and one that says how far it
// has come: status or state.
func (a *Answers) Check(tables []store.Table) error {
	var errs []error
	by := map[string]int{}
	for _, one := range a.all {
		for _, name := range one.Tables {
			by[name]++
		}
		if len(one.Tables) > 0 && (one.Heed == nil || (one.Ruled == nil) == (one.Asks == "")) {
			errs = append(errs, fmt.Errorf("who answers for %q does not say what follows where places are lost, or people barred",
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
