package desk

import (
	"context"
	"errors"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/services"
	"yeye/bot/store"
	"yeye/bot/store/shards"
)

var errOffline = errors.New("nothing is sent from a desk")

// offline is Discord's REST interface where there is no network. Methods that a desk never calls panic.
type offline struct{ services.REST }

func (offline) Channel(context.Context, id.Channel) (discord.Channel, error) {
	return discord.Channel{}, errOffline
}
func (offline) StartThread(context.Context, id.Channel, string) (id.Channel, error) {
	return "", errOffline
}
func (offline) Threads(context.Context, id.Guild) ([]discord.Thread, error) { return nil, errOffline }
func (offline) RenameThread(context.Context, id.Channel, string) error      { return errOffline }
func (offline) Archive(context.Context, id.Channel) error                   { return errOffline }
func (offline) Create(context.Context, id.Channel, discord.Message) (id.Message, error) {
	return "", errOffline
}
func (offline) Attachment(context.Context, string, int64) ([]byte, error) { return nil, errOffline }

// none is the connection of a bot that was never connected, and hears everything.
type none struct{}

func (none) Self() id.Player                                 { return "" }
func (none) ReadsContent() bool                              { return true }
func (none) Slowmode(id.Channel) time.Duration               { return 0 }
func (none) Overdue(id.Guild) bool                           { return true }
func (none) Leads() bool                                     { return true }
func (none) Part() shards.Part                               { return shards.Part{} }
func (none) Check(context.Context, store.Tx, id.Guild) error { return nil }
