package tournament

import (
	"yeye/bot/discord"
	"yeye/bot/tournament"
	"yeye/bot/view"
)

// draw returns the function that draws the final table.
func (f *feat) draw(r *view.Reader, t *tournament.Tournament) func() ([]discord.File, error) {
	return nil
}
