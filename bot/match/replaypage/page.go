// Package replaypage shows a game at one place (ply or variation), in a message with controls to step through it. All
// features that find a game use it.
//
// Out of scope: finding games, who may see them, handling the controls.
package replaypage

import (
	"context"
	"embed"
	"fmt"
	"strconv"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/archive"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/game/notation"
	"yeye/render"
)

//go:embed catalog/*.json
var catalog embed.FS

// Catalog returns the texts of the pages.
func Catalog() locale.Catalog { return locale.Embedded("replaypage", catalog) }

// Actions of a page's controls, handled by feature replay. The Turn of their ControlID is the number of the place to
// show, which is the ply on the main line. The Arg of all but ActionMasters is the only player who may step through, ""
// on a private message. They must not be renamed: old messages still carry them.
const (
	ActionStep = "step" // go to the place of the turn
	ActionJump = "jump" // go to the selected place
	ActionGIF  = "film" // send the line as an animation
	// ActionMasters shows what masters play at a place.
	ActionMasters = "rmasters"
)

// Pages makes replay pages.
type Pages struct {
	Readers *view.Readers
	Painter view.Painter
	// Analyses is set if an engine analyzes games.
	Analyses bool
}

// Show answers privately with a place of a game. owner is the only player who may step through, "" if only the
// requester sees the message.
func (p *Pages) Show(r *interaction.Request, g archive.Game, place int, owner id.Player) interaction.Response {
	viewer := r.Player
	if owner != "" {
		viewer = ""
	}
	if v, flipped := g.Flipped(viewer); flipped {
		return p.showFlipped(r, &g, &v, place, owner)
	}
	return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		w := p.Readers.For(r).Words
		line := g.Line(place)
		at, _ := line.Position(line.At)
		v := render.View{Position: at, Below: g.Below, Style: g.Style,
			Frame: view.Frame(g.Game.Start(), at, line.Moves[:line.At], g.Style.Language)}
		view.MarkLast(&v.Marks, g.Game.Start(), line.Moves[:line.At])
		if line.AtEnd() && !line.Variation {
			view.MarkEnd(w, &v.Marks, g.Game, g.KnownOutcome())
		}
		return p.Painter.Answer(w, v, "", discord.Message{Content: pageText(w, &g, &line),
			Rows: p.rows(w, &g, &line, owner, r.Guild)})
	}}
}

// Players names both players, or a study and its owner.
func Players(w *words.Words, g *archive.Game) string {
	if g.Study {
		return w.Text("study.title") + " · " + g.Names[game.Red]
	}
	if g.Names[game.Red] == w.Color(game.Red) || g.Names[game.Black] == w.Color(game.Black) {
		return g.Names[game.Red] + " – " + g.Names[game.Black] // not Red (Red)
	}
	return w.Text("replay.players", locale.Args{"Red": g.Names[game.Red], "Black": g.Names[game.Black]})
}

func pageText(w *words.Words, g *archive.Game, line *archive.Line) string {
	if g.Game.Ply() == 0 && g.Unnamed {
		start := g.Game.Start()
		return w.Text("replay.position", locale.Args{"Side": w.Color(start.Turn())})
	}
	head := w.Text("replay.head", locale.Args{"Players": Players(w, g), "Ply": line.At, "Plies": len(line.Moves)})
	var about []string
	if g.Title != "" {
		about = append(about, g.Title)
	}
	if result := g.FileResult(); result != game.Ongoing && (!line.AtEnd() || line.Variation) {
		about = append(about, resultText(w, result))
	}
	if about != nil {
		head += "\n-# " + strings.Join(about, " · ")
	}
	if line.Variation {
		branch, _ := line.Position(line.BranchPly)
		head += "\n-# " + w.Text("replay.variation", locale.Args{"Number": branch.MoveNumber(),
			"Side": w.Color(branch.Turn())})
	}
	if line.At == 0 {
		head += "\n" + w.Text("replay.start")
	} else {
		before, _ := line.Position(line.At - 1)
		head += "\n" + w.Text("replay.move", locale.Args{"Number": before.MoveNumber(), "Side": w.Color(before.Turn()),
			"Move": w.Move(&before, line.Moves[line.At-1])})
	}
	head += annotationsText(w, line)
	if !line.AtEnd() || line.Variation {
		return head
	}
	switch {
	case g.KnownOutcome().Over():
		head += "\n" + w.Finale(g.Game, g.Outcome, g.Names)
	case g.Outcome.Over():
		head += "\n" + resultText(w, g.Outcome.Result)
	}
	return head
}

// resultText names the result in the file of an imported game.
func resultText(w *words.Words, of game.Result) string {
	switch winner, won := of.Winner(); {
	case !won:
		return w.Text("replay.result.draw")
	case winner == game.Red:
		return w.Text("replay.result.red")
	}
	return w.Text("replay.result.black")
}

