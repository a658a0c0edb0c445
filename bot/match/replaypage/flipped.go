package replaypage

import (
	"context"
	"fmt"
	"strconv"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/archive"
	"yeye/bot/match/view"
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/render"
)

// showFlipped is Show for a game of flipped chess. Revealed and captured pieces are shown as far as v contains them.
func (p *Pages) showFlipped(r *interaction.Request, g *archive.Game, v *jieqi.View, place int,
	owner id.Player) interaction.Response {
	return interaction.Response{Work: func(context.Context) (interaction.Response, error) {
		reader := p.Readers.For(r)
		ply := max(0, min(place, len(v.Moves)))
		at := v.Start
		before := at
		for _, one := range v.Moves[:ply] {
			before = at
			at.Do(one.Move, one.Turned)
		}
		shown := jieqi.View{Viewer: v.Viewer, Start: v.Start, Position: at, Moves: v.Moves[:ply]}
		pic := render.FlippedView(&shown, g.Below, g.Style)
		head := reader.Text("replay.head", locale.Args{"Players": Players(reader.Words, g), "Ply": ply,
			"Plies": len(v.Moves)}) + "\n"
		if g.Title != "" {
			head += "-# " + g.Title + "\n"
		}
		switch {
		case len(v.Moves) == 0 && g.Unnamed:
			head = reader.Text("replay.position", locale.Args{"Side": reader.Color(at.Turn())})
		case ply == 0:
			head += reader.Text("replay.start")
		default:
			head += fmt.Sprintf("%d. %s", before.MoveNumber(), reader.Words.Ply(&before, v.Moves[ply-1], false, false))
		}
		if ply == len(v.Moves) && g.Ended {
			head += flippedEnd(reader, g)
			pic.Marks.Banner = g.KnownOutcome()
		}
		return p.Painter.Answer(reader.Words, pic, "",
			discord.Message{Content: head, Rows: flippedRows(reader, g, v, ply, owner)})
	}}
}

// flippedEnd says how a game ended, on a new line.
func flippedEnd(r *view.Reader, g *archive.Game) string {
	switch m := g.Match(); {
	case m != nil:
		return "\n" + view.Finale(r.Words, m, g.Names)
	case g.Outcome.Over():
		return "\n" + resultText(r.Words, g.Outcome.Result)
	}
	return ""
}

// flippedRows returns the controls of a page of flipped chess: jump, step, GIF, export and the deal.
func flippedRows(r *view.Reader, g *archive.Game, v *jieqi.View, ply int, owner id.Player) (rows []discord.Row) {
	id := func(action string, to int, nonce string) string {
		return discord.ControlID{Action: action, ID: g.ID, Turn: int64(to), Arg: string(owner),
			Nonce: nonce + strconv.Itoa(ply)}.String()
	}
	step := func(sign, key string, to int) discord.Component {
		return discord.Button{Label: sign, CustomID: id(ActionStep, to, key), Style: discord.Secondary,
			Disabled: to < 0 || to > len(v.Moves) || to == ply}
	}
	if n := len(v.Moves); n > 0 {
		rows = append(rows, discord.Row{discord.Select{CustomID: id(ActionJump, ply, "j"),
			Placeholder: r.Text("replay.jump"), Options: flippedJumps(r, v)}},
			discord.Row{step("⏮", "a", 0), step("◀", "b", ply-1), step("▶", "f", ply+1), step("⏭", "z", n)})
		if v.Start == jieqi.Start() {
			last := &rows[len(rows)-1]
			*last = append(*last, discord.Button{Label: "GIF", CustomID: id(ActionGIF, ply, "g"),
				Style: discord.Secondary})
		}
	}
	more := discord.Row{discord.Button{Label: r.Text("control.export"), CustomID: id(view.ActionExport, ply, "x"),
		Style: discord.Secondary}}
	if m := g.Match(); m != nil {
		more = append(more, view.FlippedPast(r.Words, m)...)
	}
	return append(rows, more)
}

// flippedJumps returns the options of the jump select: plies spread evenly over the game, labeled with the move that
// led there.
func flippedJumps(r *view.Reader, v *jieqi.View) (options []discord.Option) {
	every := (len(v.Moves) + discord.MaxOptions - 1) / discord.MaxOptions
	if every > 1 && every%2 == 1 {
		every++ // the same side each time
	}
	at := v.Start
	for i, ply := range v.Moves {
		if i%every == 0 {
			label := fmt.Sprintf("%d. %s %s", at.MoveNumber(), r.Color(at.Turn()), r.Short(&at, ply.Move))
			if ply.Turned != game.NoRole {
				label += " = " + r.PieceWritten(game.NewPiece(at.Turn(), ply.Turned))
			}
			options = append(options, discord.Option{Label: label, Value: strconv.Itoa(i + 1),
				Description: ply.Move.String()})
		}
		at.Do(ply.Move, ply.Turned)
	}
	return options
}
