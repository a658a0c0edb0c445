package train

import (
	"context"
	"math/rand/v2"

	"yeye/ai"
	"yeye/game"
)

// Play says how games are played and labeled. Games are quick and start from random openings, one
// in eight from a random endgame. In each position some random moves are tried as well, because the
// games alone never show what it costs to be a piece down.
type Play struct {
	Seed           uint64 `json:"seed"`
	Depth          int    `json:"depth"`       // plies of the search for a move of the game
	RandomBranches int    `json:"aside"`       // random moves tried in a position of 24 pieces
	BranchDepth    int    `json:"aside_depth"` // plies of the search after each of them
	// Network is the checksum of the network that the searches use, 0 for the hand-crafted
	// evaluation. A folder is continued only with the same one.
	Network uint64 `json:"network,omitempty"`
}

const (
	shortest, longer = 4, 12 // random plies of an opening: the least, and the number of possible lengths
	lopsided         = 900   // a start position worse than this is discarded
	hopeless         = 2400  // positions beyond this are useless
	decisive         = 1500  // a score this high for clearPlies wins
	clearPlies       = 6
	lifeless         = 35 // a score this low for deadPlies is a draw, after deadFrom
	deadPlies        = 16
	deadFrom         = 60
	longest          = 220 // plies
	branchPieces     = 24  // pieces of a board on which Play.RandomBranches moves are tried
	exchanges        = 3   // captures that are played out to reach a quiet position
)

// Player makes games one after another. It is for one goroutine.
type Player struct {
	play Play
	lab  *ai.Labeler
	seen map[uint64]struct{} // keys of this game's positions
	out  []Sample
}

// NewPlayer returns a player that labels with an engine with these options.
func NewPlayer(p Play, o ai.Options) *Player {
	return &Player{play: p, lab: ai.NewLabeler(o), seen: map[uint64]struct{}{}}
}

// Game plays game i and returns its positions, none if the start position was lopsided. The slice
// is valid until the next game.
func (p *Player) Game(ctx context.Context, i int) ([]Sample, error) {
	random := rand.New(rand.NewPCG(p.play.Seed, uint64(i)))
	p.out = p.out[:0]
	clear(p.seen)
	start, ok := startPosition(random, i)
	if !ok {
		return nil, nil
	}
	g := game.NewGame(start, game.Asian)
	p.lab.NewGame(start)
	result := game.Ongoing
	var won [2]int
	dead := 0
	for ply := 0; result == game.Ongoing; ply++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if o := g.Outcome(); o.Over() || ply >= longest {
			result = game.Draw
			if o.Over() {
				result = o.Result
			}
			break
		}
		l := p.lab.Search(p.play.Depth)
		m := l.Move
		if m == game.NoMove {
			break // the search found no move: the game has no result
		}
		red := l.Score
		if g.Position().Turn() == game.Black {
			red = -red
		}
		if ply == 0 && max(red, -red) > lopsided {
			return nil, nil
		}
		p.keep(l, false)
		p.branches(random, m)
		won[game.Red], won[game.Black] = running(won[game.Red], red >= decisive),
			running(won[game.Black], red <= -decisive)
		dead = running(dead, ply >= deadFrom && max(red, -red) <= lifeless)
		switch {
		case won[game.Red] >= clearPlies:
			result = game.RedWins
		case won[game.Black] >= clearPlies:
			result = game.BlackWins
		case dead >= deadPlies:
			result = game.Draw
		}
		if err := g.Play(m); err != nil {
			return nil, err
		}
		p.lab.Play(m)
	}
	for k := range p.out {
		p.out[k].Result, p.out[k].Game = result, uint8(i)
	}
	return p.out, nil
}

func running(n int, on bool) int {
	if on {
		return n + 1
	}
	return 0
}

// branches labels some random moves other than the one played in the game, fewer with few pieces,
// because long games have more than enough such positions.
func (p *Player) branches(random *rand.Rand, played game.Move) {
	var buf [game.MaxMoves]game.Move
	at := p.lab.Position()
	moves := at.LegalMoves(buf[:0])
	wanted := p.play.RandomBranches * at.Occupied().Count() / branchPieces
	for n := 0; n < wanted && len(moves) > 0; n++ {
		k := random.IntN(len(moves))
		m := moves[k]
		moves[k] = moves[len(moves)-1]
		moves = moves[:len(moves)-1]
		if m != played {
			p.branch(m)
		}
	}
}

// branch labels the position after m. If the best reply is a capture, the exchange is played out first.
func (p *Player) branch(m game.Move) {
	p.lab.Do(m)
	down := 1
	for ; ; down++ {
		l := p.lab.Search(p.play.BranchDepth)
		if p.keep(l, true) || down > exchanges || l.Move == game.NoMove ||
			p.lab.Position().At(l.Move.To()) == game.NoPiece {
			break
		}
		p.lab.Do(l.Move)
	}
	for range down {
		p.lab.Undo()
	}
}

// keep records the position if a static value can predict its label: not in check, nothing to
// capture, not decided. It reports whether the position is recorded, now or before.
func (p *Player) keep(l ai.Label, aside bool) bool {
	at := p.lab.Position()
	if p.lab.InCheck() || l.Move != game.NoMove && at.At(l.Move.To()) != game.NoPiece ||
		max(l.Score, -l.Score) > hopeless {
		return false
	}
	if _, had := p.seen[at.Key()]; had {
		return true
	}
	p.seen[at.Key()] = struct{}{}
	p.out = append(p.out, Sample{Board: at.Setup().Board, Turn: at.Turn(), Branch: aside, Score: int(l.Score),
		HalfmoveClock: at.HalfMoves()})
	return true
}
