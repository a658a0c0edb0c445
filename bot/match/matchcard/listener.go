// Package matchcard is the common part of the cards of all matches: when a change needs a new message or a ping, and
// the methods of [display.Source] other than Card. Features embed [Base] and implement Card.
//
// Out of scope: how a card looks, decisions about a match.
package matchcard

import (
	"context"
	"time"

	"yeye/bot/display"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/game"
)

// Wakers are woken after a change: the display and the scheduler.
type Wakers struct {
	Display interface {
		Changed(s id.Subject, w display.Wanted)
		Wake(s id.Subject)
		Clear(channel id.Channel)
	}
	Scheduler interface{ Wake() }
}

// Listener writes the pending update of a match's card in the transaction of the change, and wakes the display
// afterwards.
func Listener(w Wakers) match.Listener {
	return match.Listener{
		InTx: func(ctx context.Context, tx store.Tx, c *match.Change) error {
			wanted, ok := Wanted(c)
			if !ok {
				return nil
			}
			display.Want(ctx, tx, c.Match.Subject(), wanted)
			switch c.Verb {
			case match.Forgotten:
				return display.RenameThreads(ctx, tx, c.Match.Subject(), c.Match.Locale)
			case match.Deleted:
				return display.AnonymizeThreads(ctx, tx, c.Match.Subject(), c.Match.Locale)
			}
			return nil
		},
		After: func(ctx context.Context, c *match.Change) {
			m := &c.Match
			if c.Verb == match.Moved && m.Seats[mover(c)].Human() { // errors of earlier tries are obsolete
				w.Display.Clear(m.Channel)
			}
			if m.Next.Kind != match.Nothing {
				w.Scheduler.Wake()
			}
			wanted, ok := Wanted(c)
			if !ok {
				return
			}
			if w.Display.Changed(m.Subject(), wanted); !interaction.Collected(ctx, m.Subject()) {
				w.Display.Wake(m.Subject())
			}
		},
	}
}

// mover returns the side that made the move of a change.
func mover(c *match.Change) game.Color {
	if c.Match.Ply() > c.Before.Ply {
		return c.Match.ToMove().Other()
	}
	return c.Match.ToMove()
}

// Wanted returns the update of the card for a change; ok is false if the card looks the same as before.
func Wanted(c *match.Change) (w display.Wanted, ok bool) {
	m := &c.Match
	switch c.Verb {
	case match.ClockBegan, match.Warned, match.PremoveChanged, match.Blamed, match.PlaceLost:
		return w, false
	}
	if m.Private() {
		return w, false
	}
	w = display.Wanted{
		Guild:   m.Guild,
		Channel: m.Channel,
		Rev:     m.Rev,
		Repost:  needsNewMessage(c),
		Ping:    c.PositionChanged(),
		Probe:   m.Paused(),
	}
	answered := m.Next.Kind == match.Think && (c.By.Source == match.FromText || c.By.Source == match.FromPremove ||
		c.By.Source == match.FromVotes)
	if c.Verb == match.Moved && (answered || m.Next.Kind == match.PlayPremove) {
		w.Hold = holdFor
	}
	return w, true
}

// holdFor is how long the card of a typed move waits for the character's answer, and the card of any move for a
// premove that answers it, so that one card shows both. A character answers within four seconds.
const holdFor = 6 * time.Second

// needsNewMessage reports whether a change is posted as a new message. An action on the card itself edits it, but
// between people a move is posted to notify the other player, unless both are present.
func needsNewMessage(c *match.Change) bool {
	m := &c.Match
	switch c.Verb {
	case match.Started:
		return m.Rev == 1 || notWatching(c) // an accepted challenge has a message already
	case match.Transferred, match.Reminding, match.RestEnded:
		return true
	case match.Finished:
		switch m.Outcome.Method {
		case game.Abandoned:
			return m.Mode.OnePlayer && notWatching(c) // no player waits for it
		case game.Agreement, game.Timeout:
			return true
		}
		return notWatching(c)
	case match.Moved, match.TookBack, match.Resumed, match.SetUp, match.WordGiven:
		if c.Ended() && m.Outcome.Method == game.Timeout {
			return true
		}
		return notWatching(c)
	}
	return false
}

// notWatching reports whether the users who should see a change are not looking at the card.
func notWatching(c *match.Change) bool {
	m := &c.Match
	watching := c.By.Source == match.FromCard || c.By.Source == match.FromEngine || c.By.Source == match.FromPremove
	return !watching || m.Mode.TwoPlayers && !m.BothPresent()
}
