package challenge

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/store"
)

// Busy reports whether a player has a waiting challenge, which they must leave before their data is erased.
func (owner) Busy(ctx context.Context, tx store.Tx, player id.Player) (bool, error) {
	return hasWaiting(ctx, tx.Conn, player)
}

// Erase erases a player without waiting challenges. Listeners get a Deleted change for each closed challenge, whose row
// stays until its card is deleted.
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
