package analysis

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
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

// clickStep shows an analyzed game at a ply: board, evaluation and best line.
func (f *analyses) clickStep(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	ply := c.Turn
	if chosen := r.Selected(); chosen != "" {
		n, err := strconv.ParseInt(chosen, 10, 64)
		if err != nil {
			return interaction.Response{}, match.ErrStale
		}
		ply = n
	}
	g, a, err := f.finished(ctx, r, c.ID)
	if err != nil {
		return interaction.Response{}, err
	}
	found, err := f.report(ctx, r, &g, &a)
	if err != nil {
		return interaction.Response{}, err
	}
	at := step{reader: f.Readers.For(r), game: &g, report: found, ply: int(max(0, min(ply, int64(g.Game.Ply()))))}
	to, err := f.rivalAt(ctx, r, &g, at.ply)
	if err != nil {
		return interaction.Response{}, err
	}
	return interaction.Response{Work: func(context.Context) (interaction.Response, error) {
		return f.Painter.Answer(at.reader.Words, at.view(), at.arrow(),
			discord.Message{Content: locale.Cut(at.text(), discord.MaxContent), Rows: at.rows(to)})
	}}.Editing(), nil
}

// step is the page of an analyzed game at a ply.
type step struct {
	reader *view.Reader
	game   *archive.Game
	report *report.Report
	ply    int
}

// best returns the best move at the ply, game.NoMove if there is none.
func (s *step) best() game.Move {
	if line := s.report.Positions[s.ply].Line; len(line) > 0 {
		return line[0]
	}
	return game.NoMove
}

func (s *step) view() render.View {
	g := s.game
	at, _ := g.At(s.ply)
	v := render.View{Position: at, Below: g.Below, Style: g.Style,
		Frame: view.Frame(g.Game.Start(), at, g.Game.Moves()[:s.ply], g.Style.Language)}
	view.MarkLast(&v.Marks, g.Game.Start(), g.Game.Moves()[:s.ply])
	v.Marks.Best = s.best()
	if s.ply == g.Game.Ply() {
		view.MarkEnd(s.reader.Words, &v.Marks, g.Game, g.KnownOutcome())
	}
	return v
}

// arrow is the alt text of the arrow on the board.
func (s *step) arrow() string {
	m := s.best()
	if m == game.NoMove {
		return ""
	}
	at, _ := s.game.At(s.ply)
	w := s.reader.Words
	return w.Text("analysis.step.arrow", locale.Args{"Best": w.Text("analysis.move",
		locale.Args{"Piece": w.Piece(at.At(m.From())), "From": m.From().String(), "To": m.To().String()})})
}

// text returns the text of the page, which is complete without the picture.
func (s *step) text() string {
	w, g := s.reader.Words, s.game
	at, _ := g.At(s.ply)
	lines := []string{w.Text("analysis.step.head",
		locale.Args{"Players": players(w, g), "Ply": s.ply, "Plies": g.Game.Ply()})}
	if s.ply == 0 {
		lines = append(lines, w.Text("analysis.step.start"))
	} else {
		lines = append(lines, s.played()...)
	}
	now := &s.report.Positions[s.ply]
	if now.Excluded {
		return strings.Join(append(lines, w.Text("analysis.step.withheld")), "\n")
	}
	lines = append(lines, w.Text("analysis.step.value", locale.Args{"Chance": fmt.Sprintf("%.0f", now.Chance),
		"Value": s.value(now)}))
	switch line := s.line(at, now.Line, maxLine); {
	case len(now.Line) > 0:
		lines = append(lines, w.Text("analysis.step.best", locale.Args{"Side": w.Color(at.Turn()),
			"Move": moveText(w, &at, now.Line[0])}))
		if len(now.Line) > 1 {
			lines = append(lines, w.Text("analysis.step.line", locale.Args{"Line": line}))
		}
	case s.ply == g.Game.Ply() && g.KnownOutcome().Over():
		lines = append(lines, w.Finale(g.Game, g.Outcome, g.Names))
	}
	return strings.Join(lines, "\n")
}

// over reports whether the game ended on the board at this ply.
func (s *step) over() bool { return s.ply == s.game.Game.Ply() && s.game.Game.Outcome().Over() }

// played describes the move that led to the ply.
func (s *step) played() []string {
	w, g := s.reader.Words, s.game
	before, _ := g.At(s.ply - 1)
	move := &s.report.Moves[s.ply-1]
	text := w.Text("analysis.step.move", locale.Args{"Number": before.MoveNumber(), "Side": w.Color(before.Turn()),
		"Move": moveText(w, &before, move.Played)})
	if s.reader.Aloud() {
		after := before.After(move.Played)
		text = w.Aloud(&before, move.Played, after.InCheck())
	}
	line := s.report.Positions[s.ply-1].Line
	switch {
	case move.Excluded:
	case move.Verdict != accuracy.Fine:
		text += " " + w.Text("analysis.step.verdict", locale.Args{"Verdict": w.Text("analysis.verdict." +
			move.Verdict.String()),
			"Points": fmt.Sprintf("%.0f", move.Loss)})
	case len(line) > 0 && line[0] == move.Played:
		text += " " + w.Text("analysis.step.choice")
	}
	lines := []string{text}
	if move.Fault != nil {
		lines = append(lines, w.Text("analysis.step.wrong", locale.Args{"Fault": s.fault(w, s.ply-1)}))
	}
	if move.Verdict != accuracy.Fine && len(line) > 0 && line[0] != move.Played {
		lines = append(lines, w.Text("analysis.step.better", locale.Args{"Line": s.line(before, line, maxLine)}))
	}
	return lines
}

