package masters

import (
	_ "embed"
	"slices"
	"sync"

	"yeye/game"
)

// Least is the fewest games that a known move was played in.
const Least = 3

// Move is a move of masters in a position. Games without a result count among the games only.
type Move struct {
	game.Move
	Games, Red, Draws, Black int // games with the move, and how many of them each side won
	First, Last              int // years of the first and the last game; 0 if no game's year is known
}

// At returns what masters play in a position, the most frequent move first, or nil if no move of it is known. In a
// symmetric position a move and its mirror image are one, given on the right-hand side of the side to move.
func At(p *game.Position) []Move {
	t := builtIn()
	at := canonicalKeyOf(p)
	i, ok := slices.BinarySearch(t.keys, at.key)
	if !ok {
		return nil
	}
	found := t.moves[t.first[i]:t.first[i+1]]
	moves := make([]Move, len(found))
	for n := range moves {
		moves[n] = found[n].move()
		m := &moves[n].Move
		if at.mirrored || at.symmetric && leftHeavy(p.Turn(), *m) {
			*m = m.Mirror()
		}
		if !p.IsLegal(*m) {
			return nil // another position with the same key
		}
	}
	return moves
}

// Reached returns in how many games masters played one of the moves of a position.
func Reached(moves []Move) (games int) {
	for _, m := range moves {
		games += m.Games
	}
	return games
}

// Way is how far a game went the way of masters.
type Way struct {
	Plies int    // of the game that are practice: the positions up to there, and the moves between them, are known
	Moves []Move // what masters play after them, nil where no move is known: practice ends there by itself
}

// Follow returns how far a game from a position went the way of masters; false if it never was on it. A game that
// leaves it and comes back by another order of moves is on it until it leaves for good.
func Follow(start game.Position, moves []game.Move) (w Way, ok bool) {
	at := start
	for n := 0; ; n++ {
		if known := At(&at); known != nil {
			w, ok = Way{n, known}, true
		}
		if n == len(moves) {
			return w, ok
		}
		if ok && w.Plies == n {
			if _, known := Find(&at, w.Moves, moves[n]); known {
				w = Way{Plies: n + 1}
			}
		}
		at.Do(moves[n])
	}
}

// Find returns what is known of a move in a position, given its moves as [At] returns them.
func Find(p *game.Position, moves []Move, m game.Move) (Move, bool) {
	for _, one := range moves {
		if Same(p, one.Move, m) {
			return one, true
		}
	}
	return Move{}, false
}

// Same reports whether two moves of a position are one: equal, or mirror images in a symmetric position.
func Same(p *game.Position, m, o game.Move) bool {
	return m == o || m == o.Mirror() && canonicalKeyOf(p).symmetric
}

// keyBits is how many bits of a position's key are kept. Of all positions that are not in the table one in ten thousand
// million has the key of one that is, and then its moves are hardly legal.
const keyBits = 48

// canonicalKey is the key of a position or of its mirror image, whichever is smaller.
type canonicalKey struct {
	key                 uint64
	mirrored, symmetric bool
}

func canonicalKeyOf(p *game.Position) canonicalKey {
	s := p.Setup()
	var of game.Setup
	of.Turn = s.Turn
	for at, piece := range s.Board {
		of.Board[game.Square(at).Mirror()] = piece
	}
	mirror := of.Draft()
	own, other := p.Key(), mirror.Key()
	return canonicalKey{min(own, other) & (1<<keyBits - 1), other < own, of.Board == s.Board}
}

// leftHeavy reports whether a move is on the left-hand side of the player who makes it.
func leftHeavy(c game.Color, m game.Move) bool {
	const middle = game.Files / 2
	side := m.From().File() - middle
	if side == 0 {
		side = m.To().File() - middle
	}
	return side < 0 && c == game.Red || side > 0 && c == game.Black
}

//go:embed masters.bin
var packed []byte

var builtIn = sync.OnceValue(func() *table {
	t, err := unpack(packed)
	if err != nil {
		panic(err) // it is part of the program, and a test reads it
	}
	return t
})
