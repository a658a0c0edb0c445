package guild

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
)

// Owner returns the servers' implementation of player.DataOwner: who is barred, and the record of moderators.
func (s *Service) Owner() player.DataOwner {
	return player.NewOwner("guilds", s.export, player.RunStatements(eraseStatements...))
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

// export returns the servers from which a player is barred, what they did as a moderator, and what moderators did about
// them.
func (s *Service) export(ctx context.Context, p id.Player) ([]player.Section, error) {
	servers, err := barredFrom(ctx, s.db.Read(), p)
	if err != nil {
		return nil, err
	}
	acts, err := entries(ctx, s.db.Read(), entriesOfPlayer, string(p), string(p))
	if err != nil {
		return nil, err
	}
	list := []exported{}
	for _, e := range acts {
		list = append(list, exported{e.Guild, e.Channel, e.Act, e.By == p, e.Player == p, e.At})
	}
	return []player.Section{{Key: "barred_from_servers", Value: servers}, {Key: "moderation", Value: list}}, nil
}
