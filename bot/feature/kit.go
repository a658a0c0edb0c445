package feature

import (
	"log/slog"
	"time"

	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/match/view"
)

// Kit is what nearly every feature uses. What only some use, each names in its own Services.
type Kit struct {
	Readers *view.Readers // who reads: their language, notation and board
	Painter view.Painter
	Matches *match.Service
	Games   *archive.Service // finished and imported games
	Now     func() time.Time
	Logger  *slog.Logger
}
