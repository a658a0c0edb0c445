package pairing

import (
	"github.com/gnutterts/chesspairing/algorithm/blossom"
)

// Weighted pairs by the best matching of all: it keeps each of these rules as far
// as those before it leave room.
//
//  1. Everybody has a game or the bye, which goes to one of those who had fewest.
//  2. As few as possible meet again.
//  3. As few as possible get a third game in a row with one side, or a difference
//     of more than two. Top scorers of the last round are free.
//  4. Pairs that meet again met long ago.
//  5. Points are as close as possible: the sum of squares of the differences. The
//     bye costs its receiver's points.
//  6. Wishes for sides are kept, and neighbors in rank play each other.
type Weighted struct{}

// Costs of breaking a rule once. Each is more than all that the rules after it can
// cost together with [maxPlayers] players and [maxRounds] rounds.
const (
	costRank    = 1
	costWish    = 4
	costPoints  = 1 << 15
	costRecent  = 1 << 34
	costSides   = 1 << 46
	costRematch = 1 << 53
)

// Limits within which the costs of [Weighted] keep their order.
const (
	maxPlayers = 128
	maxRounds  = 31
)

func (Weighted) Pair(s State) (Round, error) {
	rs := s.ranked()
	if len(rs) < 2 {
		return Round{}, ErrNoPairs
	}
	var edges []blossom.BlossomEdge
	for i, a := range rs {
		for j := i + 1; j < len(rs); j++ {
			edges = append(edges, edge(i, j, s.cost(a, rs[j], j-i)))
		}
	}
	if len(rs)%2 == 1 {
		fewest := rs[0].byes
		for _, r := range rs {
			fewest = min(fewest, r.byes)
		}
		for i, r := range rs {
			if r.byes == fewest {
				edges = append(edges, edge(i, len(rs), int64(r.points*r.points)*costPoints+int64(len(rs)-i)*costRank))
			}
		}
	}
	var round Round
	for i, j := range blossom.MaxWeightMatching(edges, true) {
		switch {
		case j == len(rs):
			round.Byes = append(round.Byes, Bye{Player: rs[i].number, Kind: Allocated})
		case i < j:
			round.Games = append(round.Games, seat(rs[i], rs[j], len(round.Games)))
		}
	}
	return round, nil
}

// edge returns an edge whose weight is the greater, the less it costs.
func edge(i, j int, cost int64) blossom.BlossomEdge {
	return blossom.BlossomEdge{I: i, J: j, Weight: 1<<60 - cost}
}

// cost returns what a game of two costs, who are so many ranks apart.
func (s State) cost(a, b *record, ranks int) int64 {
	diff := int64(a.points - b.points)
	cost := diff*diff*costPoints + int64(ranks)*costRank
	if round := a.met[b.number]; round > 0 {
		ago := min(s.Round-round, maxRounds)
		cost += costRematch + int64(maxRounds-ago)*costRecent
	}
	as, an := a.wish()
	bs, bn := b.wish()
	switch {
	case as != bs || as == 0:
	case an == 3 && bn == 3 && !s.free(a) && !s.free(b):
		cost += costSides
	default:
		cost += int64(min(an, bn)) * costWish
	}
	return cost
}
