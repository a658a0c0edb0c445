package analysis

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"yeye/ai/accuracy"
	"yeye/ai/explain"
	"yeye/ai/report"
	"yeye/bot/locale"
	"yeye/bot/match/archive"
	"yeye/bot/match/view/words"
	"yeye/game"
)

// turnLine describes turning point i, from 0, in a line: the move played, its fault, and the better move.
func turnLine(w *words.Words, g *archive.Game, found *report.Report, i int) string {
	t := &found.TurningPoints[i]
	before, _ := g.At(t.Ply)
	return withReply(w, t, w.Text("analysis.turn.line", locale.Args{"Number": before.MoveNumber(),
		"Side": w.Color(t.By),
		"Move": moveText(w, &before, t.Played), "Fault": faultText(w, &before, t),
		"Better": moveText(w, &before, t.Better())}))
}

// practiceText says until where the game followed masters' games, which side deviated, and what masters play there; ""
// if the report has no such data.
func practiceText(w *words.Words, g *archive.Game, found *report.Report) string {
	p := found.Practice
	if p == nil {
		return ""
	}
	at := p.Plies // ply of the move to name
	key := "analysis.practice.left"
	switch {
	case p.Plies == len(found.Moves):
		return w.Text("analysis.practice.whole")
	case !p.LeftPractice:
		key, at = "analysis.practice.until", p.Plies-1
	}
	before, _ := g.At(at)
	var instead []string
	for _, m := range p.MasterMoves {
		instead = append(instead, w.Text("analysis.practice.move",
			locale.Args{"Move": moveText(w, &before, m.Move), "Count": m.Games}))
	}
	return w.Text(key, locale.Args{"Number": before.MoveNumber(), "Side": w.Color(before.Turn()),
		"Move": moveText(w, &before, found.Moves[at].Played), "Instead": strings.Join(instead, w.Text("list.comma"))})
}

// maxOthers limits the faulty moves described beside the turning points.
const maxOthers = 3

// otherLines describes, a line each, up to maxOthers of the costliest moves that are not turning points, have a known
// fault, and have at least the verdict from or allow a mate.
func otherLines(w *words.Words, g *archive.Game, found *report.Report, from accuracy.Verdict) (lines []string) {
	var plies []int
	for i := range found.Moves {
		m := &found.Moves[i]
		told := slices.ContainsFunc(found.TurningPoints, func(t report.TurningPoint) bool { return t.Ply == i })
		better := found.Positions[i].Line
		if told || m.Fault == nil || len(better) == 0 || better[0] == m.Played {
			continue
		}
		if m.Verdict >= from || m.Fault.Kind == report.AllowsMate {
			plies = append(plies, i)
		}
	}
	slices.SortStableFunc(plies, func(i, j int) int { return cmp.Compare(found.Moves[j].Loss, found.Moves[i].Loss) })
	plies = plies[:min(len(plies), maxOthers)]
	slices.Sort(plies)
	for _, i := range plies {
		before, _ := g.At(i)
		t := report.TurningPoint{Ply: i, By: before.Turn(), Played: found.Moves[i].Played, Fault: *found.Moves[i].Fault}
		better := moveText(w, &before, found.Positions[i].Line[0])
		lines = append(lines, w.Text("analysis.other.line", locale.Args{"Number": before.MoveNumber(),
			"Side": w.Color(t.By),
			"Move": moveText(w, &before, t.Played), "Fault": faultText(w, &before, &t), "Better": better}))
	}
	return lines
}

// withReply appends to a text that the reply gave most or all of the gain back, if it did.
func withReply(w *words.Words, t *report.TurningPoint, said string) string {
	if t.Returned == report.ReturnedLittle {
		return said
	}
	return w.Sentences(said, w.Text("analysis.turn.back."+t.Returned.String()))
}

// headText returns the first line of the page of turning point n, from 1.
func headText(w *words.Words, before *game.Position, found *report.Report, n int) string {
	t := &found.TurningPoints[n-1]
	key := "analysis.turn.head"
	if t.Costliest {
		key += ".dearest"
	}
	return w.Text(key, locale.Args{"Nth": n, "Of": len(found.TurningPoints), "Number": before.MoveNumber(),
		"Side":    w.Color(t.By),
		"Verdict": w.Text("analysis.verdict." + t.Verdict.String()), "Points": fmt.Sprintf("%.0f", t.Loss())})
}

