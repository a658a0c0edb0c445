package puzzlesbot

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	collection "yeye/ai/puzzle"
	"yeye/bot/discord"
	"yeye/bot/feature/puzzles"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/game/finish"
	"yeye/render"
)

func join(moves []string) string { return strings.Join(moves, " ") }

// page answers with the board of an attempt from the solver's side; said are the lines above the question. At the end
// of its line the puzzle is finished.
func (f *feat) page(r *interaction.Request, at progress, said []string) interaction.Response {
	return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		reader := f.Readers.For(r)
		w := reader.Words
		g := at.game()
		p := g.Position()
		v := render.View{Position: *p, Below: at.Start.Turn(), Style: reader.Style()}
		if at.ply > 0 {
			v.Marks.LastMove = at.Line[at.ply-1]
		}
		var rows []discord.Row
		over := at.over || at.ply >= len(at.Line)
		if !at.over {
			if err := f.storeOpen(ctx, r.Player, at, over); err != nil {
				return interaction.Response{}, err
			}
		}
		if over {
			last, err := f.lastRow(ctx, r, w, at)
			if err != nil {
				return interaction.Response{}, err
			}
			rows = []discord.Row{last, stepRow(&at)}
		} else {
			said = append(said, question(w, &at, p))
			said = append(said, hintText(w, &at, p)...)
			said = append(said, footnotes(r, w, &at)...)
			mark(&v.Marks, &at, p)
			rows = controls(w, at, p, r.Nonce())
			if reader.Prefs.Beginner() {
				rows = view.AddArrows(rows, v.Below)
			}
		}
		files, err := f.Painter.Picture(w, v, "")
		if err != nil {
			return interaction.Response{}, err
		}
		return interaction.Answer(discord.Message{Content: strings.Join(said, "\n"), Rows: rows, Files: files}), nil
	}}
}

// storeOpen stores which puzzle the user is solving, so that a move they type is played in it.
func (f *feat) storeOpen(ctx context.Context, p id.Player, at progress, over bool) error {
	if over {
		return f.Puzzles.Close(ctx, p)
	}
	return f.Puzzles.SetOpen(ctx, p, puzzles.Open{Puzzle: at.ID(), Ply: at.ply, Attempt: at.attempt.String()})
}

// lastRow returns the buttons of a finished puzzle.
func (f *feat) lastRow(ctx context.Context, r *interaction.Request, w *words.Words, at progress) (discord.Row, error) {
	again, err := f.mistakesButton(ctx, r, w)
	if err != nil {
		return nil, err
	}
	next := actionNext
	switch {
	case at.mode.running:
		next, again = actionRun, nil
	case at.mode.mistake != "" && len(again) > 0:
		next, again = actionMistakes, nil
	}
	more, err := f.missedButton(ctx, r, w)
	switch {
	case err != nil:
		return nil, err
	case at.mode.missedWin && len(more) > 0:
		return discord.Row{button(w, "puzzle.next", actionMissed, at, discord.Primary)}, nil
	case at.mode.missedWin:
		return slices.Concat(discord.Row{button(w, "puzzle.next", next, at, discord.Primary)}, again), nil
	case !at.mode.running:
		again = append(again, more...)
	}
	shared, err := f.shareButton(ctx, r, w, at)
	if err != nil {
		return nil, err
	}
	report := button(w, "puzzle.report", actionReport, at, discord.Secondary)
	return slices.Concat(discord.Row{button(w, "puzzle.next", next, at, discord.Primary)}, shared, again,
		discord.Row{report}), nil
}

// footnotes returns the small print before the first move: how to type moves, and that help makes the try not count.
func footnotes(r *interaction.Request, w *words.Words, at *progress) (lines []string) {
	switch {
	case at.ply > 0 || at.failed || at.chosen != game.NoSquare:
		return nil
	case at.helped && at.counts():
		return []string{w.Text("puzzle.cost.had")}
	case at.helped:
		return nil
	case at.next:
	case r.Guild == "":
		lines = append(lines, w.Text("puzzle.typed.direct"))
	default:
		lines = append(lines, w.Text("puzzle.typed"))
	}
	if at.counts() {
		lines = append(lines, w.Text("puzzle.cost"))
	}
	return lines
}

// question asks for the move. It names the theme only if the solver has chosen it, because the theme is half of the
// solution.
func question(w *words.Words, at *progress, p *game.Position) string {
	args := locale.Args{"Side": w.Color(p.Turn())}
	wish := at.wish.Theme
	if at.Kind == collection.Mate && isMate(wish) { // what is left of it
		wish = collection.Theme("mate" + strconv.Itoa(at.Moves()-at.ply/2))
	}
	switch {
	case at.Kind == collection.Save:
		return w.Text("puzzle.ask.save", args)
	case wish == "", at.mode != mode{}, isMate(wish) && at.stalemates(), !isMate(wish) && at.ply > 0:
		return w.Text("puzzle.ask.win", args)
	}
	args["Theme"] = capitalized(w.Text("puzzle.theme." + string(wish)))
	return w.Text("puzzle.ask.theme", args)
}

