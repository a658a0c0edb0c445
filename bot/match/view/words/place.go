package words

import (
	"strconv"

	"yeye/bot/locale"
	"yeye/game"
	"yeye/game/notation"
)

// Counting is how a reader names points of the board.
type Counting uint8

// The ways of counting.
const (
	ByLetters Counting = iota // files a–i and ranks 0–9, the same for both sides
	ByChinese                 // files from the owner's right: 一–九 for Red, 1–9 for Black
	ByDigits                  // files 1–9 from the owner's right: Vietnamese and WXF
)

// Counting returns how the reader counts: by the notation in which they write. English texts show WXF beside
// coordinates, so only readers who chose WXF count by it.
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

// File writes a file's number from a side's right, 1–9, as the reader does.
func (w *Words) File(c game.Color, n int) string {
	if w.Counting() == ByChinese && c == game.Red && n >= 1 && n <= game.Files {
		return string([]rune(chineseDigits)[n-1])
	}
	return strconv.Itoa(n)
}

// Place says where a side's piece is: on which file from its own right, or the point's letter and digit.
func (w *Words) Place(c game.Color, s game.Square) string {
	if w.Counting() == ByLetters {
		return s.String()
	}
	return w.Text("place.file", locale.Args{"File": w.File(c, notation.FileNumber(c, s))})
}

// Among says where a piece is as Place does, and, for readers who count files, which one it is if two of its kind are
// on one file.
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

// PieceAt names a piece with its place, like "炮 cannon h2"; like "二路炮" for readers who count files, with 前 and 后 where
// two are on one file.
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

// NameAt is PieceAt without the character on the piece, for where a picture of it is beside the text.
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

// amongFile returns the number of a piece among those of its kind on its file, from 1 for the one nearest to the enemy,
// and how many there are.
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

// InText writes a move as Short does, for within a text: coordinates as code.
func (w *Words) InText(p notation.Board, m game.Move) string {
	if w.Counting() == ByLetters {
		return "`" + m.String() + "`"
	}
	return w.Short(p, m)
}

// Short writes a move once, in the reader's notation; in coordinates for English readers who chose none.
func (w *Words) Short(p notation.Board, m game.Move) string {
	if w.Counting() == ByLetters {
		return m.String()
	}
	return w.written(p, m, w.Notation())
}
