package history

import (
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
)

// Owner returns the [player.DataOwner] of the history.
func (s *Service) Owner() player.DataOwner {
	return player.NewOwner("history", erase,
		player.List("history", ofPlayer, exportedOf))
}

// exported is a finished game in a player's export. Its moves are exported by package match.
type exported struct {
	Game    id.Match   `json:"game"`
	Side    string     `json:"side"`
	Against string     `json:"against"`
	Score   string     `json:"score"`
	Opening string     `json:"opening,omitempty"`
	Channel id.Channel `json:"channel"`
	Ended   time.Time  `json:"ended"`
}

func exportedOf(e *Entry, _ id.Player) exported {
	x := exported{e.Game, e.Side.String(), e.Opponent.Name, e.Score.String(), e.Opening, e.Channel, e.Ended}
	if !e.Opponent.Human {
		x.Against = "character " + e.Opponent.Level.Digit()
	}
	return x
}
