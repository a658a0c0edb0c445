package match

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/game"
)

// Earlier is a game that a player has finished against a character.
type Earlier struct {
	Began, Ended time.Time
	Side         game.Color // the player's
	Result       game.Result
	Opening      []game.Move // the first moves, from the usual start; nil for another
}

// Won reports whether the player won.
func (e *Earlier) Won() bool {
	winner, ok := e.Result.Winner()
	return ok && winner == e.Side
}

// Earlier is what a player has finished against the character of a level, the latest first: on one server, or in direct
// conversations where guild is "". Games that were broken off are none.
func (s *Service) Earlier(ctx context.Context, p id.Player, level int, guild id.Guild, limit int) ([]Earlier, error) {
	return earlier(ctx, s.db.Read(), p, level, guild, limit)
}
