package match

import (
	"context"
	"time"

	"yeye/ai/character"
	"yeye/bot/id"
	"yeye/game"
)

// PastGame is a finished game of a player against a character.
type PastGame struct {
	Began, Ended time.Time
	Side         game.Color // the player's
	Result       game.Result
	Seed         uint64
	Said         string      // what the character said, in the format of package voice
	Opening      []game.Move // the first moves, from the usual start; nil for another start
}

// Won reports whether the player won.
func (e *PastGame) Won() bool {
	winner, ok := e.Result.Winner()
	return ok && winner == e.Side
}

// Lost reports whether the player lost.
func (e *PastGame) Lost() bool {
	winner, ok := e.Result.Winner()
	return ok && winner != e.Side
}

// PastGames returns up to limit finished games of a player against the character of a level, latest first: on one
// server, or in direct conversations if guild is "". Games without a result are left out.
func (s *Service) PastGames(ctx context.Context, p id.Player, level character.Level, guild id.Guild,
	limit int) ([]PastGame, error) {
	return selectPastGames(ctx, s.db.Read(), p, level, guild, limit)
}