// endingText says what decided a game that was lost off the board (time, resignation) or without a turning point; "" if
// a turning point decided it.
func endingText(w *words.Words, g *archive.Game, found *report.Report) string {
	e := &found.Ending
	if e.OffBoard {
		key := "analysis.ending.other"
		if g.Outcome.Method == game.Timeout {
			key = "analysis.ending.time"
		}
		return w.Text(key, locale.Args{"Side": w.Color(e.Loser), "Chance": fmt.Sprintf("%.0f", e.Chance)})
	}
	switch {
	case len(found.TurningPoints) > 0 && !hasTurningPoint(found):
		return w.Text("analysis.dearest", locale.Args{"Side": w.Color(e.Loser)})
	case len(found.TurningPoints) == 0 && found.ExcludedPositions() == 0:
		return w.Text("analysis.noturns")
	}
	return ""
}

// hasTurningPoint reports whether the report has a real turning point, and not only costly moves.
func hasTurningPoint(found *report.Report) bool {
	return slices.ContainsFunc(found.TurningPoints, func(t report.TurningPoint) bool { return !t.Costliest })
}

// turnText returns the text of the page of turning point n, from 1.
func turnText(w *words.Words, g *archive.Game, found *report.Report, n int) string {
	t := &found.TurningPoints[n-1]
	before, _ := g.At(t.Ply)
	after := before.After(t.Played)
	text := []string{
		headText(w, &before, found, n),
		withReply(w, t, w.Text("analysis.turn.played", locale.Args{"Move": moveText(w, &before, t.Played),
			"Fault": faultText(w, &before, t)})),
		w.Text("analysis.turn.better", locale.Args{"Move": moveText(w, &before, t.Better()),
			"Reasons": reasonsText(w, &before, t)}),
		w.Text("analysis.turn.chance", locale.Args{"Side": w.Color(t.By), "Before": fmt.Sprintf("%.0f", t.Before),
			"After": fmt.Sprintf("%.0f", t.After)}),
	}
	if line := w.Line(before, t.Line, maxLine); len(line) > 1 {
		text = append(text, w.Text("analysis.turn.line.better", locale.Args{"Line": strings.Join(line, " ")}))
	}
	if line := w.Line(after, t.Reply, maxLine); len(line) > 0 {
		text = append(text, w.Text("analysis.turn.line.played", locale.Args{"Line": strings.Join(line, " ")}))
	}
	return strings.Join(text, "\n")
}

// maxLine limits the plies of a line that are shown.
const maxLine = 8

// maxReasons limits the reasons given for a move, most important first.
const maxReasons = 2

// reasonsText says why the better move is good, with the texts of hints. Without a concrete reason it gives the chance
// that the move keeps and the best reply.
func reasonsText(w *words.Words, before *game.Position, t *report.TurningPoint) string {
	if t.Why[0].Kind == explain.NoFact {
		args := locale.Args{"Before": fmt.Sprintf("%.0f", t.Before)}
		if len(t.Line) < 2 {
			return w.Text("analysis.reason.keeps", args)
		}
		after := before.After(t.Better())
		args["Reply"] = moveText(w, &after, t.Line[1])
		return w.Text("analysis.reason.plain", args)
	}
	return w.Reasons(before, t.Why[:min(len(t.Why), maxReasons)])
}

// faultText says what was wrong with the move of a turning point.
func faultText(w *words.Words, before *game.Position, t *report.TurningPoint) string {
	f := &t.Fault
	if f.Kind == report.AllowsReply || f.Kind == report.SameReply {
		return answerText(w, before, t)
	}
	key := "analysis.fault." + f.Kind.String()
	if f.Kind == report.MissesIdea {
		return w.Text(key, locale.Args{"Reply": moveText(w, before, f.Reply), "Does": w.Reason(before, f.Achieves)})
	}
	switch {
	case (f.Kind == report.AllowsFork || f.Kind == report.MissesFork) && f.Other == game.NoPiece:
		key += ".check"
	case f.Kind == report.MissesWin && f.N > 1:
		key += ".later"
	}
	args := locale.Args{"Count": max(f.N, 1)}
	if f.Piece != game.NoPiece {
		args["Piece"], args["At"] = w.PieceWritten(f.Piece),
			w.Among(positionOf(before, t, f.Piece, f.At), f.Piece, f.At)
	}
	if f.Other != game.NoPiece {
		args["Other"], args["Beside"] = w.PieceWritten(f.Other),
			w.Among(positionOf(before, t, f.Other, f.OtherAt), f.Other, f.OtherAt)
	}
	return w.Text(key, args)
}

