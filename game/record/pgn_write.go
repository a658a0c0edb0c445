package record

import (
	"fmt"
	"strings"

	"yeye/game"
	"yeye/game/notation"
)

// pgnFormats maps PGN's names to the families of notation.
var pgnFormats = map[string]notation.Family{
	"ICCS": notation.Coordinates, "WXF": notation.WXF, "CHINESE": notation.Chinese, "VIETNAMESE": notation.Vietnamese,
}

// WritePGN returns the game as PGN, with moves in the given family: Coordinates as ICCS (H2-E2), WXF, either script of
// Chinese, or Vietnamese, which few programs read. Other families become ICCS.
func WritePGN(r *Record, f notation.Family) string {
	format := "ICCS"
	switch f {
	case notation.WXF:
		format = "WXF"
	case notation.Chinese, notation.Traditional:
		format = "Chinese"
	case notation.Vietnamese:
		format = "Vietnamese"
	default:
		f = notation.Coordinates
	}
	w := pgnWriter{family: f}
	w.tag("Game", "Chinese Chess")
	for _, t := range tags {
		value := cleanName(*t.field(&r.Info))
		if value == "" {
			switch t.pgn {
			case "Event", "Site", "Round", "Red", "Black":
				value = "?"
			case "Date":
				value = "????.??.??"
			default:
				continue
			}
		}
		w.tag(t.pgn, value)
	}
	w.tag("Result", r.Result.String())
	if !r.startsStandard() {
		w.tag("FEN", r.Start.FEN())
	}
	w.tag("Format", format)
	w.WriteString("\n")
	w.comment(r.Comment)
	w.line(r.Start, r.Line)
	w.word(r.Result.String())
	w.WriteString("\n")
	return w.String()
}

type pgnWriter struct {
	strings.Builder
	family notation.Family
	inLine bool // this line of text is not empty
}

func (w *pgnWriter) tag(key, value string) {
	value = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value)
	fmt.Fprintf(w, "[%s \"%s\"]\n", key, value)
}

// word writes a word after a space.
func (w *pgnWriter) word(t string) {
	if w.inLine {
		w.WriteByte(' ')
	}
	w.WriteString(t)
	w.inLine = true
}

func (w *pgnWriter) comment(t string) {
	if t = strings.NewReplacer("{", "(", "}", ")").Replace(cleanComment(t)); t != "" {
		w.word("{" + t + "}")
	}
}

// line writes moves from p, one full move a line.
func (w *pgnWriter) line(p game.Position, line []Ply) {
	again := true // Black's move needs its number, because it is the first token of its full move
	for _, ply := range line {
		switch {
		case p.Turn() == game.Red:
			if w.inLine {
				w.WriteByte('\n')
				w.inLine = false
			}
			w.word(fmt.Sprintf("%d.", p.MoveNumber()))
		case again:
			w.word(fmt.Sprintf("%d...", p.MoveNumber()))
		}
		w.word(w.move(&p, ply.Move))
		remarks := ply.remarks()
		w.comment(remarks)
		again = remarks != ""
		for _, v := range ply.Variations {
			if len(v) == 0 {
				continue
			}
			again = true
			w.word("(")
			w.inLine = false
			w.line(p, v)
			w.WriteByte(')')
			w.inLine = true
		}
		p.Do(ply.Move)
	}
}

func (w *pgnWriter) move(p *game.Position, m game.Move) string {
	if w.family != notation.Coordinates {
		return notation.Write(p, m, w.family)
	}
	return strings.ToUpper(m.From().String() + "-" + m.To().String())
}
