package match

import (
	"context"
	"time"

	"yeye/ai/character"
	"yeye/bot/id"
	"yeye/game"
)

// Earlier is a finished game of a player against a character.
type Earlier struct {
	Began, Ended time.Time
	Side         game.Color // the player's
	Result       game.Result
	Seed         uint64
	Said         string      // what the character said, in the format of package voice
	Opening      []game.Move // the first moves, from the usual start; nil for another start
}

// Won reports whether the player won.
func (e *Earlier) Won() bool {
	winner, ok := e.Result.Winner()
	return ok && winner == e.Side
}

// Lost reports whether the player lost.
func (e *Earlier) Lost() bool {
	winner, ok := e.Result.Winner()
	return ok && winner != e.Side
}

// Earlier returns a player's finished games against the character of a level, latest first: on one server, or in direct
// conversations if guild is "". Games without a result do not count.
func (s *Service) Earlier(ctx context.Context, p id.Player, level character.Level, guild id.Guild,
	limit int) ([]Earlier, error) {
	return earlier(ctx, s.db.Read(), p, level, guild, limit)
}
