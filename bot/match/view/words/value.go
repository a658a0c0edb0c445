package words

import (
	"strconv"

	"yeye/bot/locale"
	"yeye/game"
	"yeye/game/record"
)

// Points writes a rating, marked as provisional if it is.
func (w *Words) Points(value int, provisional bool) string {
	if !provisional {
		return strconv.Itoa(value)
	}
	return w.Text("rating.provisional", locale.Args{"Points": value})
}

// Value formats an evaluation: in pawns from Red's side, or "mate in n" in words; "" for none.
func (w *Words) Value(e record.Eval) string {
	if e.Kind != record.MateIn {
		return e.String()
	}
	side := game.Red
	if e.N < 0 {
		side = game.Black
	}
	return w.Text("value.mate", locale.Args{"Side": w.Color(side), "Count": max(e.N, -e.N)})
}
