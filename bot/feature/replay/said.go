package replay

import (
	"strings"

	"yeye/bot/gamefile"
	"yeye/bot/locale"
	"yeye/bot/view/words"
	"yeye/game"
	"yeye/game/record"
)

const (
	maxSaid  = 700 // characters of a comment that are shown
	maxLines = 2   // other lines
	maxPlies = 8   // of each
)

// saidText is what the file of a game says of the move that led to a ply: its mark behind it, then the value, the comment and other
// lines, each in a line of its own.
func saidText(w *words.Words, g *gamefile.Game, ply int) string {
	said := g.Said(ply)
	text := ""
	if said.Mark != record.NoMark {
		text = " **" + said.Mark.String() + "**"
	}
	line := func(t string) { text += "\n" + t }
	if said.Eval.Kind != record.NoEval {
		line(w.Text("replay.value", locale.Args{"Value": valueText(w, said.Eval)}))
	}
	if comment := locale.Plain(strings.Join(strings.Fields(said.Comment), " "), maxSaid); comment != "" {
		line("> " + comment)
	}
	for _, v := range said.Variations[:min(len(said.Variations), maxLines)] {
		before, _ := g.At(ply - 1)
		var moves []game.Move
		for _, p := range v {
			moves = append(moves, p.Move)
		}
		line(w.Text("replay.instead", locale.Args{"Line": strings.Join(w.Line(before, moves, maxPlies), " ")}))
	}
	return text
}

// valueText is a value of Red's in pawns, or a mate in words.
func valueText(w *words.Words, e record.Eval) string {
	side := game.Red
	if e.N < 0 {
		side = game.Black
	}
	if e.Kind == record.MateIn {
		return w.Text("replay.mate", locale.Args{"Side": w.Color(side), "Count": max(e.N, -e.N)})
	}
	return e.String()
}
