package guess

import (
	"context"
	"slices"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/archive"
	"yeye/bot/match/replaypage"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/render"
)

// show shows the next move to be guessed: it skips the move that was just shown, and the moves of a side that is not
// guessed.
func (g *guess) show(r *interaction.Request, one *archive.Game, line archive.Line, s score,
	result outcome) interaction.Response {
	w := g.Readers.For(r).Words
	var lines []string
	if result.shown && !line.AtEnd() {
		lines = append(lines, compareGuess(w, &line, result.guessed))
		if result.mirrored {
			lines = append(lines, "-# "+w.Text("guess.mirror"))
		}
		line = s.line(one, line.Place(line.At+1))
		lines = append(lines, comment(&line)...)
	}
	p, _ := line.Position(line.At)
	for !line.AtEnd() && !s.sides[p.Turn()] {
		lines = append(lines, w.Text("guess.reply", locale.Args{"Side": w.Color(p.Turn()),
			"Move": w.Move(&p, line.Moves[line.At])}))
		line = s.line(one, line.Place(line.At+1))
		lines = append(lines, comment(&line)...)
		p, _ = line.Position(line.At)
	}
	return g.page(r, one, line, s, lines, line.AtEnd())
}

// compareGuess describes the guess beside the move that was played.
func compareGuess(w *words.Words, line *archive.Line, guessed game.Move) string {
	p, _ := line.Position(line.At)
	played := line.Moves[line.At]
	args := locale.Args{"Played": w.Move(&p, played)}
	switch {
	case guessed == game.NoMove:
		return w.Text("guess.shown", args)
	case guessed == played:
		return w.Text("guess.right", args)
	}
	args["Guessed"] = w.Move(&p, guessed)
	both := symmetric(line)
	if slices.ContainsFunc(line.Choices, func(c archive.Choice) bool {
		return c.Move == guessed || both && c.Move == guessed.Mirror()
	}) {
		return w.Text("guess.known", args)
	}
	return w.Text("guess.other", args)
}

// maxComment limits how many characters of a comment are shown.
const maxComment = 300

// comment returns the imported file's comment on the move that led to a line's place, as a quote; nil if there is none.
func comment(line *archive.Line) []string {
	text := locale.Plain(strings.Join(strings.Fields(line.Notes.Comment), " "), maxComment)
	if text == "" {
		return nil
	}
	return []string{"> " + text}
}

// page answers with the board at a line's place. lines stand above the question or, if over, above the round's result.
func (g *guess) page(r *interaction.Request, one *archive.Game, line archive.Line, s score, lines []string,
	over bool) interaction.Response {
	return interaction.Response{Work: func(context.Context) (interaction.Response, error) {
		w := g.Readers.For(r).Words
		at, last := line.Position(line.At)
		v := render.View{Position: at, Below: one.Below, Style: one.Style,
			Frame: view.Frame(line.Start, at, line.Moves[:line.At], one.Style.Language)}
		v.Marks.LastMove = last
		if s.sides == [2]bool{false, true} {
			v.Below = game.Black
		}
		tally := locale.Args{"Matched": s.matched, "Asked": s.asked}
		var rows []discord.Row
		switch {
		case over:
			lines = append(lines, w.Text("guess.result", tally)+" "+w.Text(s.verdict()), "-# "+w.Text("guess.again"))
			rows = append(rows, g.startButtons(r, one, 0),
				discord.Row{discord.ControlID{Action: replaypage.ActionStep, ID: one.ID,
					Turn: int64(line.Place(line.At))}.Button(w.Text("guess.replay"), discord.Secondary)})
		default:
			lines = append(lines, w.Text("guess.ask", locale.Args{"Number": at.MoveNumber(),
				"Side": w.Color(at.Turn())}))
			if s.asked > 0 {
				lines = append(lines, "-# "+w.Text("guess.tally", tally))
			}
			if s.chosen != game.NoSquare {
				v.Marks.Selected, v.Marks.Targets = game.BB(s.chosen), view.Targets(&at, s.chosen)
			}
			rows = controls(w, one, &line, &at, s, r.Nonce())
		}
		return g.Painter.Answer(w, v, "", discord.Message{Content: strings.Join(lines, "\n"), Rows: rows})
	}}
}

// controls returns the menus for piece and target, whose custom ids have the nonce so that Discord resets them, and the
// buttons to type a guess, to show the move and to stop.
func controls(w *words.Words, one *archive.Game, line *archive.Line, p *game.Position, s score,
	nonce string) []discord.Row {
	id := func(action, nonce string) string {
		return discord.ControlID{Action: action, ID: one.ID, Turn: int64(line.Place(line.At)), Arg: s.String(),
			Nonce: nonce}.String()
	}
	rows := view.MoveSelects(w, p, view.Movable(p), s.chosen, w.Text("control.piece"), nonce,
		func(action, nonce string) string {
			if action == view.ActionPiece {
				return id(actionPiece, nonce)
			}
			return id(actionTarget, nonce)
		})
	return append(rows, discord.Row{
		discord.Button{Label: w.Text("guess.type"), Style: discord.Secondary, CustomID: id(actionType, "")},
		discord.Button{Label: w.Text("guess.show"), Style: discord.Secondary, CustomID: id(actionShow, "")},
		discord.Button{Label: w.Text("guess.stop"), Style: discord.Secondary, CustomID: id(actionStop, "")},
	})
}
