// Package place passes on what happens to the channels, threads and servers in which games are played, to every part
// of the program that has something in progress there. It also reports that a server has barred a player or switched
// a feature off.
//
// A fact comes from a gateway event, a refused request, or a check of a channel. The code that learns it calls
// [Handlers.Report] and need not know the handlers. What can be in progress in a channel follows from the tables:
// [Handlers.Check] refuses a program that has such a table without a Handler.
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

// Status is what has happened to a place. The names are stored.
type Status string

const (
	Deleted      Status = "deleted"  // the channel or thread was deleted
	Locked       Status = "locked"   // a moderator has locked the thread: the bot cannot write there
	NoPermission Status = "shut"     // the bot lacks a permission without which it can show no board
	LeftServer   Status = "left"     // the bot is no longer on the server
	Available    Status = "back"     // the bot can write in the channel, and perhaps could not before
	Unlocked     Status = "unlocked" // the thread is not locked, and perhaps was; the bot may still lack a permission
)

// Lost reports whether games in the place cannot continue.
func (f Status) Lost() bool { return f != Available && f != Unlocked }

// Fact is a place and what has happened to it.
type Fact struct {
	Status  Status
	Guild   id.Guild
	Channel id.Channel // "" for the whole server
	// Home is the channel whose permissions decide who could have caused it: a thread's parent, or the channel
	// itself. It is the guild's id if the server's own permissions decide, and "" if unknown.
	Home id.Channel
}

// Concerns reports whether the fact is about a channel of a guild.
func (f Fact) Concerns(g id.Guild, c id.Channel) bool {
	if f.Channel == "" {
		return f.Guild == g
	}
	return f.Channel == c
}

// Handler is how a part of the program responds to facts about places.
type Handler struct {
	Tables []string // whose rows it handles
	// OnFact responds to a fact. It may be called with the same fact again.
	OnFact func(ctx context.Context, f Fact) error
	// OnRuling checks again what is in progress on a server that has barred a player or switched a feature off. It is
	// called after that is stored, and not at all if the process ends in between.
	OnRuling func(ctx context.Context, g id.Guild) error
	// ChecksAt is set instead of OnRuling by a part that checks bars and switches later, each time: it says where.
	ChecksAt string
}

// Handlers holds the handlers of all parts of the program. All must be added before the first Report.
type Handlers struct{ all []Handler }

// Add adds parts. They are called in the order in which they were added.
func (a *Handlers) Add(all ...Handler) { a.all = append(a.all, all...) }

// Report passes a fact to every part, even if another one fails, and returns the joined errors.
func (a *Handlers) Report(ctx context.Context, f Fact) error {
	var errs []error
	for _, one := range a.all {
		if one.OnFact != nil {
			errs = append(errs, one.OnFact(ctx, f))
		}
	}
	return errors.Join(errs...)
}

// ReportRuling calls every part's OnRuling for a server, even if another one fails, and returns the joined errors.
func (a *Handlers) ReportRuling(ctx context.Context, g id.Guild) error {
	var errs []error
	for _, one := range a.all {
		if one.OnRuling != nil {
			errs = append(errs, one.OnRuling(ctx, g))
		}
	}
	return errors.Join(errs...)
}

// Check returns an error if a table of what is in progress in channels has no Handler or two, and if a Handler names
// a table that does not exist or handles only some facts. Such a table has a column channel, and one named status or
// state.
func (a *Handlers) Check(tables []store.Table) error {
	var errs []error
	handlers := map[string]int{}
	for _, one := range a.all {
		for _, name := range one.Tables {
			handlers[name]++
		}
		if len(one.Tables) > 0 && (one.OnFact == nil || (one.OnRuling == nil) == (one.ChecksAt == "")) {
			errs = append(errs,
				fmt.Errorf("who answers for %q does not say what follows where places are lost, or people barred",
					one.Tables))
		}
	}
	for _, t := range tables {
		has := func(column string) bool { return slices.Contains(t.Columns, column) }
		switch n := handlers[t.Name]; {
		case n > 1:
			errs = append(errs, fmt.Errorf("%d parts answer for the table %s", n, t.Name))
		case n == 0 && has("channel") && (has("status") || has("state")):
			errs = append(errs, fmt.Errorf("nobody answers for the table %s when a channel is lost", t.Name))
		}
		delete(handlers, t.Name)
	}
	for name := range handlers {
		errs = append(errs, fmt.Errorf("somebody answers for the table %s, which does not exist", name))
	}
	return errors.Join(errs...)
}
