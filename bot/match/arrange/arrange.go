// Package arrange is shared by the arrangers of matches: rings and tournaments. It classifies changes of their
// matches, checks first moves, and checks the rules of the server.
//
// Out of scope: who plays whom, what a result means, jobs, sentences.
package arrange

import (
	"context"
	"errors"
	"time"

	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
)

// Event is what a change of a match means to its arranger, as a set of bits.
type Event uint8

const (
	Ended     Event = 1 << iota // in any way
	Stopped                     // adjourned or paused, or no longer paused but still adjourned
	Resumed                     // before both have moved: wait for their first moves again
	MovedAway                   // transferred to another channel
)

// EventsOf returns what a change means to an arranger of a kind; 0 if the match has no arranger of that kind.
func EventsOf(c *match.Change, kind id.Kind) (f Event) {
	m, was := &c.Match, c.Before.Status
	if _, ours := m.ArrangedBy(kind); !ours || c.New() {
		return 0
	}
	switch {
	case was != match.Ended && !m.Live():
		f = Ended
	case m.Status == match.Adjourned && (was == match.Open || c.Before.Paused && !m.Paused()):
		f = Stopped
	case was == match.Adjourned && m.Status == match.Open && m.FreeMove():
		f = Resumed
	}
	if m.Channel != c.Before.Channel {
		f |= MovedAway
	}
	return f
}

const (
	// RemindAfter and AbsentAfter are how long after the start, or the opponent's first move, a player of a live game
	// who has not made their first move is reminded, and counts as absent.
	RemindAfter, AbsentAfter = 90 * time.Second, 3 * time.Minute
	// AnotherChance is the extra time for players who could not move in time because the bot was away.
	AnotherChance = time.Minute
)

// FirstMoveCheck says what to do about the first move of a match. Its zero value means nothing: the move has been
// made, or is not awaited.
type FirstMoveCheck struct {
	Since   time.Time // since when it is awaited
	CheckAt time.Time // when to check again
	Remind  bool      // remind the player to move now
	Absent  bool      // the player to move is absent
}

// FirstMove checks whether the players of a match that started at started have made their first moves. late means
// that the check was due while the bot was away; reminds means that players are reminded before they count as absent.
func FirstMove(m *match.Match, started, now time.Time, late, reminds bool) FirstMoveCheck {
	if m.Status != match.Open || !m.FreeMove() {
		return FirstMoveCheck{}
	}
	w := FirstMoveCheck{Since: m.AwaitedSince(started)}
	if w.Since.Before(started) { // the match was paused after the first move
		w.Since = started
	}
	if m.Seats[m.ToMove()].Character() { // a character is never absent: an engine may be busy
		return FirstMoveCheck{Since: w.Since, CheckAt: now.Add(AbsentAfter)}
	}
	switch absent := w.Since.Add(AbsentAfter); {
	case reminds && now.Before(w.Since.Add(RemindAfter)):
		w.CheckAt = w.Since.Add(RemindAfter)
	case late:
		w.CheckAt = now.Add(AnotherChance)
	case now.Before(absent):
		w.CheckAt, w.Remind = absent, reminds
	default:
		w.Absent = true
	}
	return w
}

// CheckRules checks the rules of a server, in the transaction of a change: whether the feature is switched off there,
// else which of the players are barred.
func CheckRules(
	ctx context.Context,
	tx store.Tx,
	guilds *guild.Service,
	g id.Guild,
	feature string,
	players ...id.Player,
) (
	off bool, barred []id.Player, err error) {
	var switched *guild.OffError
	if err = guilds.MayUseIn(ctx, tx.Conn, g, feature); errors.As(err, &switched) {
		return true, nil, nil
	}
	if err == nil {
		barred, err = guilds.BarredIn(ctx, tx.Conn, g, players...)
	}
	return false, barred, err
}
