package review

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
)

// owner returns the reviews' implementation of player.DataOwner.
func (f *reviews) owner() player.DataOwner {
	return player.NewOwner("reviews", erase,
		player.List("reviews", func(ctx context.Context, c store.Conn, p id.Player) ([]review, error) {
			return store.All(ctx, c, scan, ofPlayer, string(p))
		}, exportedOf))
}

// exported is a review in the data export of its player.
type exported struct {
	Guild    id.Guild  `json:"server"`
	At       time.Time `json:"at"`
	Games    int       `json:"games"`
	Moves    int       `json:"moves"`
	Agreed   int       `json:"engine_moves"`
	Accuracy float64   `json:"accuracy"`
}

func exportedOf(v *review, _ id.Player) exported {
	shown, games := v.shown()
	return exported{v.guild, v.asked, games, shown.Moves, shown.Agreed, shown.Accuracy}
}
