package train

import (
	"encoding/binary"

	"yeye/game"
)

// RecordSize is the size of a position in a file, in bytes.
const RecordSize = 32

// Record is a labeled position, packed:
//
//	0–11   the occupied squares, a bit each; then bit 90 Black to move,
//	       bit 91 branch position, bits 92–93 the game's result
//	12–27  the pieces on them in the order of the squares, four bits each
//	28–29  the score for the side to move
//	30     plies since the last capture, at most 255
//	31     the low byte of the game's number, which decides whether the game is validation data
type Record [RecordSize]byte

// Sample is an unpacked Record.
type Sample struct {
	Board         [game.Squares]game.Piece
	Turn          game.Color
	Branch        bool        // after a random move from a position of the game
	Result        game.Result // of the game
	Score         int         // for the side to move
	HalfmoveClock int         // plies since the last capture, at most 255
	Game          uint8       // low byte of the game's number
}

const (
	bitBlack  = 90 - 64 // in the second word
	bitBranch = 91 - 64
	bitResult = 92 - 64
	pointBits = 1<<(game.Squares-64) - 1
)

// Pack packs a sample. There are at most 32 pieces.
func (s *Sample) Pack() (r Record) {
	var lo, hi uint64
	n := 0
	for at, p := range s.Board {
		if p == game.NoPiece {
			continue
		}
		if at < 64 {
			lo |= 1 << at
		} else {
			hi |= 1 << (at - 64)
		}
		r[12+n/2] |= byte(p&15) << (n % 2 * 4)
		n++
	}
	hi |= uint64(s.Turn&1)<<bitBlack | uint64(s.Result&3)<<bitResult
	if s.Branch {
		hi |= 1 << bitBranch
	}
	binary.LittleEndian.PutUint64(r[0:], lo)
	binary.LittleEndian.PutUint32(r[8:], uint32(hi))
	binary.LittleEndian.PutUint16(r[28:], uint16(int16(s.Score)))
	r[30], r[31] = byte(min(s.HalfmoveClock, 255)), s.Game
	return r
}

// Unpack returns the packed sample.
func (r *Record) Unpack() (s Sample) {
	lo, hi := binary.LittleEndian.Uint64(r[0:]), uint64(binary.LittleEndian.Uint32(r[8:]))
	n := 0
	for at := range s.Board {
		if at < 64 && lo>>at&1 == 0 || at >= 64 && hi>>(at-64)&1 == 0 {
			continue
		}
		if n < 32 {
			s.Board[at] = game.Piece(r[12+n/2] >> (n % 2 * 4) & 15)
		}
		n++
	}
	s.Turn = game.Color(hi >> bitBlack & 1)
	s.Branch = hi>>bitBranch&1 == 1
	s.Result = game.Result(hi >> bitResult & 3)
	s.Score = int(int16(binary.LittleEndian.Uint16(r[28:])))
	s.HalfmoveClock, s.Game = int(r[30]), r[31]
	return s
}

// Position returns the sample's position.
func (s *Sample) Position() game.Position {
	setup := game.Setup{Board: s.Board, Turn: s.Turn}
	return setup.Unchecked()
}
