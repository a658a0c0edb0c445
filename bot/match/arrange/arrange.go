// Package arrange is what those share who arrange matches, rings and tournaments: they learn what becomes of their matches, wait for first
// moves, and heed what happens on the server.
//
// What may not enter: who plays whom, what a result means, jobs, sentences.
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

// Fact is what a change of a match means to whoever has arranged it. A change may mean several.
type Fact uint8

const (
	Ended   Fact = 1 << iota // in whichever way
	Stopped                  // adjourned or paused
	Resumed                  // before both have moved: their first moves are awaited again
	Carried                  // to another channel
)

// Facts returns what a change means to those of a kind who arrange matches; 0 if they have not arranged this one.
func Facts(c *match.Change, kind id.Kind) (f Fact) {
	m, was := &c.Match, c.Before.Status
	if _, ours := m.ArrangedBy(kind); !ours || c.New() {
		return 0
	}
	switch {
	case was != match.Ended && !m.Live():
		f = Ended
	case was == match.Open && m.Status == match.Adjourned:
		f = Stopped
	case was == match.Adjourned && m.Status == match.Open && m.FreeMove():
		f = Resumed
	}
	if m.Channel != c.Before.Channel {
		f |= Carried
	}
	return f
}

const (
	// RemindAfter and AbsentAfter are how long after the beginning, or the opponent's first move, a player of a live game who has not made
	// their first move is reminded, and has not come.
	RemindAfter, AbsentAfter = 90 * time.Second, 3 * time.Minute
	// AnotherChance is how long those have who could not come in time, because the bot was away.
	AnotherChance = time.Minute
)

// Wait says what is to be done about the first move of a match. The zero Wait is nothing: it has been made, or is not awaited.
type Wait struct {
	Since  time.Time // it is awaited
	Again  time.Time // to look at it again
	Remind bool      // the player to move, until when it is looked at again
	Absent bool      // the player to move has not come
}

// FirstMove looks whether the players of a match that has begun at a time have come. late means that this was to be asked when the bot was
// away. Only where they are reminded is it looked at for that.
func FirstMove(m *match.Match, begun, now time.Time, late, reminds bool) Wait {
	if m.Status != match.Open || !m.FreeMove() {
		return Wait{}
	}
	w := Wait{Since: m.AwaitedSince(begun)}
	if w.Since.Before(begun) { // it was paused after the first move
		w.Since = begun
	}
	if m.Seats[m.ToMove()].Character() { // it is never absent: an engine may be busy
		return Wait{Since: w.Since, Again: now.Add(AbsentAfter)}
	}
	switch absent := w.Since.Add(AbsentAfter); {
	case reminds && now.Before(w.Since.Add(RemindAfter)):
		w.Again = w.Since.Add(RemindAfter)
	case late:
		w.Again = now.Add(AnotherChance)
	case now.Before(absent):
		w.Again, w.Remind = absent, reminds
	default:
		w.Absent = true
	}
	return w
}

// Heed looks at what has happened on a server, in the transaction of a change: whether a feature was switched off there, else who of some
// players has been barred.
func Heed(ctx context.Context, tx store.Tx, guilds *guild.Service, g id.Guild, feature string, players ...id.Player) (
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
