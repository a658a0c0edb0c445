package flipped

import (
	"yeye/game"
	"yeye/game/jieqi"
)

// Score is a value for one side, in centipawns.
type Score int32

// values holds the material value of each role, in centipawns.
var values = [8]int32{game.Advisor: 230, game.Elephant: 250, game.Horse: 430, game.Rook: 980, game.Cannon: 480,
	game.Pawn: 100}

// MaterialValue returns the material value of an open piece of a role.
func MaterialValue(r game.Role) Score { return Score(values[r&7]) }

// AverageValue returns the average value of the pieces in a pool.
func AverageValue(p *jieqi.Pool) Score { return Score(average(p)) }

const (
	faceDown = 12 // penalty of a face-down piece, because it is not developed
	tempo    = 14
)

// average returns the average value of the pieces in a pool.
func average(p *jieqi.Pool) int32 {
	sum, n := int32(0), int32(0)
	for r, k := range p {
		sum += values[r] * int32(k)
		n += int32(k)
	}
	if n == 0 {
		return 0
	}
	return sum / n
}

// pieceSquare holds the value of an open piece by square, negative for Black.
var pieceSquare = func() (t [32][game.Squares]int32) {
	for s := range game.Square(game.Squares) {
		for r := game.King; r <= game.Pawn; r++ {
			v := values[r] + squareBonus(r, s)
			t[pieceOf(game.Red, r)][s] = v
			t[pieceOf(game.Black, r)][s.Turned()] = -v
		}
	}
	return
}()

// squareBonus is the piece-square bonus of an open piece, from Red's side.
func squareBonus(r game.Role, s game.Square) int32 {
	rank, off := s.Rank(), s.File()-4 // files from the middle file
	if off < 0 {
		off = -off
	}
	toKing := int32(max(9-rank, 0) + off) // roughly the distance to the enemy king
	switch r {
	case game.King:
		return int32(-18 * rank)
	case game.Pawn:
		if rank < 5 {
			return int32(4*rank) - 8
		}
		if rank == 9 {
			return 20
		}
		return 60 + 14*int32(rank-5) + 8*int32(4-off)
	case game.Advisor, game.Elephant:
		return max(0, 44-7*toKing)
	case game.Horse:
		return int32(6*min(rank, 7)) - 4*int32(off)
	case game.Rook:
		return int32(4*min(rank, 7)) + 2*int32(4-off)
	case game.Cannon:
		return 3*int32(4-off) + 2*int32(rank)
	}
	return 0
}

// evaluate returns the static evaluation for the side to move.
func (b *board) evaluate() int32 {
	v := b.psqSum + b.average[0]*b.unscored[0] - b.average[1]*b.unscored[1]
	v += b.activity(game.Red) - b.activity(game.Black)
	if b.turn == game.Black {
		v = -v
	}
	return v + tempo
}

// Weights of activity, in centipawns.
const (
	rookMobility, cannonMobility, horseMobility = 4, 2, 6
	zoneAttack                                  = 9  // per attacked square of the enemy king's zone
	zoneAttackers                               = 30 // per attacker of that zone after the first
)

// activity returns the mobility and king attack of a side's open pieces, minus a penalty for face-down ones.
func (b *board) activity(c game.Color) int32 {
	occ, own := b.occupied(), b.byRole[c][0]
	zone := kingZone[b.kings[c.Other()]]
	set := &b.byRole[c]
	v, attacked, attackers := int32(0), int32(0), int32(0)
	add := func(to game.Bitboard, weight int32) {
		v += weight * int32(to.Minus(own).Count())
		if n := int32(to.And(zone).Count()); n > 0 {
			attacked += n
			attackers++
		}
	}
	for open := set[game.Rook].Minus(b.dark); open.Any(); {
		add(game.RookAttacks(open.PopFirst(), occ), rookMobility)
	}
	for open := set[game.Cannon].Minus(b.dark); open.Any(); {
		s := open.PopFirst()
		add(game.RookAttacks(s, occ).Minus(occ), cannonMobility)
		if n := int32(game.CannonCaptures(s, occ).And(zone).Count()); n > 0 {
			attacked += n
			attackers++
		}
	}
	for open := set[game.Horse].Minus(b.dark); open.Any(); {
		add(game.HorseMoves(open.PopFirst(), occ), horseMobility)
	}
	v += zoneAttack * attacked
	if attackers > 1 {
		v += zoneAttackers * (attackers - 1)
	}
	return v - faceDown*int32(b.dark.And(own).Count())
}

// kingZone holds the king zone of each square: the palace squares in the 3×3 square around it.
var kingZone = func() (t [game.Squares]game.Bitboard) {
	for s := range game.Square(game.Squares) {
		for f := -1; f <= 1; f++ {
			for r := -1; r <= 1; r++ {
				at := game.SquareAt(s.File()+f, s.Rank()+r)
				if at != game.NoSquare && (at.InPalace(game.Red) || at.InPalace(game.Black)) {
					t[s] = t[s].Or(game.BB(at))
				}
			}
		}
	}
	return
}()

// pieceValue returns the value of the piece on s in exchanges.
func (b *board) pieceValue(s game.Square) int32 {
	p := b.at[s]
	switch {
	case p == none:
		return 0
	case p&unknown != 0 || b.dark.Has(s):
		return b.average[p.color()]
	case p.role() == game.King:
		return 2000
	}
	return values[p.role()]
}
