package newcomer

import (
	"context"
	"slices"
	"strings"

	"yeye/ai/accuracy"
	"yeye/ai/report"
	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/render"
)

// minPlies is the minimum number of plies of a game with advice.
const minPlies = 4

// hasAdvice reports whether there is advice after a match: a newcomer has finished it against a character, and it was
// long enough.
func hasAdvice(r *view.Reader, m *match.Match) bool {
	side, versus := m.Opponent()
	player := m.Seats[side.Other()]
	beginner := versus && m.Mode.Kind == match.Versus.Kind && player.Human() && !player.Erased() &&
		r.Newcomer(m.Newcomer())
	return beginner && m.Status == match.Ended && m.Ruling != match.EndedByModerator && m.Game.Ply() >= minPlies
}

// worstMove returns the ply of a side's move that the advice is about: of its turning points in the report, else of its
// mistakes and blunders, the one that lost the most winning chance. Moves suggested by a hint are excluded.
func worstMove(found *report.Report, side game.Color, hinted func(ply int) bool) (ply int, ok bool) {
	var named, mistakes []int
	for i := range found.TurningPoints {
		if found.TurningPoints[i].By == side {
			named = append(named, found.TurningPoints[i].Ply)
		}
	}
	for i := range found.Moves {
		at, move := &found.Positions[i], &found.Moves[i]
		if at.Turn == side && move.Verdict >= accuracy.Mistake && len(at.Line) > 0 && at.Line[0] != move.Played {
			mistakes = append(mistakes, i)
		}
	}
	for _, all := range [][]int{named, mistakes} {
		all = slices.DeleteFunc(all, hinted)
		if len(all) > 0 {
			return slices.MaxFunc(all,
				func(i, j int) int { return int(100 * (found.Moves[i].Loss - found.Moves[j].Loss)) }), true
		}
	}
	return 0, false
}

// tip returns the key of a rule of thumb that avoids a fault, and the lesson's task that practices it, each "" if there
// is none. at is the position before the move, better the best move there.
func tip(at *game.Position, f *report.Fault, better game.Move) (key, task string) {
	switch f.Kind {
	case report.MissesMate:
		return "checks", "9.1"
	case report.AllowsMate:
		return "danger", "9.1"
	case report.Hangs, report.Unguards, report.LeavesHanging, report.Exposes:
		return "taken", "1.2"
	case report.MissesWin:
		switch {
		case f.N > 1 || better.To() != f.At:
			return "", "1.2"
		case recapturable(at, better):
			return "exchange", ""
		}
		return "guards", "1.2"
	}
	return "", ""
}

// recapturable reports whether the other side can recapture after a capture m.
func recapturable(p *game.Position, m game.Move) bool {
	after := p.After(m)
	return slices.ContainsFunc(after.LegalCaptures(nil), func(answer game.Move) bool { return answer.To() == m.To() })
}

// argRefresh is the argument of [actionTake] on the message with the progress of the analysis.
const argRefresh = "again"

// showAdvice answers with the advice after a game, once it is analyzed.
func (n *newcomer) showAdvice(ctx context.Context, r *interaction.Request, c discord.ControlID,
	m match.Match) (interaction.Response, error) {
	side, seated := m.SeatOf(r.Player)
	reader := n.Readers.For(r)
	switch {
	case !seated:
		return interaction.Response{}, match.ErrNotSeated
	case !hasAdvice(reader, &m):
		return interaction.Response{}, match.ErrStale
	}
	reports, err := n.Reports.In(ctx, r.Guild)
	if err != nil {
		return interaction.Response{}, err
	}
	g, err := n.Games.OfMatch(ctx, r, &m)
	if err != nil {
		return interaction.Response{}, err
	}
	hints, err := n.Matches.Hints(ctx, m.ID)
	if err != nil {
		return interaction.Response{}, err
	}
	hinted := func(ply int) bool { return slices.Contains(hints[ply], m.Game.Moves()[ply]) }
	response, err := reports.Await(ctx, r, &g, "newcomer.along",
		discord.ControlID{Action: actionTake, ID: g.ID, Arg: argRefresh},
		func(_ context.Context, r *interaction.Request, g *archive.Game,
			found *report.Report) (interaction.Response, error) {
			reader := n.Readers.For(r)
			ply, ok := worstMove(found, side, hinted)
			if !ok {
				return interaction.Answer(discord.Message{Content: "💡 " +
					noAdviceText(reader.Words, reports, g, found, side)}), nil
			}
			return interaction.Response{Work: func(context.Context) (interaction.Response, error) {
				return n.advice(reader, reports, g, found, side, ply)
			}}, nil
		})
	if c.Arg == argRefresh {
		return response.Editing(), err
	}
	return response, err
}

// noAdviceText returns the text for a game without advice: praise only if the report finds no mistake.
func noAdviceText(w *words.Words, reports Reports, g *archive.Game, found *report.Report, side game.Color) string {
	if s := found.Sides[side]; s.Mistakes+s.Blunders == 0 && found.ExcludedPositions() == 0 {
		return w.Text("newcomer.along.none")
	}
	if lines := reports.Besides(w, g, found); len(lines) > 0 {
		return strings.Join(lines, "\n")
	}
	return w.Text("analysis.noturns")
}

// advice answers with the move at a ply, what was wrong with it, a tip, and the board.
func (n *newcomer) advice(
	r *view.Reader, reports Reports, g *archive.Game, found *report.Report, side game.Color,
	ply int) (interaction.Response, error) {
	w := r.Words
	at, last := g.At(ply)
	move, better := found.Moves[ply], found.Positions[ply].Line[0]
	args := locale.Args{"Number": at.MoveNumber(), "Move": w.Move(&at, move.Played), "Better": w.Move(&at, better)}
	message := discord.Message{}
	if move.Fault == nil {
		message.Content = w.Text("newcomer.along.better", args)
	} else {
		args["Fault"] = reports.Fault(w, g, &report.TurningPoint{Ply: ply, By: side, Played: move.Played,
			Fault: *move.Fault})
		message.Content = w.Text("newcomer.along.fault", args)
		key, task := tip(&at, move.Fault, better)
		if key != "" {
			message.Content = w.Sentences(message.Content, w.Text("newcomer.tip."+key))
		}
		if task != "" {
			lesson := discord.ControlID{Action: view.ActionLearn, Arg: task}
			message.Rows = []discord.Row{{lesson.Button(r.Text("newcomer.lesson"), discord.Secondary)}}
		}
	}
	message.Content = "💡 " + message.Content
	v := render.View{Position: at, Below: side, Style: r.Style()}
	v.Style.Newcomer = true
	v.Marks.LastMove, v.Marks.Played, v.Marks.Best = last, move.Played, better
	return n.Painter.Answer(w, v, reports.Arrows(w, &at, move.Played, better), message)
}
