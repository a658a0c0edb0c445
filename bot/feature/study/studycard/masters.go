package studycard

import (
	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/match/practice"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
)

// Values of [ActionMasters], besides moves.
const (
	Back = "back" // take back the last move
	Off  = "off"  // show the owner's board with its usual controls again
)

// Masters shows what masters play in the position of a study to the asking player: below the board of a private study,
// else in a separate private answer, which stays beside the card.
func (s *Cards) Masters(r *interaction.Request, m *match.Match, page *practice.Page) interaction.Response {
	if m.Private() {
		return onSameMessage(r, s.private(r, m, controlState{chosen: game.NoSquare, masters: page}))
	}
	reader := s.readers.For(r)
	return onSameMessage(r, interaction.Answer(discord.Message{Content: page.Text(reader),
		Rows: mastersRows(reader.Words, m, page)}))
}

// mastersRows returns the controls below what masters play: a menu of their moves, and buttons to take back and to
// close.
func mastersRows(w *words.Words, m *match.Match, page *practice.Page) (rows []discord.Row) {
	id := view.IDs(m)
	if options := page.Options(w); options != nil {
		rows = append(rows, discord.Row{discord.Select{CustomID: id(ActionMasters, ""),
			Placeholder: w.Text("masters.play"), Options: options}})
	}
	last := discord.Row{discord.Button{CustomID: id(ActionMasters, Back), Label: "◀", Style: discord.Secondary,
		Disabled: m.Game.Ply() == 0}}
	if m.Private() {
		last = append(last, discord.Button{CustomID: id(ActionMasters, Off), Label: w.Text("control.masters.off"),
			Style: discord.Secondary})
	}
	return append(rows, last)
}
