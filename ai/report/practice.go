package report

import (
	"yeye/ai/masters"
	"yeye/game"
)

const (
	// A move is usual if it is within the first usualPlies plies, at least usualGames games of masters have it, and
	// these are at least usualShare percent of the masters' games with the position.
	usualPlies = 24
	usualGames = 50
	usualShare = 5
	// maxMasterMoves is the largest length of Practice.MasterMoves.
	maxMasterMoves = 3
)

// Practice says how far a game followed masters' games.
type Practice struct {
	Plies int // how many plies have been played by masters
	// LeftPractice is set if masters have games from that position but none with the next move. Otherwise either their
	// games or this one end there.
	LeftPractice bool
	MasterMoves  []masters.Move // played by masters in that position, most frequent first
}

// practice returns how far the game followed masters' games; nil if it never did, or if a position up to where it left
// them is excluded: that a game follows masters' play judges its moves.
func (c *scoredGame) practice() *Practice {
	path, ok := masters.Follow(c.positions[0], c.moves)
	if !ok {
		return nil
	}
	for i := range path.Plies + 2 {
		if c.isExcluded(i) {
			return nil
		}
	}
	p := &Practice{Plies: path.Plies}
	if p.LeftPractice = path.Plies < len(c.moves) && path.Moves != nil; p.LeftPractice {
		p.MasterMoves = path.Moves[:min(len(path.Moves), maxMasterMoves)]
	}
	return p
}

// usualMoves returns by ply whether a move is usual among masters.
func usualMoves(at []game.Position, moves []game.Move) []bool {
	all := make([]bool, len(moves))
	for i, m := range moves[:min(len(moves), usualPlies)] {
		known := masters.At(&at[i])
		one, ok := masters.Find(&at[i], known, m)
		all[i] = ok && one.Games >= usualGames && 100*one.Games >= usualShare*masters.TotalGames(known)
	}
	return all
}

// excused reports whether move i is fine because masters often play it, as long as it loses less than [TurningFrom],
// about a piece.
func (c *scoredGame) excused(i int) bool { return c.usual[i] && c.candidate(i).loss < TurningFrom }
