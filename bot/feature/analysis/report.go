package analysis

import (
	"context"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"yeye/ai/accuracy"
	"yeye/ai/report"
	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/match/replaypage"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/render"
)

// players names the players of a game; a game without names is called by its title.
func players(w *words.Words, g *archive.Game) string {
	if g.Title != "" && g.Names == [2]string{w.Color(game.Red), w.Color(game.Black)} {
		return g.Title
	}
	return replaypage.Players(w, g)
}

// overview answers with the first page of the report.
func (f *analyses) overview(_ context.Context, r *interaction.Request, g *archive.Game,
	found *report.Report) (interaction.Response, error) {
	return interaction.Response{Work: func(context.Context) (interaction.Response, error) {
		reader := f.Readers.For(r)
		graph, err := f.graph(reader.Words, g, found)
		if err != nil {
			return interaction.Response{}, err
		}
		text := []string{summary(reader.Words, g, found)}
		if practice := practiceText(reader.Words, g, found); practice != "" {
			text = append(text, practice)
		}
		if ending := endingText(reader.Words, g, found); ending != "" {
			text = append(text, ending)
		}
		for i := range found.TurningPoints {
			text = append(text, turnLine(reader.Words, g, found, i))
		}
		text = append(text, otherLines(reader.Words, g, found, accuracy.Mistake)...)
		text = append(text, withheldText(reader.Words, found)...)
		return interaction.Answer(discord.Message{Content: locale.Cut(strings.Join(text, "\n"), discord.MaxContent),
			Files: graph, Rows: overviewRows(reader.Words, g, found)}), nil
	}}, nil
}

// withheldText says how many positions are withheld, if any.
func withheldText(w *words.Words, found *report.Report) []string {
	n := found.ExcludedPositions()
	if n == 0 {
		return nil
	}
	return []string{"-# " + w.Text("analysis.withheld", locale.Args{"Count": n})}
}

// turnPage answers with the page of turning point n, from 1.
func (f *analyses) turnPage(ctx context.Context, r *interaction.Request, g *archive.Game, a *row,
	n int) (interaction.Response, error) {
	found, err := f.report(ctx, r, g, a)
	if err != nil {
		return interaction.Response{}, err
	}
	if n < 1 || n > len(found.TurningPoints) {
		return interaction.Response{}, match.ErrStale
	}
	t := &found.TurningPoints[n-1]
	to, err := f.rivalAt(ctx, r, g, t.Ply)
	if err != nil {
		return interaction.Response{}, err
	}
	return interaction.Response{Work: func(context.Context) (interaction.Response, error) {
		reader := f.Readers.For(r)
		return f.Painter.Answer(reader.Words, turnView(g, t), arrowsText(reader.Words, g, t),
			discord.Message{Content: turnText(reader.Words, g, found, n),
				Rows: turnRows(reader.Words, g, found, n, to)})
	}}, nil
}

// turnView returns the board before a turning point, with arrows for the move played and the better one.
func turnView(g *archive.Game, t *report.TurningPoint) render.View {
	at, last := g.At(t.Ply)
	v := render.View{Position: at, Below: g.Below, Style: g.Style}
	v.Marks.LastMove, v.Marks.Played, v.Marks.Best = last, t.Played, t.Better()
	return v
}

// control returns a button of a report's page. page is a nonce that keeps custom ids of different pages apart.
func control(w *words.Words, g *archive.Game, key string, style discord.Style, action string, turn int, arg string,
	page int) discord.Component {
	return discord.Button{Label: w.Text(key), Style: style,
		CustomID: discord.ControlID{Action: action, ID: g.ID, Turn: int64(turn), Arg: arg,
			Nonce: strconv.Itoa(page)}.String()}
}

// overviewRows returns the controls of the first page: turning points, step, replay, story and share.
func overviewRows(w *words.Words, g *archive.Game, found *report.Report) []discord.Row {
	return append(turnChoice(w, g, found, 0), discord.Row{
		control(w, g, "analysis.control.step", discord.Secondary, actionWalk, 0, "", 0),
		control(w, g, "analysis.control.replay", discord.Secondary, replaypage.ActionStep, 0, "", 0),
		control(w, g, "control.tell", discord.Secondary, view.ActionTell, 0, "", 0),
		control(w, g, "analysis.control.share", discord.Primary, actionShare, 0, "", 0)})
}

