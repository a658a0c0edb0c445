package endingsbot

import (
	"context"
	"strconv"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/feature/endings"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/render"
)

// signs are the prefixes that show marks.
var signs = map[endings.Mark]string{endings.Clean: "✓ ", endings.Practice: "○ "}

// list answers with the list of a chapter: its endings, the player's marks, and how many players of the server have
// reached each.
func (e *endgame) list(ctx context.Context, r *interaction.Request, chapter string) (interaction.Response, error) {
	marks, err := e.Endings.Marks(ctx, r.Player)
	if err != nil {
		return interaction.Response{}, err
	}
	counts, err := e.Endings.Counts(ctx, r.Guild)
	if err != nil {
		return interaction.Response{}, err
	}
	w := e.Readers.For(r).Words
	lines := []string{w.Text("endgame.head", locale.Args{"Chapter": w.Text("endgame.chapter." + chapter)}),
		w.Text("endgame.tip." + chapter)}
	pick := discord.Select{CustomID: control(actionPick, chapter) + r.Nonce(), Placeholder: w.Text("endgame.pick")}
	for _, one := range endings.In(chapter) {
		line := signs[marks[one.Name]] + "**" + nameOf(w, &one) + "** · " + w.Text("endgame.goal."+one.Goal.String()) +
			" · " + stars(&one)
		if n := counts[one.Name]; n > 0 {
			line += " · " + w.Text("endgame.count."+one.Goal.String(), locale.Args{"Count": n})
		}
		lines = append(lines, "- "+line)
		pick.Options = append(pick.Options, discord.Option{Label: signs[marks[one.Name]] + nameOf(w, &one),
			Value: one.Name, Description: w.Text("endgame.goal."+one.Goal.String()) + " · " + stars(&one)})
	}
	turn := discord.Select{CustomID: control(actionChapter, chapter) + r.Nonce(), Placeholder: w.Text("endgame.turn")}
	for _, other := range endings.Chapters() {
		all := endings.In(other)
		done := 0
		for _, one := range all {
			if marks[one.Name] == endings.Clean {
				done++
			}
		}
		turn.Options = append(turn.Options, discord.Option{Label: w.Text("endgame.chapter." + other), Value: other,
			Default: other == chapter, Description: strconv.Itoa(done) + "/" + strconv.Itoa(len(all))})
	}
	lines = append(lines, "-# "+w.Text("endgame.signs"))
	return interaction.Answer(discord.Message{Content: strings.Join(lines, "\n"), Rows: []discord.Row{{turn}, {pick}}}),
		nil
}

// page answers with an ending: its board and goal.
func (e *endgame) page(r *interaction.Request, one endings.Ending) interaction.Response {
	return interaction.Response{Work: func(context.Context) (interaction.Response, error) {
		reader := e.Readers.For(r)
		w := reader.Words
		v := render.View{Position: one.Start, Below: one.Side, Style: reader.Style()}
		v.Style.Newcomer = reader.Newcomer(false)
		against := locale.Args{"Who": w.Character(endings.Opponent)}
		about := w.Text("endgame.opponent", against)
		if one.Goal == endings.Draw {
			about = w.Sentences(about, w.Text("endgame.opponent.draw", against))
		}
		return e.Painter.Answer(w, v, "", discord.Message{
			Content: taskText(w, &one) + "\n" + about,
			Rows: []discord.Row{{
				discord.Button{Label: w.Text("endgame.begin"), Style: discord.Primary,
					CustomID: control(actionBegin, one.Name)},
				discord.Button{Label: w.Text("endgame.all"), Style: discord.Secondary,
					CustomID: control(actionChapter, one.Chapter)},
			}},
		})
	}}
}

// nameOf returns the name of an ending in the reader's language.
func nameOf(w *words.Words, e *endings.Ending) string {
	if e.Side == game.Black {
		first, _, _ := strings.Cut(e.Name, ".")
		return w.Text("endgame.name."+first) + " (" + w.Color(game.Black) + ")"
	}
	return w.Text("endgame.name." + e.Name)
}

func stars(e *endings.Ending) string { return strings.Repeat("★", e.Stars()) }

// taskText describes the goal of an ending, with the length of the shortest win or a warning for classics.
func taskText(w *words.Words, e *endings.Ending) string {
	text := "**" + nameOf(w, e) + "** · " + stars(e) + "\n" + w.Text("endgame.task."+e.Goal.String())
	switch {
	case e.Moves > 0:
		text = w.Sentences(text, w.Text("endgame.shortest", locale.Args{"Count": e.Moves}))
	case e.Chapter == endings.Classics:
		text = w.Sentences(text, w.Text("endgame.trap"))
	}
	return text
}
