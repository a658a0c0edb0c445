package bot

import (
	"context"
	"errors"

	"yeye/bot/gateway"
)

// unarchiving does something to a message, again if its thread had first to be
// unarchived.
func (b *Bot) unarchiving(ctx context.Context, channel string, do func() error) error {
	err := do()
	var api *gateway.APIError
	if errors.As(err, &api) && api.Archived() {
		if err = b.send.Unarchive(ctx, channel); err == nil {
			err = do()
		}
	}
	return err
}

// outOfReach reports whether an error says that a message is no more, or that the bot
// may not touch it: nothing is left to do about it.
func outOfReach(err error) bool {
	var api *gateway.APIError
	return errors.As(err, &api) && (api.Gone() || api.Forbidden())
}
