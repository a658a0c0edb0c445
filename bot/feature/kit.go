package feature

import (
	"log/slog"
	"time"

	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/match/view"
)

// Kit holds what nearly every feature uses. Each feature's Services embeds it and adds what else that feature uses.
type Kit struct {
	Readers *view.Readers // readers' languages, notations and boards
	Painter view.Painter
	Matches *match.Service
	Games   *archive.Service // finished and imported games
	Now     func() time.Time
	Logger  *slog.Logger
}
