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

// longEnough is how many plies a game has at least that leaves something to take along.
const minPlies = 4

// leaves reports whether a match has ended that a newcomer has played against a character, and from which there is
// something to take along.
func hasAdvice(r *view.Reader, m *match.Match) bool {
	side, versus := m.Opponent()
	player := m.Seats[side.Other()]
	beginner := versus && m.Mode.Kind == match.Versus.Kind && player.Human() && !player.Erased() &&
		r.Newcomer(m.Newcomer())
	return beginner && m.Status == match.Ended && m.Ruling != match.EndedByModerator && m.Game.Ply() >= minPlies
}

// worst returns the move of a side to take along from a game: of those that its report names, or else calls at least
// mistakes, the one that cost most winning chance. A move that a hint showed is none.
func worstMove(found *report.Report, side game.Color, hinted func(ply int) bool) (ply int, ok bool) {
	var named, mistakes []int
	for i := range found.Turns {
		if found.Turns[i].By == side {
			named = append(named, found.Turns[i].Ply)
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

// tip is the key of the rule of thumb by which what was wrong with a move is found before it is played, and the task of
// the lessons that practices it; both are empty where there is none. better is the move that should have been played at
// a position.
func tip(at *game.Position, f *report.Fault, better game.Move) (key, task string) {
	switch f.Kind {
	case report.MissesMate:
		return "checks", "9.1"
	case report.AllowsMate:
		return "danger", "9.1"
	case report.Hangs, report.Unguards, report.Ignores, report.Exposes:
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

// guarded reports whether the other side can take back after a capture.
func recapturable(p *game.Position, m game.Move) bool {
	after := p.After(m)
	return slices.ContainsFunc(after.LegalCaptures(nil), func(answer game.Move) bool { return answer.To() == m.To() })
}

// again is the argument of [actionTake] on the message that shows how far the analysis is.
const argRefresh = "again"

// take answers with what to take along from a game, once it is analyzed.
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

// nothing says that no move is to be taken along from a game: that is praise only where the report finds no mistake.
func noAdviceText(w *words.Words, reports Reports, g *archive.Game, found *report.Report, side game.Color) string {
	if s := found.Sides[side]; s.Mistakes+s.Blunders == 0 && found.Withheld() == 0 {
		return w.Text("newcomer.along.none")
	}
	if lines := reports.Besides(w, g, found); len(lines) > 0 {
		return strings.Join(lines, "\n")
	}
	return w.Text("analysis.noturns")
}

// advice answers with a move to take along, what was wrong with it, and its board.
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
