package guild

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
)

// Owner returns the servers' implementation of player.DataOwner: who is barred, and the record of moderators.
func (s *Service) Owner() player.DataOwner { return owner{s} }

type owner struct{ *Service }

func (owner) Name() string { return "guilds" }

// Busy returns false: nothing here prevents a player's erasure.
func (owner) Busy(context.Context, store.Tx, id.Player) (bool, error) { return false, nil }

// exported is an entry of the record of moderators in a player's export.
type exported struct {
	Guild   id.Guild   `json:"server"`
	Channel id.Channel `json:"channel"`
	Act     string     `json:"act"`
	ByYou   bool       `json:"by_you"`
	About   bool       `json:"about_you"`
	At      time.Time  `json:"at"`
}

// exportedBar is a bar in the export of whom it bars.
type exportedBar struct {
	Guild  id.Guild  `json:"server"`
	Until  time.Time `json:"until,omitzero"`
	Reason string    `json:"reason,omitempty"`
}

// Export returns the servers from which a player is barred, what they did as a moderator, and what moderators did about them.
func (o owner) Export(ctx context.Context, p id.Player) ([]player.Section, error) {
	servers, err := barredFrom(ctx, o.db.Read(), p)
	if err != nil {
		return nil, err
	}
	acts, err := entries(ctx, o.db.Read(), entriesOfPlayer, string(p), string(p))
	if err != nil {
		return nil, err
	}
	list := []exported{}
	for _, e := range acts {
		list = append(list, exported{e.Guild, e.Channel, e.Act, e.By == p, e.Player == p, e.At})
	}
	return []player.Section{{Key: "barred_from_servers", Value: servers}, {Key: "moderation", Value: list}}, nil
}

// Erase removes a player's id and name everywhere. That a player is barred protects others and stays, without their name.
func (owner) Erase(ctx context.Context, tx store.Tx, p id.Player) error {
	return erase(ctx, tx, p)
}
