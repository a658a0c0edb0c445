package session

import (
	"errors"
	"fmt"

	"yeye/game"
)

var (
	// ErrNoSession: nothing is being played in this place, or no such session.
	ErrNoSession = errors.New("no game is being played here")
	// ErrSeen: the event that asked for this change has been worked already.
	ErrSeen = errors.New("this event has been worked already")
	// ErrStale: the control or answer was made for an earlier turn.
	ErrStale = errors.New("the game has moved on since")
	// ErrNotSeated: the person has no seat at this table.
	ErrNotSeated = errors.New("you are not playing in this game")
	// ErrNotYourTurn: the person is seated, but the other side is to move.
	ErrNotYourTurn = errors.New("it is not your turn")
	// ErrEnded: the game is over.
	ErrEnded = errors.New("this game is over")
	// ErrProposed: the challenge has not been answered yet.
	ErrProposed = errors.New("this challenge has not been answered yet")
	// ErrResting: the game has been set aside untouched; a player can resume it.
	ErrResting = errors.New("this game rests")
	// ErrNotAsked: the challenge or offer is made to somebody else.
	ErrNotAsked = errors.New("this is for somebody else to answer")
	// ErrSelf: nobody can challenge themselves.
	ErrSelf = errors.New("you cannot challenge yourself")
	// ErrClosed: the challenge or offer stands no longer.
	ErrClosed = errors.New("this offer stands no longer")
	// ErrOffered: the player has made the same offer in this turn already.
	ErrOffered = errors.New("you have offered this already")
	// ErrCharacter: a character does not discuss this.
	ErrCharacter = errors.New("a character does not discuss this")
	// ErrNothingToTakeBack: no move of the person's stands on the board.
	ErrNothingToTakeBack = errors.New("you have made no move yet")
	// ErrConflict is the store's: the session is no longer at the revision that
	// the change was made from. The service tries again; callers do not see it
	// unless that fails for long.
	ErrConflict = errors.New("the session changed meanwhile")
)

// OccupiedError refuses a second session in a place. It carries the one there.
type OccupiedError struct{ Session Session }

func (e *OccupiedError) Error() string { return "a game is being played here already" }

// MoveError wraps what notation or the rules said about a text that a seated
// player to move typed.
type MoveError struct {
	Text string
	Turn game.Color
	Err  error
}

func (e *MoveError) Error() string { return fmt.Sprintf("%.40q: %v", e.Text, e.Err) }
func (e *MoveError) Unwrap() error { return e.Err }

// RiskError holds back a move that would lose by repetition, at once or with the
// opponent's next move. The player may play it all the same: see Sure.
type RiskError struct {
	Session ID
	Turn    int64
	Move    game.Move
	Outcome game.Outcome
}

func (e *RiskError) Error() string { return "this move would lose by " + e.Outcome.Method.String() }
