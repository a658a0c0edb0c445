package words

import (
	"strconv"

	"yeye/bot/locale"
	"yeye/game"
	"yeye/game/notation"
)

// Counting is a reader's coordinate system for points of the board.
type Counting uint8

// The coordinate systems.
const (
	ByLetters Counting = iota // files a–i and ranks 0–9, the same for both sides
	ByChinese                 // files from the owner's right: 一–九 for Red, 1–9 for Black
	ByDigits                  // files 1–9 from the owner's right: Vietnamese and WXF
)

// Counting returns the coordinate system of the reader's notation. WXF is only the default beside coordinates in
// English texts, so ByDigits needs an explicit choice of WXF.
func (w *Words) Counting() Counting {
	switch w.Notation() {
	case notation.Chinese, notation.Traditional:
		return ByChinese
	case notation.Vietnamese:
		return ByDigits
	case notation.WXF:
		if w.notation == notation.WXF {
			return ByDigits
		}
	}
	return ByLetters
}

const chineseDigits = "一二三四五六七八九"

// File writes the number of a file, 1–9 from side c's right, in the reader's digits.
func (w *Words) File(c game.Color, n int) string {
	if w.Counting() == ByChinese && c == game.Red && n >= 1 && n <= game.Files {
		return string([]rune(chineseDigits)[n-1])
	}
	return strconv.Itoa(n)
}

// Place says where a piece of side c stands: its file from that side's right, or the point's letter and digit.
func (w *Words) Place(c game.Color, s game.Square) string {
	if w.Counting() == ByLetters {
		return s.String()
	}
	return w.Text("place.file", locale.Args{"File": w.File(c, notation.FileNumber(c, s))})
}

// Among is Place, with front, rear or a number for readers who count files, if several pieces of the kind share the
// file.
func (w *Words) Among(p notation.Board, piece game.Piece, s game.Square) string {
	at := w.Place(piece.Color(), s)
	if w.Counting() == ByLetters || piece == game.NoPiece || p.At(s) != piece {
		return at
	}
	switch nth, of := amongFile(p, s); {
	case of < 2:
		return at
	case nth == 1:
		return w.Text("place.among.front", locale.Args{"At": at})
	case nth == of:
		return w.Text("place.among.rear", locale.Args{"At": at})
	default:
		return w.Text("place.among.nth", locale.Args{"At": at, "Nth": w.File(piece.Color(), nth)})
	}
}

// PieceAt names a piece with its place: "炮 cannon h2", or "二路炮" for readers who count files, with 前 and 后 if two share
// a file.
func (w *Words) PieceAt(p notation.Board, s game.Square) string {
	piece := p.At(s)
	name := w.PieceWritten(piece)
	if w.Counting() == ByLetters {
		name = w.Piece(piece)
	}
	if glyph := w.Glyph(piece); name != glyph {
		name = glyph + " " + name
	}
	return w.withPlace(p, s, w.markFaceDown(p, s, name))
}

// NameAt is PieceAt without the Chinese character, for texts beside a picture of the piece.
func (w *Words) NameAt(p notation.Board, s game.Square) string {
	return w.withPlace(p, s, w.markFaceDown(p, s, w.PieceWritten(p.At(s))))
}

func (w *Words) withPlace(p notation.Board, s game.Square, name string) string {
	piece := p.At(s)
	if w.Counting() == ByLetters {
		return name + " " + s.String()
	}
	args := locale.Args{"Piece": name, "At": w.Place(piece.Color(), s)}
	nth, of := amongFile(p, s)
	switch {
	case of < 2:
		return w.Text("place.piece", args)
	case nth == 1:
		return w.Text("place.piece.front", args)
	case nth == of:
		return w.Text("place.piece.rear", args)
	}
	args["Nth"] = w.File(piece.Color(), nth)
	return w.Text("place.piece.nth", args)
}

// amongFile returns the piece's number among those of its kind on its file, 1 being the one nearest to the enemy, and
// their count.
func amongFile(p notation.Board, s game.Square) (nth, of int) {
	piece := p.At(s)
	nth = 1
	for b := p.Pieces(piece.Color(), piece.Role()); b.Any(); {
		other := b.PopFirst()
		if other.File() != s.File() {
			continue
		}
		of++
		if ahead := other.Rank() > s.Rank(); other != s && ahead == (piece.Color() == game.Red) {
			nth++
		}
	}
	return nth, of
}

// InText is Short for use within a sentence: coordinates are formatted as code.
func (w *Words) InText(p notation.Board, m game.Move) string {
	if w.Counting() == ByLetters {
		return "`" + m.String() + "`"
	}
	return w.Short(p, m)
}

// Short writes a move in the reader's notation; in coordinates for English readers who chose none.
func (w *Words) Short(p notation.Board, m game.Move) string {
	if w.Counting() == ByLetters {
		return m.String()
	}
	return w.written(p, m, w.Notation())
}
