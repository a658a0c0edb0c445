package review

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
)

// owner returns what reviews say about a player as the player's data.
func (f *reviews) owner() player.DataOwner { return player.NewOwner("reviews", f.export, erase) }

// exported is a review in the data export of its player.
type exported struct {
	Guild    id.Guild  `json:"server"`
	At       time.Time `json:"at"`
	Games    int       `json:"games"`
	Moves    int       `json:"moves"`
	Agreed   int       `json:"engine_moves"`
	Accuracy float64   `json:"accuracy"`
}

func (f *reviews) export(ctx context.Context, p id.Player) ([]player.Section, error) {
	all, err := store.All(ctx, f.DB.Read(), scan, about, string(p))
	list := []exported{}
	for i := range all {
		shown, games := all[i].shown()
		list = append(list, exported{all[i].guild, all[i].asked, games, shown.Moves, shown.Agreed, shown.Accuracy})
	}
	return []player.Section{{Key: "reviews", Value: list}}, err
}
