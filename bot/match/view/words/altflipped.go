package words

import (
	"strings"

	"yeye/bot/locale"
	"yeye/game"
	"yeye/game/jieqi"
)

// Flipped is what the viewer of a board of flipped chess may know.
type Flipped struct {
	Position *jieqi.Position
	Turned   bool // the last move revealed a piece
	TookDark bool // the last move captured a face-down piece
	// Captured counts, by side and role, the pieces captured face up; Dark those captured face down that the viewer has
	// seen. Dark[side][0] counts those they have not seen.
	Captured, Dark [2][8]uint8
}

// position is the part of a position of either game that a description needs.
type position interface {
	Turn() game.Color
	King(game.Color) game.Square
	InCheck() bool
	At(game.Square) game.Piece
	Pieces(game.Color, game.Role) game.Bitboard
}

func (b *Board) position() position {
	if b.Flipped != nil {
		return b.Flipped.Position
	}
	return &b.Position
}

// dark returns the face-down pieces of a side that move as r.
func (b *Board) dark(c game.Color, r game.Role) game.Bitboard {
	if b.Flipped == nil {
		return game.Bitboard{}
	}
	return b.Flipped.Position.FaceDown(c).And(b.Flipped.Position.Pieces(c, r))
}

// capturedPieces lists the captured pieces of a side in flipped chess, "" if none. In xiangqi they follow from those on
// the board, so it is "".
func (w *Words) capturedPieces(b Board, c game.Color) string {
	if b.Flipped == nil {
		return ""
	}
	var list []string
	count := func(key string, from *[8]uint8) {
		for r := game.Advisor; r <= game.Pawn; r++ {
			if n := int(from[r]); n > 0 {
				list = append(list, w.Text(key, locale.Args{"Count": n, "Piece": w.roleName(c, r, n)}))
			}
		}
	}
	count("alt.taken.open", &b.Flipped.Captured[c])
	count("alt.taken.known", &b.Flipped.Dark[c])
	if n := int(b.Flipped.Dark[c][0]); n > 0 {
		list = append(list, w.Text("alt.taken.unknown", locale.Args{"Count": n}))
	}
	return strings.Join(list, w.Text("list.and"))
}

// capturedName names the piece that the last move captured; a face-down one by the role it moved as.
func (w *Words) capturedName(b Board) string {
	name := w.Piece(b.Taken)
	if b.Flipped != nil && b.Flipped.TookDark {
		return w.Text("piece.facedown", locale.Args{"Piece": name})
	}
	return name
}
