package display

import (
	"context"
	"errors"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// supersedeTimeout is the default of [Options.Patience].
const supersedeTimeout = 2 * time.Second

// supersede removes the superseded cards of a subject.
func (d *Display) supersede(ctx context.Context, row *Row) {
	if !row.hasEarlier {
		return
	}
	log := d.Logger.With("subject", row.Subject)
	old, err := supersededOf(ctx, d.DB.Read(), row.Subject, false)
	if err != nil {
		if ctx.Err() == nil {
			log.Error("cannot list earlier cards", "err", err)
		}
		return
	}
	for _, o := range old {
		if !d.owns(row.Guild) {
			return // the new owner does this
		}
		soon, cancel := context.WithTimeout(ctx, d.Patience)
		err := d.removeEarlier(soon, row, o)
		cancel()
		if errors.Is(err, ErrGone) || errors.Is(err, ErrDeleted) {
			return // deleteAll removes its cards
		}
		if err != nil && !discord.OutOfReach(err) {
			log.Debug("cannot remove an earlier card yet", "err", err)
			return
		}
		log.Debug("earlier card removed", "message", o.Message, "times", o.Times)
	}
}

// removeEarlier deletes an earlier card, so that cards do not fill the channel. If a user has replied or reacted to it,
// it is collapsed to its first line, so that replies keep their context. In another channel it is collapsed to a line
// that says where the subject is now.
func (d *Display) removeEarlier(ctx context.Context, row *Row, o messageRef) (err error) {
	line, collapse := "", o.Channel != row.Channel
	if collapse {
		line, err = d.Sources[row.Subject.Kind].Superseded(ctx, row.Subject.ID)
	} else if line, collapse, err = d.checkReferences(ctx, o.Channel, o.Message); discord.OutOfReach(err) {
		err = nil // unreadable messages may still be deletable
	}
	if err != nil {
		return err
	}
	collapse = collapse && line != ""
	err = d.unarchiving(ctx, o.Channel, func() (err error) {
		if collapse {
			err = d.collapse(ctx, o, line)
		}
		if !collapse || discord.AsAPIError(err).EditLimitReached() {
			collapse, err = false, d.remove(ctx, o.Channel, o.Message)
		}
		return err
	})
	// if it may not be deleted, remove its controls
	if api := discord.AsAPIError(err); !collapse && api.Forbidden() && !api.MissingAccess() {
		if line, _, read := d.firstLine(ctx, o.Channel, o.Message); read == nil && line != "" {
			collapse, err = true, d.collapse(ctx, o, line)
		}
	}
	if err != nil && !discord.OutOfReach(err) || o.Times == 0 { // 0: unrecorded
		return err
	}
	if collapse && err == nil {
		return markCollapsed(ctx, d.DB, o)
	}
	return errors.Join(err, dropSuperseded(ctx, d.DB, o))
}

// removeReplaced deletes the message that a new one in the same channel replaces, before the new one is stored, and
// reports whether it did. It leaves to supersede messages that may be referenced, and all messages while another update
// is waiting.
func (d *Display) removeReplaced(ctx context.Context, row *Row) bool {
	old := row.stored
	if old.Message == "" || old.Message == row.Message || old.Channel != row.ShownIn || d.waiting(row.Subject) ||
		!d.owns(row.Guild) {
		return false
	}
	if referenced, sure := d.referenced.has(old.Message); referenced || !sure {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, d.Patience)
	defer cancel()
	return d.remove(ctx, old.Channel, old.Message) == nil
}

// removal is a request that deletes a message.
type removal struct {
	done chan struct{} // closed when err is set
	err  error         // Discord's answer
}

// remove deletes a message and returns the answer, or the error of ctx if that ends first. The request then continues,
// and the next call for the message returns its answer instead of making another request.
func (d *Display) remove(ctx context.Context, channel id.Channel, m id.Message) error {
	d.mu.Lock()
	r := d.removals[m]
	if r == nil {
		if len(d.removals) >= maxKnown {
			clear(d.removals)
		}
		r = &removal{done: make(chan struct{})}
		d.removals[m] = r
		d.tasks.Go(func(ctx context.Context) {
			defer close(r.done)
			ctx, cancel := context.WithTimeout(ctx, callTimeout)
			defer cancel()
			r.err = d.REST.Delete(ctx, channel, m)
		})
	}
	d.mu.Unlock()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-r.done:
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.removals, m)
	return r.err
}

// collapse replaces an earlier card by a line, without controls and picture.
func (d *Display) collapse(ctx context.Context, o messageRef, line string) error {
	_, err := d.REST.EditAt(ctx, o.Channel, o.Message, discord.Message{Content: line})
	return err
}

// unarchiving calls do, a request about a channel. If that is an archived thread, it unarchives it and calls do again.
func (d *Display) unarchiving(ctx context.Context, channel id.Channel, do func() error) error {
	err := do()
	if discord.AsAPIError(err).Archived() {
		if err = d.REST.Unarchive(ctx, channel); err == nil {
			err = do()
		}
	}
	return err
}
