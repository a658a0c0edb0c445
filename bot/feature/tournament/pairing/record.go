package pairing

import (
	"cmp"
	"slices"
)

// record is one player's history in the past rounds.
type record struct {
	number int
	points int
	byes   int   // number of allocated byes
	sides  []int // in the games they played, in order: +1 Red, -1 Black
	met    map[int]int
}

// records returns the players' records by number.
func (s State) records() map[int]*record {
	all := make(map[int]*record, len(s.Players))
	for _, p := range s.Players {
		all[p.Number] = &record{number: p.Number, met: make(map[int]int)}
	}
	for i, round := range s.Past {
		for _, g := range round.Games {
			red, black := all[g.Red], all[g.Black]
			r, b := g.Result.Points()
			red.points, black.points = red.points+r, black.points+b
			if g.Result.Played() {
				red.meets(black, +1, i+1)
				black.meets(red, -1, i+1)
			}
		}
		for _, b := range round.Byes {
			all[b.Player].points += b.Kind.Points()
			if b.Kind == Allocated {
				all[b.Player].byes++
			}
		}
	}
	return all
}

func (r *record) meets(other *record, side, round int) {
	r.sides = append(r.sides, side)
	r.met[other.number] = round
}

// active returns the numbers of the active players, in order.
func (s State) active() []int {
	var numbers []int
	for _, p := range s.Players {
		if p.Active {
			numbers = append(numbers, p.Number)
		}
	}
	slices.Sort(numbers)
	return numbers
}

// ranked returns the records of the active players, the leader first.
func (s State) ranked() []*record {
	all := s.records()
	var rs []*record
	for _, n := range s.active() {
		rs = append(rs, all[n])
	}
	slices.SortFunc(rs, func(a, b *record) int {
		return cmp.Or(cmp.Compare(b.points, a.points), cmp.Compare(a.number, b.number))
	})
	return rs
}

// balance returns games with Red minus games with Black.
func (r *record) balance() int {
	sum := 0
	for _, side := range r.sides {
		sum += side
	}
	return sum
}

// preference returns the side that a player should get, +1 for Red, -1 for Black, 0 for
// either, and its strength (FIDE's color preference): 3 if the other side would be
// a third in a row or a difference of more than two, 2 to even the number of games, 1 to
// alternate.
func (r *record) preference() (side, strength int) {
	n := len(r.sides)
	if n == 0 {
		return 0, 0
	}
	last, balance := r.sides[n-1], r.balance()
	switch {
	case balance > 1 || balance < -1:
		return -sign(balance), 3
	case n > 1 && r.sides[n-2] == last:
		return -last, 3
	case balance != 0:
		return -sign(balance), 2
	default:
		return -last, 1
	}
}

func sign(n int) int { return cmp.Compare(n, 0) }

// seat assigns the sides of a game: the stronger preference wins; equal ones are
// decided by breakTie. In a first round the sides alternate by board.
func seat(higher, lower *record, board int) Game {
	hs, hn := higher.preference()
	ls, ln := lower.preference()
	side := hs
	switch {
	case hs == 0 && ls == 0:
		side = 1 - 2*(board%2)
	case hs == 0 || ln > hn:
		side = -ls
	case ln == hn && hs == ls:
		side = breakTie(higher, lower, hs)
	}
	if side > 0 {
		return Game{Red: higher.number, Black: lower.number}
	}
	return Game{Red: lower.number, Black: higher.number}
}

// breakTie decides between equal preferences: for the player with the greater
// imbalance, then by alternating since the last round in which the two had different
// sides, then for the higher ranked one.
func breakTie(higher, lower *record, wish int) int {
	if h, l := higher.balance()*-wish, lower.balance()*-wish; h != l {
		if h > l {
			return wish
		}
		return -wish
	}
	for i, j := len(higher.sides)-1, len(lower.sides)-1; i >= 0 && j >= 0; i, j = i-1, j-1 {
		if higher.sides[i] != lower.sides[j] {
			return -higher.sides[i]
		}
	}
	return wish
}