// turnRows returns the controls of the page of turning point n, from 1.
func turnRows(w *words.Words, g *archive.Game, found *report.Report, n int, to rival) []discord.Row {
	ply := found.TurningPoints[n-1].Ply
	return append(turnChoice(w, g, found, n), retryRows(w, g, ply, to, discord.Row{
		control(w, g, "analysis.control.overview", discord.Secondary, actionTurn, 0, "0", n),
		control(w, g, "analysis.control.step", discord.Secondary, actionWalk, ply, "", n),
		control(w, g, "control.studyhere", discord.Secondary, view.ActionStudyHere, ply, "", n),
		control(w, g, "analysis.control.share", discord.Primary, actionShare, 0, strconv.Itoa(n), n)})...)
}

// turnChoice returns the select of the turning points, nil if there are none. shown is the number of the current one, 0
// for none.
func turnChoice(w *words.Words, g *archive.Game, found *report.Report, shown int) []discord.Row {
	if len(found.TurningPoints) == 0 {
		return nil
	}
	key := "analysis.control.turns"
	if !hasTurningPoint(found) {
		key += ".dearest"
	}
	choice := discord.Select{Placeholder: w.Text(key),
		CustomID: discord.ControlID{Action: actionTurn, ID: g.ID, Nonce: strconv.Itoa(shown)}.String()}
	for i := range found.TurningPoints {
		t := &found.TurningPoints[i]
		before, _ := g.At(t.Ply)
		choice.Options = append(choice.Options, discord.Option{
			Label: w.Text("analysis.turn.label", locale.Args{"Number": before.MoveNumber(), "Side": w.Color(t.By),
				"Move": strings.Join(w.Line(before, []game.Move{t.Played}, 1), "")}),
			Value: strconv.Itoa(i + 1), Description: w.Text("analysis.verdict." + t.Verdict.String()),
			Default: i+1 == shown})
	}
	return []discord.Row{{choice}}
}

// graph draws the graph of winning chances, with alt text.
func (f *analyses) graph(w *words.Words, g *archive.Game, found *report.Report) ([]discord.File, error) {
	start := g.Game.Start()
	of := render.Graph{Theme: g.Style.Theme, Pieces: g.Style.Pieces, First: start.Turn(), Number: start.MoveNumber(),
		Language: g.Style.Language, Phases: found.Phases}
	for c := range of.Names {
		of.Names[c] = g.PictureName(w, game.Color(c))
	}
	for _, p := range found.Positions {
		balance := p.Chance/50 - 1
		if p.Excluded {
			balance = math.NaN()
		}
		of.Balance = append(of.Balance, balance)
	}
	for _, t := range found.TurningPoints {
		of.Turning = append(of.Turning, t.Ply+1)
	}
	chart, err := f.Painter.Graph(of)
	if err != nil {
		return nil, err
	}
	return []discord.File{{Name: "graph.png", ContentType: "image/png", Description: graphText(w, g, found),
		Data: chart.PNG}}, nil
}

// clickShare posts the report publicly: a summary, and a picture with the board of a turning point or the last board.
func (f *analyses) clickShare(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	g, a, err := f.finished(ctx, r, c.ID)
	if err != nil {
		return interaction.Response{}, err
	}
	found, err := f.report(ctx, r, &g, &a)
	if err != nil {
		return interaction.Response{}, err
	}
	n, _ := strconv.Atoi(c.Arg) // "" is the overview
	if n < 0 || n > len(found.TurningPoints) {
		return interaction.Response{}, match.ErrStale
	}
	shared := interaction.Response{Work: func(context.Context) (interaction.Response, error) {
		reader := f.Readers.For(r)
		file, err := f.card(reader.Words, &g, found, n)
		if err != nil {
			return interaction.Response{}, err
		}
		text := summary(reader.Words, &g, found)
		if n > 0 {
			text += "\n" + turnLine(reader.Words, &g, found, n-1)
		}
		return interaction.Answer(discord.Message{Content: locale.Cut(text, discord.MaxContent),
			Files: []discord.File{file}}), nil
	}}
	return shared.Publicly(), nil
}

// maxOpeningLength limits the name of an opening in a picture, in characters, so that it stays legible.
const maxOpeningLength = 48

