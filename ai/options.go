package ai

import (
	"fmt"
	"slices"
	"time"

	"yeye/ai/net"
	"yeye/game"
)

// Evaluation chooses how positions are evaluated.
type Evaluation uint8

const (
	// Net is the built-in network, or another one.
	Net Evaluation = iota
	// Classic is the evaluation of the programs that this one descends from: material and piece-square tables, nothing
	// else.
	Classic
)

var evaluationNames = [...]string{"net", "classic"}

// String is "net" or "classic".
func (e Evaluation) String() string { return evaluationNames[e] }

// ParseEvaluation reads what String writes.
func ParseEvaluation(name string) (Evaluation, error) {
	i := slices.Index(evaluationNames[:], name)
	if i < 0 {
		return Net, fmt.Errorf("no evaluation %q", name)
	}
	return Evaluation(i), nil
}

// Options configures an engine. The zero value is useful: one thread,
// [DefaultHashMB], the network, everything switched on.
type Options struct {
	HashMB     int // 0 means DefaultHashMB
	Threads    int // 0 means 1
	Evaluation Evaluation
	// Network is the network for Net; nil means the built-in one.
	Network *net.Net
	// Margins are the margins of the search; nil means those that suit the
	// evaluation.
	Margins *Margins
	// Noise adds a random number from 0 to Noise-1, in classic units, to each evaluation; the classic engine used 10.
	// The same Seed gives the same numbers.
	Noise int
	Seed  uint64
	// Blind is the chance, in 256ths, that the search overlooks a move that is hard to see; see overlook.go. 0
	// overlooks none.
	Blind int
	Off   Switches
}

// DefaultHashMB is the default size of the transposition table, in MiB.
const DefaultHashMB = 16

// Switches turns features of the search off, so that a match can measure what each is worth. Features that depend on
// the depth are turned off by a depth of 0 in [Margins].
type Switches struct {
	Table          bool `help:"transposition table"`
	Reductions     bool `help:"late move reductions"`
	Futility       bool `help:"futility pruning of moves, also in quiescence"`
	Quiescence     bool `help:"quiescence search of captures"`
	Evasions       bool `help:"check evasions in quiescence"`
	MoveCount      bool `help:"late move pruning by count, also in quiescence"`
	SEE            bool `help:"static exchange evaluation, in pruning and in ordering captures"`
	HistoryPruning bool `help:"pruning of moves with bad history"`
	Hindsight      bool `help:"depth adjusted by comparison with the position before"`
	CheckExtension bool `help:"extension of checks"`
	Killers        bool `help:"killer moves"`
	History        bool `help:"butterfly history"`
	CounterMoves   bool `help:"counter moves"`
	Continuation   bool `help:"continuation history"`
	CaptureHistory bool `help:"capture history"`
	LastMove       bool `help:"history updates for the opponent's last move"`
	Correction     bool `help:"correction history"`
	MateDistance   bool `help:"mate distance pruning"`
	Repetition     bool `help:"repetition rulings inside the tree"`
	MoveLimit      bool `help:"draws by the move limit inside the tree"`
}

// Limits says when a search ends: at the first limit reached, or with its context. The zero value searches until the
// context ends.
type Limits struct {
	Depth    int           // plies, 0 means no limit
	Nodes    uint64        // nodes visited, 0 means no limit
	MoveTime time.Duration // exactly this long, 0 means no limit
	Mate     int           // stop when a mate in at most this many moves is found

	// Time and Increment are the game clock of both sides, by Color. MovesToGo is the number of
	// moves to be made in that time, 0 for all.
	Time, Increment [2]time.Duration
	MovesToGo       int
	// Overhead is subtracted from each move's time for the delay between engine and clock.
	Overhead time.Duration

	MultiPV     int         // number of best lines wanted, 0 means 1
	SearchMoves []game.Move // if not empty, the only moves searched at the root
	// Fresh clears the table and histories before the search and uses one thread. The same limits then always give the
	// same result, unless they include time.
	Fresh bool
}

// Info is a result of a search: one line of play and its score.
type Info struct {
	Depth, SelDepth int // plies: of the completed iteration, and of the longest line
	MultiPV         int // 1 for the best line, 2 for the second …
	Nodes           uint64
	Score           Score // for the side to move
	// Bound is +1 if Score is a lower bound of the true score, -1 if an upper bound, 0 if it is exact.
	Bound    int
	PV       []game.Move // PV[0] is the move to play
	Time     time.Duration
	HashFull int // thousandths
}

// Move returns the move to play, NoMove if there is none.
func (i Info) Move() game.Move {
	if len(i.PV) == 0 {
		return game.NoMove
	}
	return i.PV[0]
}

// NPS returns nodes per second.
func (i Info) NPS() uint64 {
	if i.Time <= 0 {
		return 0
	}
	return uint64(float64(i.Nodes) / i.Time.Seconds())
}
