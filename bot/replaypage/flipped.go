package replaypage

import (
	"context"
	"fmt"
	"strconv"

	"yeye/bot/archive"
	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/view"
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/render"
)

// showFlipped is Show for a game of flipped chess: what each move brought to light is said as far as the reader may know it, and on a
// public page as far as everybody may.
func (p *Pages) showFlipped(r *interaction.Request, g *archive.Game, place int, owner id.Player) interaction.Response {
	return interaction.Response{Work: func(context.Context) (interaction.Response, error) {
		m, reader := g.Match(), p.Readers.For(r)
		if owner == "" {
			reader.Alone = r.Player
		}
		v := m.ViewOf(reader.Alone)
		ply := max(0, min(place, len(v.Moves)))
		at := jieqi.Start()
		before := at
		for _, one := range v.Moves[:ply] {
			before = at
			at.Do(one.Move, one.Turned)
		}
		shown := jieqi.View{Viewer: v.Viewer, Position: at, Moves: v.Moves[:ply]}
		pic := render.FlippedView(&shown, g.Below, g.Style)
		head := reader.Text("replay.head", locale.Args{"Players": Players(reader.Words, g), "Ply": ply, "Plies": len(v.Moves)}) + "\n"
		if ply == 0 {
			head += reader.Text("replay.start")
		} else {
			head += fmt.Sprintf("%d. %s", before.MoveNumber(), reader.Words.Ply(&before, v.Moves[ply-1], false))
		}
		if m.Status == match.Ended && ply == len(v.Moves) {
			head += "\n" + view.Finale(reader.Words, m, g.Names)
			pic.Marks.Banner = g.Banner()
		}
		return p.Painter.Answer(reader.Words, pic, "", discord.Message{Content: head, Rows: flippedRows(reader, m, &v, ply, owner)})
	}}
}

// flippedRows returns the controls of such a page: jump, step, and what can be done with the game.
func flippedRows(r *view.Reader, m *match.Match, v *jieqi.View, ply int, owner id.Player) (rows []discord.Row) {
	id := func(action string, to int, nonce string) string {
		return discord.ControlID{Action: action, ID: m.ID, Turn: int64(to), Arg: string(owner), Nonce: nonce + strconv.Itoa(ply)}.String()
	}
	step := func(sign, key string, to int) discord.Component {
		return discord.Button{Label: sign, CustomID: id(ActionStep, to, key), Style: discord.Secondary, Disabled: to < 0 || to > len(v.Moves) || to == ply}
	}
	if n := len(v.Moves); n > 0 {
		rows = append(rows, discord.Row{discord.Select{CustomID: id(ActionJump, ply, "j"), Placeholder: r.Text("replay.jump"), Options: flippedJumps(r, v)}},
			discord.Row{step("⏮", "a", 0), step("◀", "b", ply-1), step("▶", "f", ply+1), step("⏭", "z", n),
				discord.Button{Label: "GIF", CustomID: id(ActionGIF, ply, "g"), Style: discord.Secondary}})
	}
	more := discord.Row{discord.Button{Label: r.Text("control.export"), CustomID: id(view.ActionExport, ply, "x"), Style: discord.Secondary}}
	return append(rows, append(more, view.FlippedPast(r.Words, m)...))
}

// flippedJumps returns plies to jump to, no more than a select can hold, each labelled with the move that led there.
func flippedJumps(r *view.Reader, v *jieqi.View) (options []discord.Option) {
	every := (len(v.Moves) + discord.MaxOptions - 1) / discord.MaxOptions
	if every > 1 && every%2 == 1 {
		every++ // the same side each time
	}
	at := jieqi.Start()
	for i, ply := range v.Moves {
		if i%every == 0 {
			label := fmt.Sprintf("%d. %s %s", at.MoveNumber(), r.Color(at.Turn()), r.Short(&at, ply.Move))
			if ply.Turned != game.NoRole {
				label += " = " + r.PieceWritten(game.NewPiece(at.Turn(), ply.Turned))
			}
			options = append(options, discord.Option{Label: label, Value: strconv.Itoa(i + 1), Description: ply.Move.String()})
		}
		at.Do(ply.Move, ply.Turned)
	}
	return options
}
