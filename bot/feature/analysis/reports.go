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

// Show makes the response for a finished report.
type Show = func(ctx context.Context, r *interaction.Request, g *archive.Game,
	found *report.Report) (interaction.Response, error)

// target is what a message with the progress of an analysis finally shows.
type target struct {
	nameKey string            // text key of the target's name
	refresh discord.ControlID // control that shows the progress, and finally the target
	show    Show
}

// followerKey is the key of the updater of the user's message.
func (to *target) followerKey(r *interaction.Request) string {
	return string(r.Player) + " " + to.refresh.String()
}

// isRefresh reports whether the request is a click on the target's refresh control.
func (to *target) isRefresh(r *interaction.Request) bool {
	return r.Interaction != nil && r.Interaction.CustomID == to.refresh.String()
}

// toReport returns the target that shows the report on a game.
func (f *analyses) toReport(g *archive.Game) target {
	return target{nameKey: "analysis.name", refresh: discord.ControlID{Action: actionProgress, ID: g.ID},
		show: f.overview}
}

// Reports offers reports to other features.
type Reports struct{ analyses }

// ReportsOf returns the Reports of a feature with these services.
func ReportsOf(s Services) *Reports { return &Reports{analyses{Services: s}} }

// Await answers with show's response for the report on a finished game. Until the analysis is finished it answers with
// the progress. what is the text key of what the user waits for, again the control that refreshes the progress.
func (p *Reports) Await(ctx context.Context, r *interaction.Request, g *archive.Game, what string,
	again discord.ControlID, show Show,
) (interaction.Response, error) {
	return p.await(ctx, r, g, target{what, again, show})
}

// Fault says what was wrong with the move of a turning point.
func (p *Reports) Fault(w *words.Words, g *archive.Game, t *report.TurningPoint) string {
	before, _ := g.At(t.Ply)
	return faultText(w, &before, t)
}

// Arrows is the alt text of the two arrows on a board: the move played and the better one.
func (p *Reports) Arrows(w *words.Words, before *game.Position, played, better game.Move) string {
	return arrows(w, before, played, better)
}

// Blunders describes blunders that are not turning points, a line each.
func (p *Reports) Blunders(w *words.Words, g *archive.Game, found *report.Report) []string {
	return otherLines(w, g, found, accuracy.Blunder)
}

// Besides returns the lines of a report that are not about moves: what decided a game without a turning point, and how
// many positions are withheld.
func (p *Reports) Besides(w *words.Words, g *archive.Game, found *report.Report) (lines []string) {
	switch {
	case found.Ending.OffBoard:
		lines = append(lines, endingText(w, g, found))
	case len(found.TurningPoints) > 0 && !hasTurningPoint(found): // there are costly moves, but none decided the game
		lines = append(lines, w.Text("analysis.noturns"))
	}
	return append(lines, withheldText(w, found)...)
}
