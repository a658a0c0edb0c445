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
	// ErrNotStarted: this can only be done once it has started.
	ErrNotStarted = errors.New("this tournament has not begun")
	// ErrFull: the tournament has as many players as it may.
	ErrFull = errors.New("this tournament is full")
	// ErrLate: it is too late to join.
	ErrLate = errors.New("it is too late to join")
	// ErrRemoved: a director has removed the player.
	ErrRemoved = errors.New("a director has removed you from this tournament")
	// ErrIn and ErrNotIn: the player has joined already, or has not.
	ErrIn    = errors.New("you are in this tournament already")
	ErrNotIn = errors.New("you are not in this tournament")
	// ErrTooFew: fewer than two players are in.
	ErrTooFew = errors.New("a tournament needs two players")
	// ErrPlaying: boards of the round have no result yet.
	ErrPlaying = errors.New("the round is still being played")
	// ErrHalf: the player has had a half-point bye already, or asks for one in the last round.
	ErrHalf = errors.New("there is one half-point bye a player, and none in the last round")
	// ErrByHand: a director has paired the player in the next round.
	ErrByHand = errors.New("a director has paired you in the next round")
	// ErrSkips: one of the two has a half-point bye in the next round.
	ErrSkips = errors.New("one of them has a half-point bye in the next round")
	// ErrNotDirector: only directors may do this.
	ErrNotDirector = errors.New("this is for directors")
	// ErrOwnGame: a director may not decide a game they play in. It wraps [policy.ErrOwnGame], whose text for
	// moderators differs.
	ErrOwnGame = fmt.Errorf("a director: %w", policy.ErrOwnGame)
	// ErrRunning: the game is being played.
	ErrRunning = errors.New("the game is being played")
	// ErrStale: the board has changed since it was loaded.
	ErrStale = errors.New("the board has changed since")
	// ErrUnfit: the tournament's system has no such thing.
	ErrUnfit = errors.New("this system has no such thing")
)
