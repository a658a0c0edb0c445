package ai_test

import (
	"fmt"
	"math"
)

// Three piles of ten oranges, each orange with a mark from 0 (moldy) to 99.
// You point at a pile; your rival, who likes you no better than you like him,
// hands you one orange of it. He will take the worst.
var piles = [3][10]int{
	{60, 35, 91, 48, 77, 66, 83, 52, 99, 40},
	{58, 72, 45, 64, 50, 88, 47, 69, 53, 61},
	{95, 97, 12, 90, 99, 93, 8, 98, 91, 96},
}

// tree is a game small enough to be seen whole: a leaf has a mark, any other
// place has branches to choose from.
type tree struct {
	mark     int
	branches []tree
}

func orchard() tree {
	var root tree
	for _, pile := range piles {
		var p tree
		for _, mark := range pile {
			p.branches = append(p.branches, tree{mark: mark})
		}
		root.branches = append(root.branches, p)
	}
	return root
}

// minimax returns the mark of a place if both choose well: at your turn that of
// the best of its branches, at your rival's that of the worst.
func minimax(t tree, yourTurn bool, looked *int) int {
	if len(t.branches) == 0 {
		*looked++
		return t.mark
	}
	best := minimax(t.branches[0], !yourTurn, looked)
	for _, b := range t.branches[1:] {
		v := minimax(b, !yourTurn, looked)
		if yourTurn && v > best || !yourTurn && v < best {
			best = v
		}
	}
	return best
}

// The grandfather of every engine. The third pile has the finest oranges and by
// far the best average, the second is the dullest of the three; but what counts
// is what the other will leave you, and there the second wins.
func Example_minimax() {
	for i, pile := range orchard().branches {
		looked := 0
		fmt.Printf("pile %d: you will get %d\n", i+1, minimax(pile, false, &looked))
	}
	looked := 0
	fmt.Printf("your turn is worth %d after looking at %d oranges\n", minimax(orchard(), true, &looked), looked)
	// Output:
	// pile 1: you will get 35
	// pile 2: you will get 45
	// pile 3: you will get 8
	// your turn is worth 45 after looking at 30 oranges
}

// negamax expresses both by one rule: a place is worth as much as the best of its
// branches to the player who chooses, and a branch is worth the opposite of its
// worth to the other player.
func negamax(t tree, sign int, looked *int) int {
	if len(t.branches) == 0 {
		*looked++
		return sign * t.mark
	}
	best := math.MinInt
	for _, b := range t.branches {
		best = max(best, -negamax(b, -sign, looked))
	}
	return best
}

// One rule is enough because my gain is your loss. The search of this package is
// written this way, see search.go; its scores are always those of the side to
// move.
func Example_negamax() {
	looked := 0
	fmt.Println(negamax(orchard(), 1, &looked))
	// Output: 45
}

// alphabeta is negamax that stops where it no longer matters. The player who
// chooses here is already sure of alpha, from a branch searched before; the other
// has a way to limit him to beta, from further up. Once something here reaches
// beta the other will never let it come to this, and the rest need not be seen.
func alphabeta(t tree, alpha, beta, sign int, looked *int) int {
	if len(t.branches) == 0 {
		*looked++
		return sign * t.mark
	}
	best := -infinity
	for _, b := range t.branches {
		best = max(best, -alphabeta(b, -beta, -alpha, -sign, looked))
		alpha = max(alpha, best)
		if alpha >= beta {
			break
		}
	}
	return best
}

const infinity = 1000

// Alpha-beta gives the same answer for less work: having 45 for certain from the
// second pile, you need to see of the third only as far as its 12. How much less
// is a matter of order. Look at the best pile first, and at each pile's worst
// orange first, and the answer needs twelve oranges of thirty: all of one pile,
// one of each other. Of a tree d levels deep with b branches everywhere, a good
// order sees about the square root: that is why so much of an engine is guessing
// which move to try first (picker.go, history.go, table.go).
func Example_alphabeta() {
	looked := 0
	v := alphabeta(orchard(), -infinity, infinity, 1, &looked)
	fmt.Printf("as they lie: %d after %d oranges\n", v, looked)

	sorted := orchard()
	for _, pile := range sorted.branches { // the worst of each pile to the front
		for i := range pile.branches {
			if pile.branches[i].mark < pile.branches[0].mark {
				pile.branches[0], pile.branches[i] = pile.branches[i], pile.branches[0]
			}
		}
	}
	b := sorted.branches // the pile whose worst is best to the front
	b[0], b[1] = b[1], b[0]
	looked = 0
	v = alphabeta(sorted, -infinity, infinity, 1, &looked)
	fmt.Printf("in good order: %d after %d oranges\n", v, looked)
	// Output:
	// as they lie: 45 after 23 oranges
	// in good order: 45 after 12 oranges
}