// openingForPicture returns the full name of a game's opening, or the short one if that is too long for the picture.
func openingForPicture(g *archive.Game) string {
	name := view.Opening(g.Game.Start(), g.Game.Moves(), g.Style.Language)
	if utf8.RuneCountInString(name) > maxOpeningLength {
		name = view.ShortOpening(g.Game.Start(), g.Game.Moves(), g.Style.Language)
	}
	return name
}

// card draws a game in one picture: players, result, opening, accuracies if known, and the board of turning point n, or
// the last board for 0. found is nil if the game is not analyzed.
func (f *analyses) card(w *words.Words, g *archive.Game, found *report.Report, n int) (discord.File, error) {
	share := render.Share{Outcome: g.Outcome, Plies: g.Game.Ply(),
		Opening: openingForPicture(g),
		Finish:  w.FinishOf(g.Game, g.Outcome), Accuracy: found != nil &&
			min(found.Sides[0].Counted, found.Sides[1].Counted) >= minCounted}
	for c := range share.Sides {
		if found != nil {
			share.Sides[c].Accuracy = float64(found.Sides[c].Percent())
		}
		if level, ok := g.Character(game.Color(c)); ok {
			share.Sides[c].IsCharacter, share.Sides[c].Character = true, level
		} else {
			share.Sides[c].Name = locale.Visible(g.PlainName(game.Color(c)), 24)
		}
	}
	described := ""
	if n > 0 {
		t := &found.TurningPoints[n-1]
		share.Board, described = turnView(g, t), arrowsText(w, g, t)
	} else {
		at, last := g.At(g.Game.Ply())
		share.Board = render.View{Position: at, Below: g.Below, Style: g.Style}
		share.Board.Marks.LastMove = last
	}
	share.Board.Style.Newcomer = false
	made, err := f.Painter.Share(share)
	if err != nil {
		return discord.File{}, err
	}
	board := words.Board{Position: share.Board.Position, Below: g.Below, Last: share.Board.Marks.LastMove,
		Chosen: game.NoSquare}
	if n == 0 {
		board.Outcome, board.Opening = g.Outcome, share.Opening
	}
	alt := strings.TrimSpace(w.Text("analysis.card.alt") + " " + described + " " + w.Alt(board))
	return discord.File{Name: "game.png", ContentType: "image/png", Description: locale.Cut(alt, discord.MaxAlt),
		Data: made.PNG}, nil
}

// minCounted is the minimum number of counted moves for which an accuracy is shown.
const minCounted = 5

// summary describes a game: players, result, opening, and each side's accuracy and faults.
func summary(w *words.Words, g *archive.Game, found *report.Report) string {
	text := []string{players(w, g)}
	if g.Outcome.Method != game.NoMethod {
		text = append(text, w.Finale(g.Game, g.Outcome, g.Names))
	}
	if g.Title != "" && g.Title != text[0] {
		text = append(text, "-# "+g.Title)
	}
	if name := view.Opening(g.Game.Start(), g.Game.Moves(), g.Style.Language); name != "" {
		text = append(text, w.Text("analysis.opening", locale.Args{"Name": name}))
	}
	for c, s := range found.Sides {
		if s.Moves == 0 {
			continue
		}
		key := "analysis.side.open"
		if s.Counted < minCounted {
			key = "analysis.side.few"
		}
		text = append(text, w.Text(key, locale.Args{"Side": w.Color(game.Color(c)), "Accuracy": s.Percent(),
			"Count": s.Counted, "Faults": faults(w, &s)}))
	}
	return strings.Join(text, "\n")
}

// faults lists the numbers of a side's inaccuracies, mistakes and blunders, without zeros.
func faults(w *words.Words, s *report.Side) string {
	var all []string
	for _, one := range []struct {
		key   string
		count int
	}{{"analysis.inaccuracies", s.Inaccuracies}, {"analysis.mistakes", s.Mistakes}, {"analysis.blunders", s.Blunders}} {
		if one.count > 0 {
			all = append(all, w.Text(one.key, locale.Args{"Count": one.count}))
		}
	}
	if len(all) == 0 {
		return w.Text("analysis.faultless")
	}
	return strings.Join(all, w.Text("analysis.graph.comma"))
}
