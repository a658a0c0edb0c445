package history

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
)

// Owner returns the history's implementation of player.DataOwner.
func (s *Service) Owner() player.DataOwner { return owner{s} }

type owner struct{ *Service }

func (owner) Name() string { return "history" }

// Busy returns false: nothing here prevents a player's erasure.
func (owner) Busy(context.Context, store.Tx, id.Player) (bool, error) { return false, nil }

func (owner) Erase(ctx context.Context, tx store.Tx, p id.Player) error { return erase(ctx, tx, p) }

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

func (o owner) Export(ctx context.Context, p id.Player) ([]player.Section, error) {
	all, err := ofPlayer(ctx, o.db.Read(), p)
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