// hintText returns the text of the last hint that was given.
func hintText(w *words.Words, at *progress, p *game.Position) []string {
	piece := w.PieceWritten(p.At(at.solutionMove().From()))
	point := w.Text("puzzle.hint.point", locale.Args{"Piece": piece, "At": w.Place(p.Turn(), at.solutionMove().From())})
	switch at.hint() {
	case hintPiece:
		return []string{w.Text("puzzle.hint.piece", locale.Args{"Piece": piece})}
	case hintPoint:
		return []string{point}
	case hintIdea:
		return []string{point, ideaText(w, at)}
	case hintMove:
		return []string{w.Text("puzzle.hint.move", locale.Args{"Move": w.Move(p, at.solutionMove())})}
	}
	return nil
}

// mark marks the chosen piece and its targets, or what the hints show.
func mark(marks *render.Marks, at *progress, p *game.Position) {
	chosen := at.chosen
	switch {
	case chosen != game.NoSquare:
		marks.Selected, marks.Targets = game.BB(chosen), view.Targets(p, chosen)
	case at.hint() == hintPoint, at.hint() == hintIdea:
		marks.Selected = game.BB(at.solutionMove().From())
	case at.hint() == hintMove:
		marks.Hint = at.solutionMove()
	}
}

// controls returns the menus of a move, whose custom ids have the nonce so that Discord resets them, and the buttons
// for help and for another puzzle.
func controls(w *words.Words, at progress, p *game.Position, nonce string) []discord.Row {
	rows := view.MoveSelects(w, p, view.Movable(p), at.chosen, w.Text("control.piece"), nonce,
		func(action, nonce string) string {
			if action == view.ActionPiece {
				return control(actionPiece, at, nonce)
			}
			return control(actionTarget, at, nonce)
		})
	var help discord.Row
	if !at.mode.running {
		hint := button(w, "puzzle.hint", actionHint, at, discord.Secondary)
		if at.hint() == hintMove {
			hint.Label, hint.Disabled = w.Text("puzzle.hint.all"), true
		}
		help = append(help, hint)
	}
	switch {
	case at.mode.running && at.mode.run.Skipped:
		return rows
	case at.mode.running:
		return append(rows, discord.Row{button(w, "puzzle.skip", actionSkip, at, discord.Secondary)})
	}
	help = append(help, button(w, "puzzle.show", actionShow, at, discord.Secondary))
	if at.mode == (mode{}) {
		help = append(help, button(w, "puzzle.another", actionNext, at, discord.Secondary))
	}
	return append(rows, help)
}

func control(action string, at progress, nonce string) string {
	return discord.ControlID{Action: action, ID: at.subject(), Turn: int64(at.ply), Arg: at.attempt.String(),
		Nonce: nonce}.String()
}

func button(w *words.Words, key, action string, at progress, style discord.Style) discord.Button {
	return discord.Button{Label: w.Text(key), Style: style, CustomID: control(action, at, "")}
}

// finishes is the prefix of themes that name a mating pattern.
const finishes = "finish."

// isMate reports whether a theme is a mate in a number of moves.
func isMate(t collection.Theme) bool { return strings.HasPrefix(string(t), "mate") }

func isFinish(t collection.Theme) bool { return strings.HasPrefix(string(t), finishes) }

// themeNames returns the names of a puzzle's themes.
func themeNames(w *words.Words, p collection.Puzzle) string { return namesOf(w, p.Themes()) }

// namesOf lists the names of themes. If stalemate is among them, the theme of mate in a number of moves is left out.
func namesOf(w *words.Words, themes []collection.Theme) string {
	stalemate := slices.Contains(themes, finishes+collection.Theme(finish.Stalemate))
	var names []string
	for _, t := range themes {
		if blow, ok := strings.CutPrefix(string(t), finishes); ok {
			names = append(names, uncapitalized(w.Finish(finish.Pattern(blow))))
		} else if !stalemate || !strings.HasPrefix(string(t), "mate") {
			names = append(names, w.Text("puzzle.theme."+string(t)))
		}
	}
	return strings.Join(names, " · ")
}

// capitalized makes the first letter upper case.
func capitalized(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

// uncapitalized makes the first letter lower case.
func uncapitalized(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToLower(first)) + name[size:]
}
