package flipped

import (
	"yeye/game"
	"yeye/game/jieqi"
)

// board is a position as the search of flipped chess (jieqi, see package game/jieqi) sees it. A piece
// is open, dark (face down), or unknown: it was turned over in the tree, and neither moves nor attacks.
type board struct {
	at [game.Squares]piece
	// by side and by the role it moves as; role 0 holds all pieces, including unknown ones
	byRole        [2][8]game.Bitboard
	dark          game.Bitboard
	kings         [2]game.Square
	turn          game.Color
	halfmoveClock int16 // plies since a capture or since a piece was turned over
	key           uint64
	psqSum        int32    // piece-square sum of open pieces, Red's minus Black's
	unscored      [2]int32 // number of pieces that are dark or unknown
	average       [2]int32 // value of one unscored piece
}

// piece is a [game.Piece], with the bit unknown set if its kind is not known.
type piece uint8

const (
	none    piece = 0
	unknown piece = 16
)

func pieceOf(c game.Color, r game.Role) piece { return piece(c)<<3 | piece(r) }
func (p piece) color() game.Color             { return game.Color(p >> 3 & 1) }
func (p piece) role() game.Role               { return game.Role(p & 7) }

var keys = func() (t struct {
	piece [32][game.Squares]uint64
	dark  [game.Squares]uint64
	pool  [2][8][8]uint64 // by side, role and number
	black uint64
}) {
	next := game.SplitMix(0x5eed)
	for i := range t.piece {
		for s := range t.piece[i] {
			t.piece[i][s] = next()
		}
	}
	for s := range t.dark {
		t.dark[s] = next()
	}
	for c := range t.pool {
		for r := range t.pool[c] {
			for k := range t.pool[c][r] {
				t.pool[c][r][k] = next()
			}
		}
	}
	t.black = next()
	return
}()

// newBoard returns the board of a view.
func newBoard(v *jieqi.View) (b board) {
	p := &v.Position
	for s := range game.Square(game.Squares) {
		if x := p.At(s); x != game.NoPiece {
			b.put(s, piece(x), p.Dark(s))
		}
	}
	b.turn, b.halfmoveClock = p.Turn(), int16(p.HalfMoves())
	if b.turn == game.Black {
		b.key ^= keys.black
	}
	b.setAverages(&v.Hidden)
	return b
}

// setAverages sets the values of unscored pieces from what they may be.
func (b *board) setAverages(pools *[2]jieqi.Pool) {
	for c := range pools {
		b.average[c] = average(&pools[c])
	}
}

// poolKey is the part of the hash key that depends on which pieces may be face down.
func poolKey(pools *[2]jieqi.Pool) (key uint64) {
	for c := range pools {
		for r, n := range pools[c] {
			key ^= keys.pool[c][r][n&7]
		}
	}
	return key
}

// put puts a piece on an empty square.
func (b *board) put(s game.Square, p piece, dark bool) {
	b.toggle(s, p, dark)
	b.at[s] = p
	if p.role() == game.King {
		b.kings[p.color()] = s
	}
	b.addValue(s, p, dark, 1)
}

// remove removes a piece from its square.
func (b *board) remove(s game.Square, p piece, dark bool) {
	b.toggle(s, p, dark)
	b.at[s] = none
	b.addValue(s, p, dark, -1)
}

func (b *board) toggle(s game.Square, p piece, dark bool) {
	one, c := game.BB(s), p.color()
	b.byRole[c][0] = b.byRole[c][0].Xor(one)
	if r := p.role(); r != game.NoRole {
		b.byRole[c][r] = b.byRole[c][r].Xor(one)
	}
	b.key ^= keys.piece[p][s]
	if dark {
		b.dark = b.dark.Xor(one)
		b.key ^= keys.dark[s]
	}
}

// addValue adds n times the value of a piece.
func (b *board) addValue(s game.Square, p piece, dark bool, n int32) {
	if dark || p&unknown != 0 {
		b.unscored[p.color()] += n
		return
	}
	b.psqSum += n * pieceSquare[p][s]
}

// saved is the state that undo restores.
type saved struct {
	key           uint64
	halfmoveClock int16
	moved, taken  piece
	wasDark       bool
	takenDark     bool
}

// do makes a move. A dark piece becomes an open one of role turned, or unknown if turned is NoRole.
func (b *board) do(m game.Move, turned game.Role) saved {
	from, to := m.From(), m.To()
	u := saved{b.key, b.halfmoveClock, b.at[from], b.at[to], b.dark.Has(from), b.dark.Has(to)}
	if b.halfmoveClock++; u.wasDark || u.taken != none {
		b.halfmoveClock = 0
	}
	if u.taken != none {
		b.remove(to, u.taken, u.takenDark)
	}
	b.remove(from, u.moved, u.wasDark)
	p := u.moved
	if u.wasDark {
		if p = pieceOf(b.turn, turned); turned == game.NoRole {
			p |= unknown
		}
	}
	b.put(to, p, false)
	b.turn = b.turn.Other()
	b.key ^= keys.black
	return u
}

// undo unmakes a move.
func (b *board) undo(m game.Move, u saved) {
	from, to := m.From(), m.To()
	b.turn = b.turn.Other()
	b.remove(to, b.at[to], false)
	b.put(from, u.moved, u.wasDark)
	if u.taken != none {
		b.put(to, u.taken, u.takenDark)
	}
	b.key, b.halfmoveClock = u.key, u.halfmoveClock
}

// nullMove passes the turn.
func (b *board) nullMove() {
	b.turn = b.turn.Other()
	b.key ^= keys.black
}
