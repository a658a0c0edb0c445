package flipped

import (
	"context"
	"math/rand/v2"
	"slices"

	"yeye/ai/character"
	"yeye/game"
	"yeye/game/jieqi"
)

// Character is an opponent in flipped chess. The nodes that it searches limit its strength.
type Character struct {
	Nodes uint64 // 0 with Random unset means one ply
	// Random plays any legal move.
	Random bool
	// OnePlyPercent is the percentage of turns in which it searches only one ply, Blind the percentage of moves that it
	// overlooks.
	OnePlyPercent, BlindPercent int
	Noise                       Score // largest error of its evaluations, up or down
	Spread                      Score // it plays any move at most this much worse than the best
	// NeverMatesPercent is the percentage of games in which it avoids, if it can, moves that may leave the opponent no
	// legal move. So a player who moves at random sometimes gets half a point against a much stronger opponent.
	NeverMatesPercent int
}

// characters holds the characters' settings. The Immortal does not play. The levels differ mostly in what they
// overlook: a second ply, which shows recaptures, is worth very much, and ten times the nodes are worth little. The Kid
// does not always mate; otherwise a player who moves at random would hardly ever get half a point.
var characters = map[character.Level]Character{
	character.Newborn:    {Random: true},
	character.Kid:        {Nodes: 500, OnePlyPercent: 78, BlindPercent: 43, Noise: 165, NeverMatesPercent: 30},
	character.Xiaoqing:   {Nodes: 500, OnePlyPercent: 50, BlindPercent: 28, Noise: 102},
	character.Uncle:      {Nodes: 500, OnePlyPercent: 16, BlindPercent: 12, Noise: 47},
	character.ParkMaster: {Nodes: 1000, OnePlyPercent: 2, BlindPercent: 4, Noise: 20},
	character.Grandpa:    {Nodes: 10_000, Spread: 5},
}

// CharacterAt returns the character of a level, false for one that does not play.
func CharacterAt(l character.Level) (Character, bool) {
	c, ok := characters[l]
	return c, ok
}

// Chosen is a character's move and its value.
type Chosen struct {
	Move  game.Move
	Value Score // for the side that moves; 0 if it did not search
}

// Choose returns c's move in v, the player's view. The same view and seed give the same move. Each game should get
// another seed.
func (c Character) Choose(ctx context.Context, e *Engine, v *jieqi.View, seed uint64) (Chosen, error) {
	random := rand.New(rand.NewPCG(seed, v.Position.Key()+uint64(len(v.Moves))))
	moves := v.Position.LegalMoves(nil)
	if len(moves) == 0 {
		return Chosen{}, ErrOver
	}
	if c.Random {
		return Chosen{Move: moves[random.IntN(len(moves))]}, nil
	}
	lim := Limits{Nodes: c.Nodes, Only: c.seen(moves, random)}
	if random.IntN(100) < c.OnePlyPercent {
		lim.Nodes = 0
	}
	r, err := e.Search(ctx, v, lim)
	if err != nil {
		return Chosen{}, err
	}
	if rand.New(rand.NewPCG(seed, 0)).IntN(100) < c.NeverMatesPercent {
		r.Choices = nonMating(r.Choices)
	}
	return c.prefer(&r, random), nil
}

// nonMating returns the moves that cannot end the game, or all moves if each may end it.
func nonMating(all []Choice) []Choice {
	kept := slices.DeleteFunc(slices.Clone(all),
		func(x Choice) bool { return max(x.Value, slices.Max(x.ByRole[:])) >= mate-1 })
	if len(kept) == 0 {
		return all
	}
	return kept
}

// seen returns the moves that c does not overlook, at least one.
func (c Character) seen(moves []game.Move, random *rand.Rand) []game.Move {
	if c.BlindPercent == 0 {
		return nil
	}
	var seen []game.Move
	for _, m := range moves {
		if random.IntN(100) >= c.BlindPercent {
			seen = append(seen, m)
		}
	}
	if len(seen) == 0 {
		seen = moves[:1]
	}
	return seen
}

// prefer picks one of the moves within c.Spread of the best, among those searched to the same depth.
func (c Character) prefer(r *Result, random *rand.Rand) Chosen {
	seems := make([]Score, 0, len(r.Choices))
	best := Score(-infinite)
	for _, x := range r.Choices {
		if x.Depth < r.Choices[0].Depth {
			break
		}
		v := x.Value
		if c.Noise > 0 && v < mateBound && v > -mateBound {
			v += Score(random.IntN(int(2*c.Noise+1))) - c.Noise
		}
		seems = append(seems, v)
		best = max(best, v)
	}
	var near []Choice
	for i, v := range seems {
		if v >= best-c.Spread && (best < mateBound || v == best) {
			near = append(near, r.Choices[i])
		}
	}
	x := near[random.IntN(len(near))]
	return Chosen{x.Move, x.Value}
}
