package train

import (
	"context"
	"math/rand/v2"

	"yeye/ai"
	"yeye/game"
)

// Play configures how games are played and labeled. Games start from random openings, one in eight from a random
// endgame. In each position some random moves are labeled too, so that the data has unbalanced positions.
type Play struct {
	Seed           uint64 `json:"seed"`
	Depth          int    `json:"depth"`       // plies of the search for a move of the game
	RandomBranches int    `json:"aside"`       // random moves tried in a position of 24 pieces
	BranchDepth    int    `json:"aside_depth"` // plies of the search after each of them
	// Network is the checksum of the network that the searches use. A folder is continued only with the same one.
	Network uint64 `json:"network,omitempty"`
}

const (
	minOpeningPlies, openingLengths = 4, 12 // random plies of an opening: minimum, and number of possible lengths
	maxStartScore                   = 900   // start positions with a larger score are discarded, in centipawns
	maxLabelScore                   = 2400  // positions with a larger score are not recorded
	winScore                        = 1500  // a score this high for winPlies plies is adjudicated as won
	winPlies                        = 6
	// a score this low for drawPlies plies is adjudicated as a draw, from drawFromPly on
	drawScore    = 35
	drawPlies    = 16
	drawFromPly  = 60
	maxGamePlies = 220 // plies
	branchPieces = 24  // pieces of a board on which Play.RandomBranches moves are tried
	maxExchanges = 3   // captures played to reach a quiet position
)

// Player plays games one after another. It is not safe for concurrent use.
type Player struct {
	play    Play
	labeler *ai.Labeler
	seen    map[uint64]struct{} // keys of this game's positions
	samples []Sample
}

// NewPlayer returns a player that labels with an engine with these options.
func NewPlayer(p Play, o ai.Options) *Player {
	return &Player{play: p, labeler: ai.NewLabeler(o), seen: map[uint64]struct{}{}}
}

// Game plays game i and returns its positions, none if the start position was unbalanced. The slice is valid until the
// next game.
func (p *Player) Game(ctx context.Context, i int) ([]Sample, error) {
	random := rand.New(rand.NewPCG(p.play.Seed, uint64(i)))
	p.samples = p.samples[:0]
	clear(p.seen)
	start, ok := startPosition(random, i)
	if !ok {
		return nil, nil
	}
	g := game.NewGame(start, game.Asian)
	p.labeler.NewGame(start)
	result := game.Ongoing
	var winStreak [2]int
	drawStreak := 0
	for ply := 0; result == game.Ongoing; ply++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if o := g.Outcome(); o.Over() || ply >= maxGamePlies {
			result = game.Draw
			if o.Over() {
				result = o.Result
			}
			break
		}
		l := p.labeler.Search(p.play.Depth)
		m := l.Move
		if m == game.NoMove {
			break // no move was found: the game has no result
		}
		red := l.Score
		if g.Position().Turn() == game.Black {
			red = -red
		}
		if ply == 0 && max(red, -red) > maxStartScore {
			return nil, nil
		}
		p.recordSample(l, false)
		p.branches(random, m)
		winStreak[game.Red], winStreak[game.Black] = streak(winStreak[game.Red], red >= winScore),
			streak(winStreak[game.Black], red <= -winScore)
		drawStreak = streak(drawStreak, ply >= drawFromPly && max(red, -red) <= drawScore)
		switch {
		case winStreak[game.Red] >= winPlies:
			result = game.RedWins
		case winStreak[game.Black] >= winPlies:
			result = game.BlackWins
		case drawStreak >= drawPlies:
			result = game.Draw
		}
		if err := g.Play(m); err != nil {
			return nil, err
		}
		p.labeler.Play(m)
	}
	for k := range p.samples {
		p.samples[k].Result, p.samples[k].Game = result, uint8(i)
	}
	return p.samples, nil
}

func streak(n int, on bool) int {
	if on {
		return n + 1
	}
	return 0
}

// branches labels some random moves other than the one played, fewer with few pieces, because endgames are long.
func (p *Player) branches(random *rand.Rand, played game.Move) {
	var buf [game.MaxMoves]game.Move
	at := p.labeler.Position()
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
	p.labeler.Do(m)
	plies := 1
	for ; ; plies++ {
		l := p.labeler.Search(p.play.BranchDepth)
		if p.recordSample(l, true) || plies > maxExchanges || l.Move == game.NoMove ||
			p.labeler.Position().At(l.Move.To()) == game.NoPiece {
			break
		}
		p.labeler.Do(l.Move)
	}
	for range plies {
		p.labeler.Undo()
	}
}

// recordSample records the position if it is quiet: not in check, no capture as best move, not decided. It reports
// whether the position is recorded, now or earlier.
func (p *Player) recordSample(l ai.Label, branch bool) bool {
	at := p.labeler.Position()
	if p.labeler.InCheck() || l.Move != game.NoMove && at.At(l.Move.To()) != game.NoPiece ||
		max(l.Score, -l.Score) > maxLabelScore {
		return false
	}
	if _, seen := p.seen[at.Key()]; seen {
		return true
	}
	p.seen[at.Key()] = struct{}{}
	p.samples = append(p.samples, Sample{Board: at.Setup().Board, Turn: at.Turn(), Branch: branch, Score: int(l.Score),
		HalfmoveClock: at.HalfMoves()})
	return true
}
