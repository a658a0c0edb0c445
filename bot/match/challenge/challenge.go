// Package challenge stores invitations to a match: a [Challenge] waits in a channel for the challenged player, or for
// the first to accept it, and changes only through the [Service]. Any number may wait in a channel. On acceptance it
// becomes a match with the same id, in the same transaction.
//
// It works like package match: a change is computed outside the transaction, written if the revision is unchanged
// (optimistic locking), and passed to listeners.
//
// Out of scope: Discord beyond opaque ids, how a challenge is shown, sentences, SQL outside sql.go, what is
// played.
package challenge

import (
	"errors"
	"fmt"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/variant"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

// Kind is the kind of challenges as subjects.
const Kind id.Kind = "challenge"

// Status is the state of a challenge. The numbers are stored.
type Status uint8

const (
	Waiting   Status = iota
	Accepted         // it became a match with the same id
	Declined         // by the challenged player
	Withdrawn        // by the challenger
	Expired          // not answered in time, or its channel was deleted
	CalledOff        // by a moderator
	Removed          // only its messages are left, to be deleted
)

// Lifetimes of challenges to a player and of open challenges.
const (
	directTimeout = 24 * time.Hour
	openTimeout   = time.Hour
)

// Challenge is an invitation at revision Rev. The challenger has one seat; the other belongs to the challenged player,
// or is open.
type Challenge struct {
	ID       id.Match
	Guild    id.Guild // "" for a direct conversation
	Channel  id.Channel
	Status   Status
	Seats    [2]match.Seat // by game.Color
	Starter  id.Player
	Locale   string // of the public card
	Position game.Position
	Rules    game.Rules
	Odds     match.Odds
	Timing   match.TimeControl
	Casual   match.CasualReason
	Variant  variant.Variant
	Pair     bool // a pair of games, colors reversed in the second

	Rev     int64 // incremented by every change
	Created time.Time
	Touched time.Time

	NoPing      bool      // the player was challenged a moment ago, so this one does not ping
	CalledOffBy id.Player // the moderator
}

// Subject returns the subject of the challenge's card and jobs.
func (c *Challenge) Subject() id.Subject { return id.Subject{Kind: Kind, ID: c.ID} }

// SeatOf returns the side on which p sits.
func (c *Challenge) SeatOf(p id.Player) (game.Color, bool) {
	for _, side := range [2]game.Color{game.Red, game.Black} {
		if p != "" && c.Seats[side].Player == p {
			return side, true
		}
	}
	return game.Red, false
}

// Side returns the challenger's side.
func (c *Challenge) Side() game.Color {
	side, _ := c.SeatOf(c.Starter)
	return side
}

// Expires returns when an unanswered challenge is closed.
func (c *Challenge) Expires() time.Time {
	for _, seat := range c.Seats {
		if !seat.Human() {
			return c.Created.Add(openTimeout)
		}
	}
	return c.Created.Add(directTimeout)
}

// Terms returns the terms of the match that the challenge would become.
func (c *Challenge) Terms() match.Terms {
	return match.Terms{Mode: match.DuelOf(c.Variant), Guild: c.Guild, Channel: c.Channel, Seats: c.Seats,
		Position: c.Position, Rules: c.Rules,
		Odds: c.Odds, TimeControl: c.Timing, Casual: c.Casual == match.Agreed,
		DailyLimitReached: c.Casual == match.DailyLimit, Pair: c.Pair, Locale: c.Locale}
}

// addressedTo reports whether p is the challenged player.
func (c *Challenge) addressedTo(p id.Player) bool {
	for _, side := range [2]game.Color{game.Red, game.Black} {
		if c.Seats[side].Player == c.Starter && c.Seats[side.Other()].Player == p {
			return true
		}
	}
	return false
}

// MayAccept returns nil if p can accept the challenge, else [ErrClosed] or [ErrNotAsked].
func (c *Challenge) MayAccept(p id.Player) error {
	_, err := c.seatFor(p)
	return err
}

// seatFor returns the side on which p could be seated, else [ErrClosed] or [ErrNotAsked].
func (c *Challenge) seatFor(p id.Player) (game.Color, error) {
	if c.Status != Waiting {
		return game.Red, ErrClosed
	}
	if p == c.Starter {
		return game.Red, ErrNotAsked
	}
	for _, side := range [2]game.Color{game.Red, game.Black} {
		if seat := c.Seats[side]; seat.Player == p || seat.Open {
			return side, nil
		}
	}
	return game.Red, ErrNotAsked
}

var (
	// ErrNoChallenge means that there is no such challenge.
	ErrNoChallenge = errors.New("there is no such challenge")
	// ErrUnanswered means that there is no match, since the challenge has not been answered yet.
	ErrUnanswered = errors.New("this challenge has not been answered yet")
	// ErrClosed means that the challenge no longer waits.
	ErrClosed = errors.New("this challenge is over")
	// ErrStale means that the challenge has changed since the request was made.
	ErrStale = errors.New("the challenge has moved on since")
	// ErrNotYet means that the challenge has time left. Its job runs again later.
	ErrNotYet = fmt.Errorf("the challenge has time left: %w", scheduler.ErrLater)
	// ErrNotAsked means that the challenge is addressed to another player.
	ErrNotAsked = errors.New("this is for somebody else to answer")
	// ErrSelf means that a player challenges themselves.
	ErrSelf = errors.New("you cannot challenge yourself")
	// ErrInvitations means that the player already has maxWaiting waiting challenges.
	ErrInvitations = fmt.Errorf("%d of your challenges wait for an answer", maxWaiting)
	// ErrBusy means that the challenge cannot be accepted now, because the challenger has the maximum number of open
	// matches.
	ErrBusy = errors.New("the challenger has as many games open as may be")
	// ErrAtBoard means that the challenge cannot be accepted now, because the challenger is in a game with a live
	// clock.
	ErrAtBoard = errors.New("the challenger plays on a live clock")
	// ErrVoid means that the challenger is barred here or blocked by the player. The error deliberately does not say
	// which.
	ErrVoid = errors.New("the challenge can no longer be accepted")
	// ErrUnwelcome means that the challenged player accepts no challenges, or none from this player.
	ErrUnwelcome = errors.New("this player takes no challenges")

	errConflict = fmt.Errorf("the challenge has changed meanwhile: %w", store.ErrConflict)
)

// TooSoonError means that the same player was asked too recently.
type TooSoonError struct{ At time.Time } // when they may be asked again

func (e *TooSoonError) Error() string {
	return fmt.Sprintf("you asked them a moment ago; ask again after %s", e.At.Format(time.RFC3339))
}
