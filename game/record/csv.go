package record

import (
	"encoding/csv"
	"regexp"
	"slices"
	"strings"
)

// This file reads CSV and TSV tables of moves.

// csvHeads maps column names, in lower case, to contents.
var csvHeads = map[string]column{
	"red": redMoves, "white": redMoves, "红": redMoves, "红方": redMoves, "紅": redMoves, "紅方": redMoves, "đỏ": redMoves,
	"tiên": redMoves, "black": blackMoves, "黑": blackMoves, "黑方": blackMoves, "đen": blackMoves, "hậu": blackMoves,
	"uci": moves, "iccs": moves, "wxf": moves, "notation": moves, "着法": moves, "著法": moves, "走法": moves,
	"move": moveOrNumber, "moves": moveOrNumber, "nước": moveOrNumber,
	"comment": comment, "comments": comment, "remark": comment, "note": comment, "notes": comment, "注释": comment,
	"註釋": comment, "ghi chú": comment,
	"no": other, "no.": other, "nr": other, "#": other, "n": other, "number": other, "ply": other, "round": other,
	"turn": other, "side": other,
	"player": other, "color": other, "colour": other, "time": other, "clock": other, "date": other, "eval": other,
	"score": other, "fen": other,
	"回合": other, "步": other, "步数": other, "步數": other, "序号": other, "序號": other, "用时": other, "用時": other,
	"hiệp": other, "lượt": other, "bên": other,
}

// column is the content of a column.
type column uint8

const (
	other        column = iota // not read
	redMoves                   // of Red
	blackMoves                 // of Black
	moves                      // of both sides in turn
	moveOrNumber               // the moves, or the number of the full move if other columns have the moves
	comment
)

// separatorPattern finds the separator of the columns.
var separatorPattern = regexp.MustCompile(`[,;\t]`)

// unpackCSV converts a table of moves with a header row to a list of moves. Any other text is returned unchanged.
func unpackCSV(text string) string {
	head, _, _ := strings.Cut(text, "\n")
	sign := separatorPattern.FindString(head)
	if sign == "" || len(text) > maxPasteBytes {
		return text
	}
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes, r.TrimLeadingSpace = rune(sign[0]), -1, true, sign != "\t"
	rows, err := r.ReadAll()
	if err != nil || len(rows) < 2 {
		return text
	}
	var kinds []column
	for _, name := range rows[0] {
		kind, known := csvHeads[strings.ToLower(strings.TrimSpace(name))]
		if !known {
			return text
		}
		kinds = append(kinds, kind)
	}
	sides := slices.Contains(kinds, redMoves) && slices.Contains(kinds, blackMoves)
	if !sides && !slices.Contains(kinds, moves) && !slices.Contains(kinds, moveOrNumber) {
		return text
	}
	var b strings.Builder
	for _, row := range rows[1:] {
		for i, cell := range row[:min(len(row), len(kinds))] {
			cell = strings.TrimSpace(cell)
			switch kind := kinds[i]; {
			case cell == "":
			case kind == comment:
				b.WriteString("{" + strings.NewReplacer("{", "(", "}", ")").Replace(cell) + "} ")
			case sides && (kind == redMoves || kind == blackMoves), !sides && (kind == moves || kind == moveOrNumber):
				b.WriteString(cell + " ")
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
