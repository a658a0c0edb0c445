package analysis

import (
	"context"

	"yeye/ai/accuracy"
	"yeye/ai/report"
	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/match/archive"
	"yeye/bot/match/view/words"
	"yeye/game"
)

// Show makes a response of the report on a game.
type Show = func(ctx context.Context, r *interaction.Request, g *archive.Game,
	found *report.Report) (interaction.Response, error)

// aim is what a message about an analysis becomes in the end.
type aim struct {
	what  string            // the key of its name
	again discord.ControlID // of the control that shows how far the analysis is, and then this
	show  Show
}

// follower names who updates the message for the user who asks.
func (to *aim) follower(r *interaction.Request) string {
	return string(r.Player) + " " + to.again.String()
}

// pressed reports whether the user has pressed the control of a message that shows how far the analysis is.
func (to *aim) pressed(r *interaction.Request) bool {
	return r.Interaction != nil && r.Interaction.CustomID == to.again.String()
}

// toReport is the aim of showing the report on a game.
func (f *analyses) toReport(g *archive.Game) aim {
	return aim{what: "analysis.name", again: discord.ControlID{Action: actionProgress, ID: g.ID}, show: f.overview}
}

// Reports gives other features the reports on games.
type Reports struct{ analyses }

// ReportsOf returns the reports that the feature of these services makes.
func ReportsOf(s Services) *Reports { return &Reports{analyses{Services: s}} }

// Await answers with what show makes of the report on a game that is over; before that with the progress of its
// analysis under the name, given by the key of its text, of what the user waits for, where again is the control that
// shows how far it is.
func (p *Reports) Await(ctx context.Context, r *interaction.Request, g *archive.Game, what string,
	again discord.ControlID, show Show,
) (interaction.Response, error) {
	return p.await(ctx, r, g, aim{what, again, show})
}

// Fault says what was wrong with the move of a turning point, and whether it went unpunished.
func (p *Reports) Fault(w *words.Words, g *archive.Game, t *report.TurningPoint) string {
	before, _ := g.At(t.Ply)
	return faultText(w, &before, t)
}

// Arrows describes the two arrows on the board before a move: the move played and the better one.
func (p *Reports) Arrows(w *words.Words, before *game.Position, played, better game.Move) string {
	return arrows(w, before, played, better)
}

// Blunders describes the blunders that a report names beside its turning points, a line each.
func (p *Reports) Blunders(w *words.Words, g *archive.Game, found *report.Report) []string {
	return otherLines(w, g, found, accuracy.Blunder)
}

// Besides says what a report says beside its turning points: what decided a game that no single move did, and how many
// positions are not judged now.
func (p *Reports) Besides(w *words.Words, g *archive.Game, found *report.Report) (lines []string) {
	switch {
	case found.Ending.Elsewhere:
		lines = append(lines, endingText(w, g, found))
	case len(found.Turns) > 0 && !turned(found): // the costly moves stand before it
		lines = append(lines, w.Text("analysis.noturns"))
	}
	return append(lines, withheldText(w, found)...)
}
