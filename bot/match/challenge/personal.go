package challenge

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/store"
)

// Busy reports whether a player sits in a waiting challenge: their data is erased only after they have left it.
func (owner) Busy(ctx context.Context, tx store.Tx, player id.Player) (bool, error) {
	return hasWaiting(ctx, tx.Conn, player)
}

// Erase removes a player without waiting challenges. Listeners are notified of the closed challenges, as Deleted: their
// rows stay until the cards are gone.
func (o owner) Erase(ctx context.Context, tx store.Tx, player id.Player) error {
	p := string(player)
	closed, err := all(ctx, tx.Conn, whereClosed, p, p, int(Waiting), int(Accepted), int(Removed))
	if err != nil {
		return err
	}
	for _, was := range closed {
		c := Change{Challenge: was, Before: was.Status}
		c.close(Deleted, Removed)
		c.Challenge.Rev++
		c.Challenge.Touched = tx.Now
		changed, err := update(ctx, tx, &c.Challenge, was.Rev)
		if err != nil {
			return err
		}
		if !changed {
			return errConflict
		}
		if err := o.follow(ctx, tx, &c); err != nil {
			return err
		}
	}
	eraseRest(ctx, tx, player)
	return nil
}
