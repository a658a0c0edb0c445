package display

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// foundCard is a card found in a channel.
type foundCard struct {
	message id.Message
	turn    int64 // turn that it shows
	rev     int64 // revision that it shows, 0 if unknown
}

// cardsIn returns the cards of a subject among the last limit messages of a channel, without superseded ones.
func (d *Display) cardsIn(ctx context.Context, s id.Subject, channel id.Channel, limit int) ([]foundCard, error) {
	self := d.Self()
	recent, err := d.REST.Recent(ctx, channel, limit, "")
	if err != nil {
		return nil, err
	}
	old, err := supersededOf(ctx, d.DB.Read(), s, false)
	if err != nil {
		return nil, err
	}
	var all []foundCard
	for _, m := range recent {
		if m.Author.ID != self || slices.ContainsFunc(old, func(o messageRef) bool { return o.Message == m.ID }) {
			continue
		}
		if c, ok := d.CardOn(&m); ok && c.ID == s.ID {
			rev, _ := strconv.ParseInt(c.Nonce, 36, 64)
			all = append(all, foundCard{message: m.ID, turn: c.Turn, rev: rev})
		}
	}
	return all, nil
}

// CardOn returns a control of a message that is a card; ok is false for other messages. The control has the subject's
// id and turn. Offers, questions and replays have controls with a subject too, but are not cards.
func (d *Display) CardOn(m *discord.Received) (discord.ControlID, bool) {
	for _, text := range m.CustomIDs {
		if c, ok := discord.ParseControlID(text); ok && d.OnCard(c.Action) {
			return c, true
		}
	}
	return discord.ControlID{}, false
}

// unrecorded returns the newest card of a subject that was posted after the recorded one: by a process that died, by
// one that is about to record it, or by a request whose answer was lost. It is zero if there is none, or if the channel
// cannot be read, since sending will then fail too.
func (d *Display) unrecorded(ctx context.Context, row *Row, channel id.Channel) (found foundCard, err error) {
	all, err := d.cardsIn(ctx, row.Subject, channel, 10)
	if discord.Refused(err) {
		return found, nil
	}
	for _, p := range all {
		if id.Later(p.message, row.Message) && id.Later(p.message, found.message) {
			found = p
		}
	}
	return found, err
}

// save stores a row, if this process owns its guild.
func (d *Display) save(ctx context.Context, row *Row) error { return save(ctx, d.DB, d.Fence, row) }

// store saves a row, even if its subject was renamed meanwhile, and remembers its version.
func (d *Display) store(ctx context.Context, row *Row) error {
	err := d.save(ctx, row)
	if errors.Is(err, ErrGone) {
		err = d.storeRenamed(ctx, row)
	}
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.versions) >= maxKnown {
		clear(d.versions) // costs a search for each subject
	}
	d.versions[row.Subject.ID] = row.Version
	return nil
}

// soleWriter reports whether no other process can have published the subject since this one stored the row, so that
// there are no unrecorded messages.
func (d *Display) soleWriter(row *Row, created time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if version, ok := d.versions[row.Subject.ID]; ok {
		return version == row.Version
	}
	return row.Version == 0 && created.After(d.soleOwnerSince)
}

// storeRenamed saves a row whose subject was renamed by [Rename] since it was loaded, under its new kind.
func (d *Display) storeRenamed(ctx context.Context, row *Row) error {
	for kind := range d.Sources {
		renamed := *row
		renamed.Subject.Kind = kind
		if err := d.save(ctx, &renamed); !errors.Is(err, ErrGone) {
			*row = renamed
			return err
		}
	}
	return ErrGone
}

// setUncertain records whether an unrecorded message of the subject may exist, so that its channel must be searched.
func (d *Display) setUncertain(s id.Subject, uncertain bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if uncertain {
		d.uncertain[s.ID] = true
		return
	}
	delete(d.uncertain, s.ID)
}

func (d *Display) isUncertain(s id.Subject) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.uncertain[s.ID]
}
