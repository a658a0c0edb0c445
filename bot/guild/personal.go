package guild

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
)

// Owner returns the servers' implementation of player.DataOwner: who is barred, and the record of moderators.
func (s *Service) Owner() player.DataOwner {
	return player.NewOwner("guilds", player.RunStatements(eraseStatements...),
		player.One("barred_from_servers", barredFrom),
		player.List("moderation", func(ctx context.Context, c store.Conn, p id.Player) ([]Entry, error) {
			return entries(ctx, c, entriesOfPlayer, string(p), string(p))
		}, func(e *Entry, p id.Player) exported {
			return exported{e.Guild, e.Channel, e.Act, e.By == p, e.Player == p, e.At}
		}))
}

// exported is an entry of the record of moderators in a player's export.
type exported struct {
	Guild   id.Guild   `json:"server"`
	Channel id.Channel `json:"channel"`
	Act     string     `json:"act"`
	ByYou   bool       `json:"by_you"`
	About   bool       `json:"about_you"`
	At      time.Time  `json:"at"`
}

// exportedBar is a bar in the export of the barred player.
type exportedBar struct {
	Guild  id.Guild  `json:"server"`
	Until  time.Time `json:"until,omitzero"`
	Reason string    `json:"reason,omitempty"`
}
