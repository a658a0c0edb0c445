package guild

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
)

// Name implements [player.DataOwner].
func (s *Service) Name() string { return "guilds" }

// Busy implements [player.DataOwner]: nothing here keeps a player from being erased.
func (s *Service) Busy(context.Context, store.Tx, id.Player) (bool, error) { return false, nil }

// exported is an entry of the record of moderators as its player gets it.
type exported struct {
	Guild   id.Guild   `json:"server"`
	Channel id.Channel `json:"channel"`
	Act     string     `json:"act"`
	ByYou   bool       `json:"by_you"`
	About   bool       `json:"about_you"`
	At      time.Time  `json:"at"`
}

// Export implements [player.DataOwner]: the servers from which a player is barred, and what they did as a moderator or was done
// about them.
func (s *Service) Export(ctx context.Context, p id.Player) ([]player.Section, error) {
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

// Erase implements [player.DataOwner]. That a player is barred protects others and stays, without their name.
func (s *Service) Erase(ctx context.Context, tx store.Tx, p id.Player) error {
	return erase(ctx, tx, p)
}