// rows returns the controls of a replay: those of every replay, and buttons for analysis, masters' moves and, on a
// server, a challenge where allowed.
func (p *Pages) rows(w *words.Words, g *archive.Game, line *archive.Line, owner id.Player, in id.Guild) []discord.Row {
	all := baseRows(w, g, line, owner)
	if (g.Ended || g.Study) && g.Game.Ply() > 0 && p.Analyses {
		last := &all[len(all)-1]
		*last = append(*last, discord.Button{Label: w.Text("control.analyze"), Style: discord.Secondary,
			CustomID: discord.ControlID{Action: view.ActionAnalyze, ID: g.ID,
				Nonce: "y" + strconv.Itoa(line.At)}.String()})
	}
	if !g.Live {
		here := line.Place(line.At)
		masters := discord.ControlID{Action: ActionMasters, ID: g.ID, Turn: int64(here),
			Nonce: "p" + strconv.Itoa(here)}
		if len(all[len(all)-1]) == discord.MaxButtons {
			all = append(all, nil)
		}
		last := &all[len(all)-1]
		*last = append(*last, masters.Button(w.Text("control.masters"), discord.Secondary))
		if at, _ := line.Position(line.At); in != "" && !game.NewGame(at, game.NoRepetition).Outcome().Over() {
			duel := discord.ControlID{Action: view.ActionDuelHere, ID: g.ID, Turn: int64(here),
				Nonce: "d" + strconv.Itoa(here)}
			if len(*last) == discord.MaxButtons {
				all = append(all, nil)
				last = &all[len(all)-1]
			}
			*last = append(*last, duel.Button(w.Text("control.duelhere"), discord.Secondary))
		}
	}
	return all
}

// baseRows returns the controls of every replay: jump, variations, step, GIF, export, guess and study. Their nonces
// differ, because two controls of a message must not have one id.
func baseRows(w *words.Words, g *archive.Game, line *archive.Line, owner id.Player) []discord.Row {
	here := line.Place(line.At)
	id := func(action string, to int, nonce string) string {
		return discord.ControlID{Action: action, ID: g.ID, Turn: int64(to), Arg: string(owner),
			Nonce: nonce + strconv.Itoa(here)}.String()
	}
	step := func(sign, nonce string, ply int) discord.Component {
		off := ply < 0 || ply > len(line.Moves) || ply == line.At
		return discord.Button{Label: sign, CustomID: id(ActionStep, line.Place(ply), nonce), Style: discord.Secondary,
			Disabled: off}
	}
	var rows []discord.Row
	if len(line.Moves) > 0 {
		rows = append(rows, discord.Row{discord.Select{CustomID: id(ActionJump, here, "j"),
			Placeholder: w.Text("replay.jump"), Options: jumps(w, line)}})
		if len(line.Choices) > 1 {
			rows = append(rows, discord.Row{discord.Select{CustomID: id(ActionJump, here, "v"),
				Placeholder: w.Text("replay.choices", locale.Args{"Count": len(line.Choices)}),
				Options:     choices(w, line)}})
		}
		rows = append(rows, discord.Row{step("⏮", "a", 0), step("◀", "b", line.At-1), step("▶", "f", line.At+1),
			step("⏭", "z", len(line.Moves)),
			discord.Button{Label: "GIF", CustomID: id(ActionGIF, here, "g"), Style: discord.Secondary}})
	}
	more := discord.Row{discord.Button{Label: w.Text("control.export"), CustomID: id(view.ActionExport, here, "x"),
		Style: discord.Secondary}}
	if line.Variation {
		more = append(discord.Row{discord.Button{Label: w.Text("control.leave"),
			CustomID: id(ActionStep, line.Place(line.BranchPly), "m"), Style: discord.Secondary}}, more...)
	}
	if !g.Live && !g.Study && !line.AtEnd() {
		more = append(more, discord.Button{Label: w.Text("control.guess"), CustomID: id(view.ActionGuess, here, "q"),
			Style: discord.Secondary})
	}
	if !g.Live {
		more = append(discord.Row{discord.Button{Label: w.Text("control.studyhere"),
			CustomID: id(view.ActionStudyHere, here, "s"), Style: discord.Primary}}, more...)
	}
	return append(rows, more)
}

// jumps returns the options of the jump select: plies spread evenly over the line, labeled with the move that led
// there.
func jumps(w *words.Words, line *archive.Line) []discord.Option {
	every := (len(line.Moves) + discord.MaxOptions - 1) / discord.MaxOptions
	if every > 1 && every%2 == 1 {
		every++ // the same side each time
	}
	var options []discord.Option
	p := line.Start
	for i, m := range line.Moves {
		if i%every == 0 {
			label := fmt.Sprintf("%d. %s %s", p.MoveNumber(), w.Color(p.Turn()), notation.Write(&p, m, w.Notation()))
			options = append(options, discord.Option{Label: label, Value: strconv.Itoa(line.Place(i + 1)),
				Description: m.String()})
		}
		p.Do(m)
	}
	return options
}

// choices returns the next moves as options of a select, that of the line first, each described by the start of its
// comment.
func choices(w *words.Words, line *archive.Line) []discord.Option {
	p, _ := line.Position(line.At)
	var options []discord.Option
	for _, c := range line.Choices[:min(len(line.Choices), discord.MaxOptions)] {
		o := discord.Option{Label: notation.Write(&p, c.Move, w.Notation()) + c.Notes.Mark.String(),
			Value: strconv.Itoa(c.Place), Description: c.Move.String()}
		if text := strings.Join(strings.Fields(c.Notes.Comment), " "); text != "" {
			o.Description = locale.Visible(text, maxDescription)
		}
		options = append(options, o)
	}
	return options
}

// maxDescription limits the characters of a comment in an option.
const maxDescription = 90