// positionOf returns the position in which a fault's piece stands on s: that after the move played if it does, else the
// one before.
func positionOf(before *game.Position, t *report.TurningPoint, piece game.Piece, s game.Square) *game.Position {
	if after := before.After(t.Played); after.At(s) == piece {
		return &after
	}
	return before
}

// answerText names the opponent's reply and its effect.
func answerText(w *words.Words, before *game.Position, t *report.TurningPoint) string {
	f := &t.Fault
	if f.Reply == game.NoMove {
		return w.Text("analysis.fault.answered.over")
	}
	after := before.After(t.Played)
	args := locale.Args{"Side": w.Color(t.By.Other()), "Reply": moveText(w, &after, f.Reply)}
	switch {
	case f.Kind == report.SameReply:
		return w.Text("analysis.fault.unready", args)
	case f.Achieves.Kind == explain.NoFact:
		return w.Text("analysis.fault.answered.plain", args)
	}
	args["Does"] = w.Reason(&after, f.Achieves)
	return w.Text("analysis.fault.answered", args)
}

// arrowsText is the alt text of the two arrows on a turning point's board.
func arrowsText(w *words.Words, g *archive.Game, t *report.TurningPoint) string {
	before, _ := g.At(t.Ply)
	return arrows(w, &before, t.Played, t.Better())
}

func arrows(w *words.Words, before *game.Position, played, better game.Move) string {
	name := func(m game.Move) string {
		return w.Text("analysis.move", locale.Args{"Piece": w.Piece(before.At(m.From())), "From": m.From().String(),
			"To": m.To().String()})
	}
	return w.Text("analysis.arrows", locale.Args{"Played": name(played), "Better": name(better)})
}

// maxSamples limits the points of a graph in its alt text.
const maxSamples = 12

// graphText is the alt text of the graph: Red's winning chance at regular intervals, with move numbers, and at the
// turning points.
func graphText(w *words.Words, g *archive.Game, found *report.Report) string {
	every := 2 * max(1, (len(found.Positions)+2*maxSamples-1)/(2*maxSamples))
	p, number := g.Game.Start(), 0
	var points []string
	last := len(found.Positions) - 1
	for i, at := range found.Positions {
		if !at.Excluded && (i%every == 0 && i+every/2 <= last || i == last) {
			key := "analysis.graph.point"
			if i == 0 {
				key = "analysis.graph.start"
			}
			points = append(points, w.Text(key, locale.Args{"Number": number,
				"Percent": fmt.Sprintf("%.0f", at.Chance)}))
		}
		if i < last {
			number = p.MoveNumber()
			p.Do(g.Game.Moves()[i])
		}
	}
	text := w.Text("analysis.graph.alt", locale.Args{"Points": strings.Join(points, w.Text("analysis.graph.comma"))})
	for i := range found.TurningPoints {
		t := &found.TurningPoints[i]
		before, _ := g.At(t.Ply)
		key := "analysis.graph.turn"
		if t.Costliest {
			key += ".dearest"
		}
		text = w.Sentences(text, w.Text(key, locale.Args{"Nth": i + 1, "Number": before.MoveNumber(),
			"Side":   w.Color(t.By),
			"Before": fmt.Sprintf("%.0f", redChance(t, t.Before)),
			"After":  fmt.Sprintf("%.0f", redChance(t, t.After))}))
	}
	return locale.Cut(text, words.MaxAlt)
}

// redChance converts the winning chance of the side that moved to Red's.
func redChance(t *report.TurningPoint, chance float64) float64 {
	if t.By == game.Black {
		return 100 - chance
	}
	return chance
}

// moveText writes a move in the reader's notation, after the piece's emoji if it has one.
func moveText(w *words.Words, p *game.Position, m game.Move) string {
	text := "`" + w.Short(p, m) + "`"
	if sign := w.Sign(p.At(m.From())); sign != "" {
		return sign + " " + text
	}
	return text
}
