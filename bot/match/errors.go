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
	// ErrNoMatch: no match is open in the channel, or there is no such match.
	ErrNoMatch = errors.New("no game is being played here")
	// ErrNonePlayed: no match is open in the channel, and none ever was.
	ErrNonePlayed = errors.New("no game has been played here")
	// ErrStale: the control or answer was made for an earlier turn.
	ErrStale = errors.New("the game has moved on since")
	// ErrStaleStudy is the ErrStale of a study that only its owner sees.
	ErrStaleStudy = fmt.Errorf("%w, a study without a channel", ErrStale)
	// ErrNotYet: the act is not due yet, or not while the bot is away. Its job runs again later.
	ErrNotYet = fmt.Errorf("the act is not due: %w", scheduler.ErrLater)
	// ErrNotSeated: the player has no seat in this match.
	ErrNotSeated = errors.New("you are not playing in this game")
	// ErrVoted: the moves of this match are not played by one player, but voted on.
	ErrVoted = errors.New("this game is decided by votes")
	// ErrNotYourTurn: the player is seated, but the other side is to move.
	ErrNotYourTurn = errors.New("it is not your turn")
	// ErrEnded: the match is over.
	ErrEnded = errors.New("this game is over")
	// ErrAdjourned: the match was untouched for long, or its channel was deleted; a player can resume it.
	ErrAdjourned = errors.New("this game is adjourned")
	// ErrNotAsked: only another player may answer or stop this.
	ErrNotAsked = errors.New("this is for somebody else to answer")
	// ErrClosed: the offer has been answered, or another has replaced it.
	ErrClosed = errors.New("this offer is over")
	// ErrOffered: the player has made the same offer, and it waits for an answer.
	ErrOffered = errors.New("you have offered this already")
	// ErrBlamed: only the opponent may bring this match elsewhere, since the player alone could have brought about that it is adjourned.
	ErrBlamed = errors.New("only your opponent may bring this game elsewhere")
	// ErrAnswered: the player made the same offer in this turn, and it was answered.
	ErrAnswered = errors.New("this offer has been answered in this turn")
	// ErrCharacter: a character does not discuss this.
	ErrCharacter = errors.New("a character does not discuss this")
	// ErrOwnGame: a moderator does not decide about a game that they are playing.
	ErrOwnGame = policy.ErrOwnGame
	// ErrNothingToTakeBack: none of the player's moves is on the board.
	ErrNothingToTakeBack = errors.New("you have made no move yet")
	// ErrNotDealt: in flipped chess, before all words are given.
	ErrNotDealt = errors.New("the pieces have not been dealt yet")
	// ErrWord: a word for the deal is too long, empty, more than one line, or begins like a hash.
	ErrWord = fmt.Errorf("a word has 1 to %d characters", MaxWord)
	// ErrOtherWord: the word that a player tells does not have the hash that they gave.
	ErrOtherWord = errors.New("this word has another hash")
	// ErrSealed: a running game of flipped chess cannot be deleted before its seal is opened.
	ErrSealed = errors.New("its seal must be opened first")
	// ErrRevealed: a move that showed somebody a face-down piece is not taken back.
	ErrRevealed = errors.New("what has been seen cannot be taken back")
	// ErrBetweenPeople: in flipped chess between people no move is taken back.
	ErrBetweenPeople = errors.New("between people no move of flipped chess is taken back")
	// ErrNoHints: nobody is helped in a running game of flipped chess.
	ErrNoHints = errors.New("there are no hints in flipped chess")
	// ErrBlindfold: nobody sees a game that is played blindfold, nor takes a move back, until it is over.
	ErrBlindfold = errors.New("nobody sees this game before it is over")
	// ErrUnseen: a move cannot be played in a blindfold game; why would tell what is on the board.
	ErrUnseen = errors.New("this move cannot be played")
	// ErrArranged: in a tournament and at a ring no move is taken back.
	ErrArranged = errors.New("here no move is taken back")
	// ErrUnknownMode: nothing in this program has declared the mode.
	ErrUnknownMode = errors.New("unknown mode of play")

	// errConflict: the match no longer has the revision that the change was decided on.
	errConflict = fmt.Errorf("the match has changed meanwhile: %w", store.ErrConflict)
)

// OccupiedError refuses a second match in a channel.
type OccupiedError struct {
	Subject id.Subject // that occupies the channel
	Match   Match      // the match there; zero if the channel belongs to something else
}

func (e *OccupiedError) Error() string { return "a game is being played here already" }

// TooLongError refuses a game beyond the greatest length of its mode, in plies.
type TooLongError struct{ Max int }

func (e *TooLongError) Error() string {
	return fmt.Sprintf("the game may have no more than %d plies", e.Max)
}

// MoveError wraps the error of the notation or the rules about a text that the player to move typed.
type MoveError struct {
	Text     string
	Turn     game.Color
	Err      error
	Position notation.Board // in which it was typed; nil if not known
	OfFile   bool           // it is in a game of other people
}

func (e *MoveError) Error() string { return fmt.Sprintf("%.40q: %v", e.Text, e.Err) }
func (e *MoveError) Unwrap() error { return e.Err }

// RiskError holds back a move that would lose by repetition, at once or with the opponent's next move. The player may still play it
// with Sure.
type RiskError struct {
	Match   id.Match
	Turn    int64
	Move    game.Move
	Before  notation.Board // in which it would be played
	Outcome game.Outcome
	Reply   bool // the opponent's next move would bring it about
}

func (e *RiskError) Error() string { return "this move would lose by " + e.Outcome.Method.String() }
