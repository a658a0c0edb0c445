// Package fairplay is what the bot keeps to itself while people play each other: nothing that judges a position is said about one
// that is on the board of a running game between people. Whatever judges asks here first: hints, values and lines, a study with the
// engine, a game from a position, the analysis of a game.
//
// What may not enter: how a position is judged, how a refusal is worded.
package fairplay

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/game"
)

// Service decides what may be judged.
type Service struct {
	matches *match.Service
}

// New is the decisions over a bot's matches.
func New(matches *match.Service) *Service { return &Service{matches} }

// Position refuses a player anything that judges a position: [match.ErrLivePosition].
func (s *Service) Position(ctx context.Context, player id.Player, p *game.Position) error {
	return s.matches.Fair(ctx, player, p)
}

// Game is Position for all positions of a game, the first and the last included.
func (s *Service) Game(ctx context.Context, player id.Player, g *game.Game) error {
	return s.matches.FairGame(ctx, player, g)
}

// Help refuses the engine's help with a match: to anybody in a match between people, to those who do not sit in it or are not to
// move, and with a position that Position refuses.
func (s *Service) Help(ctx context.Context, player id.Player, m *match.Match) error {
	return s.matches.MayAsk(ctx, player, m)
}
