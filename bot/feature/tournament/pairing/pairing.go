// Package pairing decides who plays whom in the next round of a tournament. Players
// are numbers to it.
//
// Swiss rounds follow the Dutch system of FIDE (C.04.3) through a library whose
// result is checked after every call: if it leaves a player out, and with too few
// players for it, [Weighted] finds the best round by its stated order of rules.
// [RoundRobin] makes Berger tables, [Wave] pairs the waiting players of an arena, and
// [OneAgainstAll] makes the round of a simul.
//
// Out of scope: storage, messages, clocks, randomness. The same state gives
// the same round in every process.
package pairing

import "errors"

// State is a tournament before a round.
type State struct {
	Round   int // the one to pair, from 1
	Rounds  int // of the whole tournament
	Players []Player
	Past    []Round // Past[0] is round 1
}

// Player is a player of the tournament. Withdrawn players stay in the state, because
// their past games count.
type Player struct {
	Number int  // from 1 in the order of seeding, never reused
	Active bool // pair them in this round
}

// Round is the games and the byes of one round.
type Round struct {
	Games []Game // in the order of boards
	Byes  []Bye
}

// Game is one board.
type Game struct {
	Red, Black int
	Result     Result
}

// Result is how a board ended.
type Result string

const (
	Pending      Result = ""
	RedWins      Result = "1-0"
	BlackWins    Result = "0-1"
	Draw         Result = "1/2"
	RedForfeits  Result = "-+" // Red did not come: Black scores a win
	BlackForfeit Result = "+-"
	BothForfeit  Result = "--"
)

// Played reports whether the players met on the board. A forfeited game counts
// neither as a meeting nor as a game with a side.
func (r Result) Played() bool {
	return r == Pending || r == RedWins || r == BlackWins || r == Draw
}

// Points returns what a result scores for Red and for Black: two for a win, one
// for a draw, as in all events of xiangqi.
func (r Result) Points() (red, black int) {
	switch r {
	case RedWins, BlackForfeit:
		return 2, 0
	case BlackWins, RedForfeits:
		return 0, 2
	case Draw:
		return 1, 1
	default:
		return 0, 0
	}
}

// Bye is a round that a player does not play.
type Bye struct {
	Player int
	Kind   ByeKind
}

// ByeKind says why a player does not play, and so what the bye scores.
type ByeKind string

const (
	Allocated ByeKind = "bye"    // no opponent was left: scores a win
	Requested ByeKind = "half"   // requested, or the first round of a latecomer: scores a draw
	Absent    ByeKind = "absent" // scores nothing
)

// Points returns what a bye scores.
func (k ByeKind) Points() int {
	switch k {
	case Allocated:
		return 2
	case Requested:
		return 1
	default:
		return 0
	}
}

// ErrNoPairs means that fewer than two players are active.
var ErrNoPairs = errors.New("pairing: fewer than two players")

// minDutchField is the least number of players with which the library is used: with
// fewer it leaves a player out more often than not.
const minDutchField = 7

// Swiss pairs by the Dutch system, and by [Weighted] where that has no valid round.
type Swiss struct{}

// Pair returns the next round: games without results, the best board first, and at
// most one bye.
func (Swiss) Pair(s State) (Round, error) {
	active := s.active()
	if len(active) < 2 {
		return Round{}, ErrNoPairs
	}
	if len(active) >= minDutchField {
		if r, err := (Dutch{}).Pair(s); err == nil && Validate(s, r) == nil {
			return r, nil
		}
	}
	return Weighted{}.Pair(s)
}
