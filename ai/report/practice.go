package report

import (
	"yeye/ai/masters"
	"yeye/game"
)

const (
	// A move is usual if it is within the first usualPlies plies, at least usualGames games of masters have it, and
	// these are at least usualShare percent of the games with the position.
	usualPlies = 24
	usualGames = 50
	usualShare = 5
	// maxInstead is the largest length of Practice.Instead.
	maxInstead = 3
)

// Practice says how far a game followed masters' games.
type Practice struct {
	Plies int // the number of plies that masters have played
	// Left is set if the next move is none of the masters' moves. Otherwise their games or this one end there.
	Left    bool
	Instead []masters.Move // what masters play there, the most frequent first
}

// practice returns how far the game followed masters' games; nil if it never did, or if a position up to where it left
// them is withheld: that a game goes on as masters play judges its moves.
func (c *gameCourse) practice() *Practice {
	way, ok := masters.Follow(c.positions[0], c.moves)
	if !ok {
		return nil
	}
	for i := range way.Plies + 2 {
		if c.isWithheld(i) {
			return nil
		}
	}
	p := &Practice{Plies: way.Plies}
	if p.Left = way.Plies < len(c.moves) && way.Moves != nil; p.Left {
		p.Instead = way.Moves[:min(len(way.Moves), maxInstead)]
	}
	return p
}

// usualMoves returns by ply whether a move is usual among masters.
func usualMoves(at []game.Position, moves []game.Move) []bool {
	all := make([]bool, len(moves))
	for i, m := range moves[:min(len(moves), usualPlies)] {
		known := masters.At(&at[i])
		one, ok := masters.Find(&at[i], known, m)
		all[i] = ok && one.Games >= usualGames && 100*one.Games >= usualShare*masters.Reached(known)
	}
	return all
}

// excused reports whether move i is not judged a mistake, because masters play it often and it loses less than
// [TurningFrom], a piece.
func (c *gameCourse) excused(i int) bool { return c.usual[i] && c.candidate(i).loss < TurningFrom }
