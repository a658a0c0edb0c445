package history

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
)

// Owner returns the history's implementation of player.DataOwner.
func (s *Service) Owner() player.DataOwner { return player.NewOwner("history", s.export, erase) }

// exported is a finished game in a player's export; its moves are exported with the games.
type exported struct {
	Game    id.Match   `json:"game"`
	Side    string     `json:"side"`
	Against string     `json:"against"`
	Score   string     `json:"score"`
	Opening string     `json:"opening,omitempty"`
	Channel id.Channel `json:"channel"`
	Ended   time.Time  `json:"ended"`
}

func (s *Service) export(ctx context.Context, p id.Player) ([]player.Section, error) {
	all, err := ofPlayer(ctx, s.db.Read(), p)
	if err != nil {
		return nil, err
	}
	list := []exported{}
	for i := range all {
		e := &all[i]
		x := exported{e.Game, e.Side.String(), e.Opponent.Name, e.Score.String(), e.Opening, e.Channel, e.Ended}
		if !e.Opponent.Human {
			x.Against = "character " + e.Opponent.Level.Digit()
		}
		list = append(list, x)
	}
	return []player.Section{{Key: "history", Value: list}}, nil
}
