package flipped

import (
	"yeye/game"
	"yeye/game/jieqi"
)

// board is a position as the search knows it. Besides pieces that are open and such that lie face down it has unknown ones: they
// were turned over in the tree, and neither move nor attack.
type board struct {
	at      [game.Squares]piece
	sets    [2][8]game.Bitboard // by side and role as it moves; role 0 holds all, also the unknown ones
	dark    game.Bitboard
	kings   [2]game.Square
	turn    game.Color
	quiet   int16 // plies since a capture, or since a piece was turned over
	key     uint64
	placed  int32    // values of open pieces where they stand, Red's less Black's
	hidden  [2]int32 // pieces that are face down or unknown
	average [2]int32 // value of one of them
}

// piece is a [game.Piece], with unknown set for a piece that is of no kind.
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
	b.turn, b.quiet = p.Turn(), int16(p.HalfMoves())
	if b.turn == game.Black {
		b.key ^= keys.black
	}
	b.setPools(&v.Hidden)
	return b
}

// setPools says what the pieces that are face down or unknown may be.
func (b *board) setPools(pools *[2]jieqi.Pool) {
	for c := range pools {
		b.average[c] = average(&pools[c])
	}
}

// poolKey tells apart positions in which other pieces may be face down.
func poolKey(pools *[2]jieqi.Pool) (key uint64) {
	for c := range pools {
		for r, n := range pools[c] {
			key ^= keys.pool[c][r][n&7]
		}
	}
	return key
}

// put puts a piece on an empty point.
func (b *board) put(s game.Square, p piece, dark bool) {
	b.toggle(s, p, dark)
	b.at[s] = p
	if p.role() == game.King {
		b.kings[p.color()] = s
	}
	b.count(s, p, dark, 1)
}

// lift takes a piece from its point.
func (b *board) lift(s game.Square, p piece, dark bool) {
	b.toggle(s, p, dark)
	b.at[s] = none
	b.count(s, p, dark, -1)
}

func (b *board) toggle(s game.Square, p piece, dark bool) {
	one, c := game.BB(s), p.color()
	b.sets[c][0] = b.sets[c][0].Xor(one)
	if r := p.role(); r != game.NoRole {
		b.sets[c][r] = b.sets[c][r].Xor(one)
	}
	b.key ^= keys.piece[p][s]
	if dark {
		b.dark = b.dark.Xor(one)
		b.key ^= keys.dark[s]
	}
}

// count adds n times the value of a piece.
func (b *board) count(s game.Square, p piece, dark bool, n int32) {
	if dark || p&unknown != 0 {
		b.hidden[p.color()] += n
		return
	}
	b.placed += n * placement[p][s]
}

// undo holds what takes a move back.
type undo struct {
	key          uint64
	quiet        int16
	moved, taken piece
	turned       bool
	takenDark    bool
}

// do plays a move. A face-down piece becomes one of a kind, or unknown if turned is NoRole.
func (b *board) do(m game.Move, turned game.Role) undo {
	from, to := m.From(), m.To()
	u := undo{b.key, b.quiet, b.at[from], b.at[to], b.dark.Has(from), b.dark.Has(to)}
	if b.quiet++; u.turned || u.taken != none {
		b.quiet = 0
	}
	if u.taken != none {
		b.lift(to, u.taken, u.takenDark)
	}
	b.lift(from, u.moved, u.turned)
	p := u.moved
	if u.turned {
		if p = pieceOf(b.turn, turned); turned == game.NoRole {
			p |= unknown
		}
	}
	b.put(to, p, false)
	b.turn = b.turn.Other()
	b.key ^= keys.black
	return u
}

// undo takes a move back.
func (b *board) undo(m game.Move, u undo) {
	from, to := m.From(), m.To()
	b.turn = b.turn.Other()
	b.lift(to, b.at[to], false)
	b.put(from, u.moved, u.turned)
	if u.taken != none {
		b.put(to, u.taken, u.takenDark)
	}
	b.key, b.quiet = u.key, u.quiet
}

// pass lets the other side move.
func (b *board) pass() {
	b.turn = b.turn.Other()
	b.key ^= keys.black
}
