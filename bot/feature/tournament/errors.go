package tournament

import (
	"errors"
	"fmt"

	"yeye/bot/policy"
)

var (
	// ErrNone: there is no such tournament.
	ErrNone = errors.New("there is no such tournament")
	// ErrOver: the tournament has ended or was canceled.
	ErrOver = errors.New("this tournament is over")
	// ErrStarted: this can only be done before the start.
	ErrStarted = errors.New("this tournament has begun")
	// ErrNotStarted: this can only be done once it has begun.
	ErrNotStarted = errors.New("this tournament has not begun")
	// ErrFull: as many have joined as may.
	ErrFull = errors.New("this tournament is full")
	// ErrLate: nobody can join any more.
	ErrLate = errors.New("it is too late to join")
	// ErrRemoved: a director has removed the player.
	ErrRemoved = errors.New("a director has removed you from this tournament")
	// ErrIn and ErrNotIn: the player is in it already, or is not.
	ErrIn    = errors.New("you are in this tournament already")
	ErrNotIn = errors.New("you are not in this tournament")
	// ErrTooFew: fewer than two players are in.
	ErrTooFew = errors.New("a tournament needs two players")
	// ErrPlaying: boards of the round have no result yet.
	ErrPlaying = errors.New("the round is still being played")
	// ErrHalf: a half-point bye was had already, or would be in the last round.
	ErrHalf = errors.New("there is one half-point bye a player, and none in the last round")
	// ErrByHand: a director has paired the player in the next round.
	ErrByHand = errors.New("a director has paired you in the next round")
	// ErrSkips: one of the two has a half-point bye in the next round.
	ErrSkips = errors.New("one of them has a half-point bye in the next round")
	// ErrNotDirector: only directors may do this.
	ErrNotDirector = errors.New("this is for directors")
	// ErrOwnGame: nobody directs a game they play in. It is a [policy.ErrOwnGame], which moderators are told in other words.
	ErrOwnGame = fmt.Errorf("a director: %w", policy.ErrOwnGame)
	// ErrRunning: the game is being played.
	ErrRunning = errors.New("the game is being played")
	// ErrStale: the board is not what it was.
	ErrStale = errors.New("the board has changed since")
	// ErrUnfit: what was asked for does not fit the system.
	ErrUnfit = errors.New("this system has no such thing")
)
