// Package pairing decides who plays whom in the next round of a tournament. It
// computes with numbers of players and knows neither people nor games.
//
// Swiss rounds follow the Dutch system of FIDE (C.04.3) through a library, which
// is checked after every call: where it leaves somebody out, and in fields that
// are too small for it, [Weighted] finds the best round by its stated order of
// rules. [RoundRobin] has the tables of Berger, [Wave] pairs those who wait, and in
// [OneAgainstAll] one player meets all.
//
// What may not enter: storage, messages, clocks, chance. The same state gives the
// same round, so that every process decides alike.
package pairing

import "errors"

// State is a tournament before a round.
type State struct {
	Round   int // the one to be paired, from 1
	Rounds  int // of the whole tournament
	Players []Player
	Past    []Round // Past[0] is round 1
}

// Player is somebody who can be paired. Withdrawn players stay in the state, for
// their past games count.
type Player struct {
	Number int  // from 1 in the order of seeding, never reused
	Active bool // to be paired in this round
}

// Round is who played whom, and who did not play.
type Round struct {
	Games []Game // by board
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

// Played reports whether two people met on the board. A forfeited game does not
// count as met, and gives nobody a color.
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

// Bye is a round that somebody does not play.
type Bye struct {
	Player int
	Kind   ByeKind
}

// ByeKind says why somebody does not play, and what it scores.
type ByeKind string

const (
	Allocated ByeKind = "bye"    // nobody was left to play against: a win
	Requested ByeKind = "half"   // asked for, or the first round of a latecomer: a draw
	Absent    ByeKind = "absent" // nothing
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

// ErrNoPairs is returned when fewer than two players are to be paired.
var ErrNoPairs = errors.New("pairing: fewer than two players")

// smallest is the least number of players for whom the library is asked: with fewer it
// leaves somebody out more often than not.
const smallest = 7

// Swiss pairs by the Dutch system, and by [Weighted] where that has no valid round.
type Swiss struct{}

// Pair makes the next round of a state: games without results, the best board first,
// and at most one bye.
func (Swiss) Pair(s State) (Round, error) {
	active := s.active()
	if len(active) < 2 {
		return Round{}, ErrNoPairs
	}
	if len(active) >= smallest {
		if r, err := (Dutch{}).Pair(s); err == nil && Validate(s, r) == nil {
			return r, nil
		}
	}
	return Weighted{}.Pair(s)
}