// fault says what was wrong with the move at a ply, whose Fault must not be nil.
func (s *step) fault(w *words.Words, ply int) string {
	move := &s.report.Moves[ply]
	before, _ := s.game.At(ply)
	return faultText(w, &before, &report.TurningPoint{By: before.Turn(), Played: move.Played, Fault: *move.Fault})
}

// maxAbout limits an option's description, in characters.
const maxAbout = 100

// about describes the fault of the move at a ply in plain text.
func (s *step) about(ply int) string {
	w := s.reader.Words.WithPieces(nil)
	verdict := w.Text("analysis.verdict." + s.report.Moves[ply].Verdict.String())
	if s.report.Moves[ply].Fault == nil {
		return verdict
	}
	return plain(w.Text("analysis.step.fault.about", locale.Args{"Verdict": verdict, "Fault": s.fault(w, ply)}))
}

// line writes up to most moves of a line; for a screen reader half as many, in words.
func (s *step) line(p game.Position, line []game.Move, most int) string {
	w := s.reader.Words
	if !s.reader.Aloud() {
		return strings.Join(w.Line(p, line, most), " ")
	}
	var all []string
	for _, m := range line[:min(len(line), most/2)] {
		if !p.IsLegal(m) {
			break
		}
		after := p.After(m)
		all = append(all, w.Aloud(&p, m, after.InCheck()))
		p = after
	}
	return strings.Join(all, " ")
}

// value formats an evaluation: in pawns from Red's side, mate in n, or a win by the repetition rules. The latter has
// three texts: the game has ended by them, the best move ends it, or they will decide it later.
func (s *step) value(p *report.Position) string {
	w, d := s.reader.Words, p.Decided()
	args := locale.Args{"Side": w.Color(d.Side)}
	switch {
	case d.ByRule && s.over():
		return w.Text("analysis.value.rule", args)
	case d.ByRule && s.completes():
		return w.Text("analysis.value.rule.next", args)
	case d.ByRule:
		return w.Text("analysis.value.rule.forced", args)
	case d.Won && d.Moves == 0:
		return w.Text("analysis.value.mated", args)
	}
	return w.Value(p.Eval())
}

// completes reports whether the best move wins at once by the repetition rules.
func (s *step) completes() bool {
	return report.WinsByRepetitionRule(s.game.Game.Upto(s.ply), s.best())
}

// rows returns the controls of the page: faults, steps, overview, study and retry.
func (s *step) rows(to rival) []discord.Row {
	w, g := s.reader.Words, s.game
	n := g.Game.Ply()
	id := func(action string, to int, nonce string) string {
		return discord.ControlID{Action: action, ID: g.ID, Turn: int64(to), Nonce: nonce + strconv.Itoa(s.ply)}.String()
	}
	walk := func(sign, nonce string, to int) discord.Component {
		off := to < 0 || to > n || to == s.ply
		return discord.Button{Label: sign, CustomID: id(actionWalk, max(0, min(to, n)), nonce),
			Style: discord.Secondary, Disabled: off}
	}
	var all []discord.Row
	if options := s.faults(); len(options) > 0 {
		all = append(all, discord.Row{discord.Select{CustomID: id(actionWalk, s.ply, "j"),
			Placeholder: w.Text("analysis.control.faults"), Options: options}})
	}
	all = append(all, discord.Row{walk("⏮", "a", 0), walk("◀", "b", s.ply-1), walk("▶", "f", s.ply+1),
		walk("⏭", "z", n)})
	row := discord.Row{
		discord.Button{Label: w.Text("analysis.control.overview"), Style: discord.Secondary,
			CustomID: discord.ControlID{Action: actionTurn, ID: g.ID, Arg: "0", Nonce: "o"}.String()},
		discord.Button{Label: w.Text("control.studyhere"), Style: discord.Secondary,
			CustomID: id(view.ActionStudyHere, s.ply, "s")}}
	return append(all, retryRows(w, g, s.ply, to, row)...)
}

// faults returns the moves with a verdict worse than fine as options, in game order; the worst ones if there are too
// many.
func (s *step) faults() (options []discord.Option) {
	var plies []int
	for i := range s.report.Moves {
		if s.report.Moves[i].Verdict != accuracy.Fine {
			plies = append(plies, i)
		}
	}
	slices.SortStableFunc(plies, func(a, b int) int {
		return cmp.Compare(s.report.Moves[b].Loss, s.report.Moves[a].Loss)
	})
	plies = plies[:min(len(plies), discord.MaxOptions)]
	slices.Sort(plies)
	w := s.reader.Words
	for _, i := range plies {
		before, _ := s.game.At(i)
		move := &s.report.Moves[i]
		options = append(options, discord.Option{Value: strconv.Itoa(i + 1), Default: i+1 == s.ply,
			Label: w.Text("analysis.step.fault",
				locale.Args{"Number": before.MoveNumber(), "Side": w.Color(before.Turn()),
					"Move": strings.Join(w.Line(before, []game.Move{move.Played}, 1), "")}),
			Description: locale.Cut(s.about(i), maxAbout)})
	}
	return options
}
