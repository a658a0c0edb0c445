package report

import (
	"yeye/ai/masters"
	"yeye/game"
)

const (
	// usualPlies, usualGames and usualShare say which moves are usual: those of the first twelve moves
	// that so many games of masters have, and that so many percent of the games at their position chose.
	usualPlies = 24
	usualGames = 50
	usualShare = 5
	// maxInstead is how many moves of masters are named.
	maxInstead = 3
)

// Practice says how far a game went the way of masters.
type Practice struct {
	Plies int // of the game that are masters' practice
	// Left is set if the next move is another than those of masters. Else their practice ends there
	// by itself, or the game does.
	Left    bool
	Instead []masters.Move // what masters play there, the most frequent first
}

// practice returns how far the game went the way of masters; nil if it never was on it, or left it
// where nothing may be said.
func (c *course) practice() *Practice {
	way, ok := masters.Follow(c.at[0], c.moves)
	if !ok || c.hidden(way.Plies) || c.hidden(way.Plies+1) {
		return nil
	}
	p := &Practice{Plies: way.Plies}
	if p.Left = way.Plies < len(c.moves) && way.Moves != nil; p.Left {
		p.Instead = way.Moves[:min(len(way.Moves), maxInstead)]
	}
	return p
}

// usual returns which moves of a game are usual, by ply.
func usual(at []game.Position, moves []game.Move) []bool {
	all := make([]bool, len(moves))
	for i, m := range moves[:min(len(moves), usualPlies)] {
		known := masters.At(&at[i])
		one, ok := masters.Find(&at[i], known, m)
		all[i] = ok && one.Games >= usualGames && 100*one.Games >= usualShare*masters.Reached(known)
	}
	return all
}

// excused reports whether move i is not blamed: masters play it often, whatever the engine prefers,
// and it loses no piece. One left to be taken costs [TurningFrom].
func (c *course) excused(i int) bool { return c.usual[i] && c.candidate(i).loss < TurningFrom }
