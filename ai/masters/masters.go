package masters

import (
	_ "embed"
	"slices"
	"sync"

	"yeye/game"
)

// MinGames is the minimum of games of a move in the table.
const MinGames = 3

// Move is a move of masters in a position. Games without a known result count in Games only.
type Move struct {
	game.Move
	Games, Red, Draws, Black int // games with the move, and how many of them Red won, were drawn, Black won
	First, Last              int // years of the first and the last game; 0 if unknown
}

// At returns what masters play in a position, most frequent first, or nil if the table does not have it. In a symmetric
// position a move and its mirror image are one, given on the right-hand side of the side to move.
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
		if at.mirrored || at.symmetric && onLeft(p.Turn(), *m) {
			*m = m.Mirror()
		}
		if !p.IsLegal(*m) {
			return nil // another position with the same key
		}
	}
	return moves
}

// TotalGames returns the sum of the games of a position's moves.
func TotalGames(moves []Move) (games int) {
	for _, m := range moves {
		games += m.Games
	}
	return games
}

// Path is how far a game follows masters' games.
type Path struct {
	Plies int    // number of plies up to the last position that masters reached
	Moves []Move // what masters play next, nil if the table has no move there
}

// Follow returns how far a game follows masters' games; false if it never does. A game that leaves them and returns by
// transposition counts up to where it leaves for good.
func Follow(start game.Position, moves []game.Move) (w Path, ok bool) {
	at := start
	for n := 0; ; n++ {
		if known := At(&at); known != nil {
			w, ok = Path{n, known}, true
		}
		if n == len(moves) {
			return w, ok
		}
		if ok && w.Plies == n {
			if _, known := Find(&at, w.Moves, moves[n]); known {
				w = Path{Plies: n + 1}
			}
		}
		at.Do(moves[n])
	}
}

// Find returns the table's entry of a move in a position, given its moves as [At] returns them.
func Find(p *game.Position, moves []Move, m game.Move) (Move, bool) {
	for _, one := range moves {
		if Same(p, one.Move, m) {
			return one, true
		}
	}
	return Move{}, false
}

// Same reports whether two moves of a position are equal, or mirror images in a symmetric position.
func Same(p *game.Position, m, o game.Move) bool {
	return m == o || m == o.Mirror() && canonicalKeyOf(p).symmetric
}

// keyBits is how many bits of a position's key are kept. Of all positions that are not in the table one in 10^10 has
// the key of one that is, and then its moves are hardly legal.
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
	mirror := of.Unchecked()
	own, other := p.Key(), mirror.Key()
	return canonicalKey{min(own, other) & (1<<keyBits - 1), other < own, of.Board == s.Board}
}

// onLeft reports whether a move is on its player's left-hand side.
func onLeft(c game.Color, m game.Move) bool {
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
		panic(err) // the table is embedded, and a test reads it
	}
	return t
})
