package session

import (
	"time"

	"yeye/game"
)

// Kept is a game that somebody read in, to be looked at: nobody plays it.
type Kept struct {
	ID     ID // among those of sessions
	Owner  PlayerID
	Names  [2]string // by game.Color, as the file has them; "" for unknown
	Title  string
	Game   *game.Game
	Result game.Result // as the file has it
	At     time.Time
}

// NewID is an id that no session has.
func (s *Service) NewID() ID { return s.newID() }
