package match

import (
	"errors"
	"fmt"

	"yeye/bot/id"
	"yeye/bot/policy"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game"
	"yeye/game/notation"
)

var (
	// ErrNoMatch means that no match is open in the channel, or there is no such match.
	ErrNoMatch = errors.New("no game is being played here")
	// ErrNonePlayed means that no match is open in the channel, and none ever was.
	ErrNonePlayed = errors.New("no game has been played here")
	// ErrStale means that the control or answer was made for an earlier turn.
	ErrStale = errors.New("the game has moved on since")
	// ErrStaleStudy is ErrStale for a private study.
	ErrStaleStudy = fmt.Errorf("%w, a study without a channel", ErrStale)
	// ErrNotDue means that the act is not due yet, or not while the bot is away. Its job runs again later.
	ErrNotDue = fmt.Errorf("the act is not due: %w", scheduler.ErrLater)
	// ErrNotSeated means that the player has no seat in this match.
	ErrNotSeated = errors.New("you are not playing in this game")
	// ErrVoted means that the moves of this match are voted on, not played by one player.
	ErrVoted = errors.New("this game is decided by votes")
	// ErrNotYourTurn means that the player is seated, but the other side is to move.
	ErrNotYourTurn = errors.New("it is not your turn")
	// ErrEnded means that the match is over.
	ErrEnded = errors.New("this game is over")
	// ErrAdjourned means that the match was inactive for long, or lost its channel; a player can resume it.
	ErrAdjourned = errors.New("this game is adjourned")
	// ErrNotAsked means that only another player may answer or stop this.
	ErrNotAsked = errors.New("this is for somebody else to answer")
	// ErrClosed means that the offer has been answered or replaced.
	ErrClosed = errors.New("this offer is over")
	// ErrOffered means that the player has made the same offer, and it waits for an answer.
	ErrOffered = errors.New("you have offered this already")
	// ErrBlamed means that only the opponent may transfer this match, since the player alone could have caused its
	// adjournment.
	ErrBlamed = errors.New("only your opponent may bring this game elsewhere")
	// ErrAnswered means that the player made the same offer in this turn, and it was answered.
	ErrAnswered = errors.New("this offer has been answered in this turn")
	// ErrCharacter means that a character does not negotiate this.
	ErrCharacter = errors.New("a character does not discuss this")
	// ErrOwnGame means that a moderator may not decide about a game that they are playing.
	ErrOwnGame = policy.ErrOwnGame
	// ErrNothingToTakeBack means that the player has made no move.
	ErrNothingToTakeBack = errors.New("you have made no move yet")
	// ErrNotDealt means that in flipped chess not all words are given yet.
	ErrNotDealt = errors.New("the pieces have not been dealt yet")
	// ErrWord means that a word for the deal is too long, empty, more than one line, or has the prefix of a hash.
	ErrWord = fmt.Errorf("a word has 1 to %d characters", MaxWord)
	// ErrHashMismatch means that a revealed word does not have the hash that was given.
	ErrHashMismatch = errors.New("this word has another hash")
	// ErrSealed means that a running game of flipped chess cannot be deleted before its seal is opened.
	ErrSealed = errors.New("its seal must be opened first")
	// ErrRevealed means that a move that showed a player a face-down piece cannot be taken back.
	ErrRevealed = errors.New("what has been seen cannot be taken back")
	// ErrBetweenPeople means that in flipped chess between people no move can be taken back.
	ErrBetweenPeople = errors.New("between people no move of flipped chess is taken back")
	// ErrNoHints means that there are no hints in a running game of flipped chess.
	ErrNoHints = errors.New("there are no hints in flipped chess")
	// ErrHidden means that a running blindfold game is not shown, and its moves cannot be taken back.
	ErrHidden = errors.New("nobody sees this game before it is over")
	// ErrUnseen means that a move is illegal in a blindfold game; the reason would reveal the board.
	ErrUnseen = errors.New("this move cannot be played")
	// ErrArranged means that in a tournament or at a ring no move can be taken back.
	ErrArranged = errors.New("here no move is taken back")
	// ErrUnknownMode means that no package has declared the mode.
	ErrUnknownMode = errors.New("unknown mode of play")

	// errConflict means that the match no longer has the revision on which the change was decided.
	errConflict = fmt.Errorf("the match has changed meanwhile: %w", store.ErrConflict)
)

// OccupiedError refuses a second match in a channel.
type OccupiedError struct {
	Subject id.Subject // the channel's owner
	Match   Match      // the match there; zero if the channel belongs to something else
}

func (e *OccupiedError) Error() string { return "a game is being played here already" }

// TooLongError refuses a game beyond the greatest length of its mode, in plies.
type TooLongError struct{ Max int }

func (e *TooLongError) Error() string {
	return fmt.Sprintf("the game may have no more than %d plies", e.Max)
}

// MoveError wraps the notation or rules error for a move typed by the player to move.
type MoveError struct {
	Text     string
	Turn     game.Color
	Err      error
	Position notation.Board // in which it was typed; nil if not known
	OfFile   bool           // it is in an imported game
}

func (e *MoveError) Error() string { return fmt.Sprintf("%.40q: %v", e.Text, e.Err) }
func (e *MoveError) Unwrap() error { return e.Err }

// RiskError asks for confirmation of a move that would lose by repetition, at once or after the opponent's next move.
// The player may still play it with Sure.
type RiskError struct {
	Match   id.Match
	Turn    int64
	Move    game.Move
	Before  notation.Board // the position before the move
	Outcome game.Outcome
	Reply   bool // only the opponent's next move would complete the repetition
}

func (e *RiskError) Error() string { return "this move would lose by " + e.Outcome.Method.String() }
