package record

import (
	"fmt"
	"strings"

	"yeye/game"
)

// WriteDhtmlXQ returns the game as a DhtmlXQ block. The format has no fields for the side to move and the counters of
// the start position; if they are not the standard ones they are written to a field "fen", which other programs ignore.
func WriteDhtmlXQ(r *Record) string {
	var w dhtmlWriter
	w.WriteString("[DhtmlXQ]\n")
	w.field("ver", "www_dpxq_com")
	w.field("init", "")
	for _, t := range tags {
		if value := cleanName(*t.field(&r.Info)); value != "" && t.dhtmlxq != "" {
			w.field(t.dhtmlxq, value)
		}
	}
	w.field("result", dhtmlResults[r.Result])
	w.field("binit", binit(&r.Start))
	if !r.startsStandard() {
		w.field("fen", r.Start.FEN())
	}
	w.next = 1
	w.line(0, 0, 0, r.Line)
	w.comment(0, 0, r.Comment)
	for i := 0; i < len(w.later); i++ {
		w.later[i]()
	}
	w.WriteString("[/DhtmlXQ]\n")
	return w.String()
}

var dhtmlResults = [...]string{game.Ongoing: "未知", game.RedWins: "红胜", game.BlackWins: "黑胜", game.Draw: "和棋"}

// pieceOrder is the order in which binit and XQF list the pieces of a side.
var pieceOrder = []game.Role{
	game.Rook, game.Horse, game.Elephant, game.Advisor, game.King, game.Advisor, game.Elephant, game.Horse, game.Rook,
	game.Cannon, game.Cannon, game.Pawn, game.Pawn, game.Pawn, game.Pawn, game.Pawn,
}

// binit lists the squares of the pieces, each side's from its own right.
func binit(p *game.Position) string {
	var b strings.Builder
	for _, s := range piecesInOrder(p, true) {
		if s == game.NoSquare {
			b.WriteString("99")
		} else {
			b.WriteString(dhtmlPoint(s))
		}
	}
	return b.String()
}

// piecesInOrder returns the squares of the 32 pieces, Red's and then Black's in pieceOrder, NoSquare for missing ones.
// Equal pieces are listed from the side's own right or left.
func piecesInOrder(p *game.Position, right bool) (all [32]game.Square) {
	for _, c := range []game.Color{game.Red, game.Black} {
		var left [8][]game.Square
		for file := range game.Files {
			if (c == game.Red) == right {
				file = game.Files - 1 - file
			}
			for rank := range game.Ranks {
				if s := game.SquareAt(file, rank); p.At(s) != game.NoPiece && p.At(s).Color() == c {
					left[p.At(s).Role()] = append(left[p.At(s).Role()], s)
				}
			}
		}
		for i, r := range pieceOrder {
			at := &all[int(c)*len(pieceOrder)+i]
			if *at = game.NoSquare; len(left[r]) > 0 {
				*at, left[r] = left[r][0], left[r][1:]
			}
		}
	}
	return
}

// dhtmlPoint is column and row, rows counted from Black's back rank.
func dhtmlPoint(s game.Square) string {
	return string([]byte{byte('0' + s.File()), byte('9' - s.Rank())})
}

type dhtmlWriter struct {
	strings.Builder
	next  int // number of the next variation
	later []func()
}

func (w *dhtmlWriter) field(key, value string) {
	value = strings.NewReplacer("[", "（", "]", "）").Replace(value)
	fmt.Fprintf(w, "[DhtmlXQ_%s]%s[/DhtmlXQ_%s]\n", key, value, key)
}

func (w *dhtmlWriter) comment(id, ply int, t string) {
	if t = cleanComment(t); t == "" {
		return
	}
	t = strings.ReplaceAll(t, "\n", "||")
	if id == 0 {
		w.field(fmt.Sprintf("comment%d", ply), t)
	} else {
		w.field(fmt.Sprintf("comment%d_%d", id, ply), t)
	}
}

// line writes line id, which leaves the line parent and whose first move is ply+1 of the game. Its variations follow
// after it.
func (w *dhtmlWriter) line(parent, ply, id int, line []Ply) {
	var moves strings.Builder
	for _, p := range line {
		moves.WriteString(dhtmlPoint(p.Move.From()) + dhtmlPoint(p.Move.To()))
	}
	if id == 0 {
		w.field("movelist", moves.String())
	} else {
		w.field(fmt.Sprintf("move_%d_%d_%d", parent, ply+1, id), moves.String())
	}
	for i, p := range line {
		at := ply + i
		w.comment(id, at+1, p.Comment)
		for _, v := range p.Variations {
			if len(v) == 0 {
				continue
			}
			number := w.next
			w.next++
			w.later = append(w.later, func() { w.line(id, at, number, v) })
		}
	}
}
