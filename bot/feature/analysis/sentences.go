package analysis

import (
	"fmt"
	"strings"

	"yeye/ai/explain"
	"yeye/ai/report"
	"yeye/bot/archive"
	"yeye/bot/locale"
	"yeye/bot/view/words"
	"yeye/game"
)

// turnLine describes a turning point of the overview in a line: what was played, what was wrong with it, and the better move.
func turnLine(w *words.Words, g *archive.Game, found *report.Report, i int) string {
	t := &found.Turns[i]
	before, _ := g.At(t.Ply)
	return w.Text("analysis.turn.line", locale.Args{"Nth": i + 1, "Number": before.MoveNumber(), "Side": w.Color(t.By),
		"Move": w.Move(&before, t.Played), "Fault": faultText(w, &t.Fault), "Better": w.Move(&before, t.Better())})
}

// turnText writes the page of turning point n, from 1.
func turnText(w *words.Words, g *archive.Game, found *report.Report, n int) string {
	t := &found.Turns[n-1]
	before, _ := g.At(t.Ply)
	after := before.After(t.Played)
	text := []string{
		w.Text("analysis.turn.head", locale.Args{"Nth": n, "Of": len(found.Turns), "Number": before.MoveNumber(), "Side": w.Color(t.By),
			"Verdict": w.Text("analysis.verdict." + t.Verdict.String())}),
		w.Text("analysis.turn.played", locale.Args{"Move": w.Move(&before, t.Played), "Fault": faultText(w, &t.Fault)}),
		w.Text("analysis.turn.better", locale.Args{"Move": w.Move(&before, t.Better()), "Reasons": reasonsText(w, &before, t.Why)}),
		w.Text("analysis.turn.chance", locale.Args{"Side": w.Color(t.By), "Before": fmt.Sprintf("%.0f", t.Before), "After": fmt.Sprintf("%.0f", t.After)}),
	}
	if line := w.Line(before, t.Line, maxLine); len(line) > 1 {
		text = append(text, w.Text("analysis.turn.line.better", locale.Args{"Line": strings.Join(line, " ")}))
	}
	if line := w.Line(after, t.Reply, maxLine); len(line) > 0 {
		text = append(text, w.Text("analysis.turn.line.played", locale.Args{"Line": strings.Join(line, " ")}))
	}
	return strings.Join(text, "\n")
}

// maxLine is how many plies of a line are shown.
const maxLine = 8

// maxReasons is how many reasons for a move are given: the most important come first.
const maxReasons = 2

// reasonsText says why a move is good, in the words of hints.
func reasonsText(w *words.Words, p *game.Position, why []report.Fact) string {
	var all []string
	for _, r := range why[:min(len(why), maxReasons)] {
		key := "hint.reason." + r.Kind.String()
		if r.Kind == explain.Wins && r.N > 1 {
			key += ".later"
		}
		all = append(all, w.Text(key, locale.Args{"Count": max(r.N, 1), "Piece": w.PieceWritten(r.Piece), "At": w.Place(r.Piece.Color(), r.At),
			"Other": w.PieceWritten(r.Other), "Beside": w.Place(r.Other.Color(), r.Beside), "Threat": threatText(w, p, r.Threat)}))
	}
	return strings.Join(all, w.Text("hint.and"))
}

// threatText writes a move that the opponent threatened.
func threatText(w *words.Words, p *game.Position, m game.Move) string {
	theirs := *p
	if piece := p.At(m.From()); piece == game.NoPiece || piece.Color() == p.Turn() {
		return "`" + m.String() + "`"
	}
	theirs.DoNull()
	return "`" + w.Short(&theirs, m) + "`"
}

// faultText says what was wrong with a move.
func faultText(w *words.Words, f *report.Fault) string {
	key := "analysis.fault." + f.Kind.String()
	switch {
	case (f.Kind == report.AllowsFork || f.Kind == report.MissesFork) && f.Other == game.NoPiece:
		key += ".check"
	case f.Kind == report.Hangs && f.N > 1, f.Kind == report.MissesWin && f.N > 1:
		key += ".later"
	}
	args := locale.Args{"Count": max(f.N, 1)}
	if f.Piece != game.NoPiece {
		args["Piece"], args["At"] = w.PieceWritten(f.Piece), w.Place(f.Piece.Color(), f.At)
	}
	if f.Other != game.NoPiece {
		args["Other"], args["Beside"] = w.PieceWritten(f.Other), w.Place(f.Other.Color(), f.Beside)
	}
	return w.Text(key, args)
}

// arrowsText describes the two arrows on a turning point's board.
func arrowsText(w *words.Words, g *archive.Game, t *report.Turn) string {
	before, _ := g.At(t.Ply)
	name := func(m game.Move) string {
		return w.Text("analysis.move", locale.Args{"Piece": w.Piece(before.At(m.From())), "From": m.From().String(), "To": m.To().String()})
	}
	return w.Text("analysis.arrows", locale.Args{"Played": name(t.Played), "Better": name(t.Better())})
}

// maxSamples limits how many points of a graph are described.
const maxSamples = 12

// graphText describes the graph in words: Red's winning chance every few moves, and at the turning points.
func graphText(w *words.Words, g *archive.Game, found *report.Report) string {
	every := 2 * max(1, (len(found.Positions)+2*maxSamples-1)/(2*maxSamples))
	p := g.Game.Start()
	var points []string
	last := len(found.Positions) - 1
	for i, at := range found.Positions {
		if i%every == 0 && i+every/2 <= last || i == last {
			points = append(points, w.Text("analysis.graph.point", locale.Args{"Number": p.MoveNumber(), "Percent": fmt.Sprintf("%.0f", at.Chance)}))
		}
		if i < last {
			p.Do(g.Game.Moves()[i])
		}
	}
	text := w.Text("analysis.graph.alt", locale.Args{"Points": strings.Join(points, w.Text("analysis.graph.comma"))})
	for i := range found.Turns {
		t := &found.Turns[i]
		before, _ := g.At(t.Ply)
		text += " " + w.Text("analysis.graph.turn", locale.Args{"Nth": i + 1, "Number": before.MoveNumber(), "Side": w.Color(t.By),
			"Before": fmt.Sprintf("%.0f", red(t, t.Before)), "After": fmt.Sprintf("%.0f", red(t, t.After))})
	}
	return locale.Cut(text, words.MaxAlt)
}

// red converts a chance of the side that moved to Red's.
func red(t *report.Turn, chance float64) float64 {
	if t.By == game.Black {
		return 100 - chance
	}
	return chance
}
