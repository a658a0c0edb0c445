package pairing

import (
	"github.com/gnutterts/chesspairing/algorithm/blossom"
)

// Weighted pairs by a minimum-cost matching. Rules come in this order; each is kept as
// far as the rules before it allow.
//
//  1. Everybody has a game or the bye, which goes to a player who had the fewest.
//  2. As few pairs as possible meet again.
//  3. As few players as possible get the same side for the third time in a row, or a
//     difference of more than two. Topscorers of the last round may get any side.
//  4. Pairs that meet again met long ago.
//  5. Points are as close as possible: the sum of squares of the differences. The
//     bye costs its receiver's points.
//  6. Side preferences are kept, and neighbors in rank play each other.
type Weighted struct{}

// Costs of breaking a rule once. Each exceeds the total that all later rules can cost
// with [maxPlayers] players and [maxRounds] rounds.
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

// edge returns an edge of the given cost: the matching maximizes weight, so the weight
// is a constant minus the cost.
func edge(i, j int, cost int64) blossom.BlossomEdge {
	return blossom.BlossomEdge{I: i, J: j, Weight: 1<<60 - cost}
}

// cost returns the cost of a game of two players who are the given number of ranks
// apart.
func (s State) cost(a, b *record, ranks int) int64 {
	diff := int64(a.points - b.points)
	cost := diff*diff*costPoints + int64(ranks)*costRank
	if round := a.met[b.number]; round > 0 {
		ago := min(s.Round-round, maxRounds)
		cost += costRematch + int64(maxRounds-ago)*costRecent
	}
	as, an := a.preference()
	bs, bn := b.preference()
	switch {
	case as != bs || as == 0:
	case an == 3 && bn == 3 && !s.anySide(a) && !s.anySide(b):
		cost += costSides
	default:
		cost += int64(min(an, bn)) * costWish
	}
	return cost
}
