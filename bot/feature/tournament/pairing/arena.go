package pairing

import (
	"cmp"

	"github.com/gnutterts/chesspairing/algorithm/blossom"
)

// Waiting is a player who waits for the next game of an arena.
type Waiting struct {
	Number   int
	Rank     int // current place in the arena, from 1
	Rating   int
	Opponent int // of the last game, 0 before the first
	Balance  int // games with Red minus games with Black
	Side     int // of the last game: +1 Red, -1 Black, 0 before the first
}

// Costs of pairing two players again in a wave: both were each other's last opponent,
// or one was the other's; see [Wave].
const (
	costOneAgain  = 8_000_000
	costBothAgain = 9_000_000
)

// Wave pairs waiting players as lichess's arenas do: by the smallest sum of
// differences in rank, which weigh most at the top, and in rating. Two players who
// last played each other meet again only if they are the only two in the arena. With
// an odd number, the player whose game would cost most keeps waiting.
func Wave(waiting []Waiting, onlyTwo bool) []Game {
	last := 1
	for _, w := range waiting {
		last = max(last, w.Rank)
	}
	var edges []blossom.BlossomEdge
	for i, a := range waiting {
		for j := i + 1; j < len(waiting); j++ {
			b := waiting[j]
			if again(a, b) == costBothAgain && !onlyTwo {
				continue
			}
			better := min(a.Rank, b.Rank)
			cost := abs(a.Rank-b.Rank)*(300+1700*(last-better)/last) + abs(a.Rating-b.Rating) + again(a, b)
			edges = append(edges, edge(i, j, int64(cost)))
		}
	}
	var games []Game
	for i, j := range blossom.MaxWeightMatching(edges, true) {
		if i < j {
			games = append(games, seatWaiting(waiting[i], waiting[j]))
		}
	}
	return games
}

func again(a, b Waiting) int {
	switch {
	case a.Opponent == b.Number && b.Opponent == a.Number:
		return costBothAgain
	case a.Opponent == b.Number || b.Opponent == a.Number:
		return costOneAgain
	default:
		return 0
	}
}

// seatWaiting gives Red to the player who had it less often, then to the one who had
// Black last, then to the lower ranked one.
func seatWaiting(a, b Waiting) Game {
	if cmp.Or(cmp.Compare(a.Balance, b.Balance), cmp.Compare(a.Side, b.Side), cmp.Compare(b.Rank, a.Rank)) <= 0 {
		return Game{Red: a.Number, Black: b.Number}
	}
	return Game{Red: b.Number, Black: a.Number}
}

func abs(n int) int { return max(n, -n) }
