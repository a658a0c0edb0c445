package display

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"yeye/bot/id"
)

// referenced remembers messages of the bot that a user has replied or reacted to. They must not be deleted.
type referenced struct {
	mu    sync.Mutex
	since time.Time // for messages created later, known is complete
	known map[id.Message]bool
	order []id.Message // of known, oldest reference first
}

func (r *referenced) add(m id.Message) {
	if m == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known[m] {
		return
	}
	if len(r.order) >= maxKnown {
		for _, old := range r.order[:maxKnown/2] {
			delete(r.known, old)
			if made := id.CreatedAt(old); made.After(r.since) {
				r.since = made // its reference has been dropped
			}
		}
		r.order = slices.Clone(r.order[maxKnown/2:])
	}
	if r.known == nil {
		r.known = make(map[id.Message]bool)
	}
	r.known[m] = true
	r.order = append(r.order, m)
}

// has reports whether a message is known to be referenced; sure is false if a reference may have been missed.
func (r *referenced) has(m id.Message) (referenced, sure bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.known[m], r.known[m] || id.CreatedAt(m).After(r.since)
}

// Referenced is called when a user replies or reacts to a message by author, "" if unknown. Messages of other users are
// ignored: those of busy servers would fill the memory.
func (d *Display) Referenced(m id.Message, author id.Player) {
	if author == "" || author == d.Self() {
		d.referenced.add(m)
	}
}

// Connected is called when the bot starts to receive every reply and reaction.
func (d *Display) Connected() {
	d.referenced.mu.Lock()
	defer d.referenced.mu.Unlock()
	d.referenced.since = d.DB.Now()
}

// maxReplies limits the messages after a card that are searched for replies to it.
const maxReplies = 50

// checkReferences reports whether a user has replied or reacted to a message, and returns its first line if so.
func (d *Display) checkReferences(ctx context.Context, channel id.Channel,
	m id.Message) (line string, ok bool, err error) {
	ok, sure := d.referenced.has(m)
	if sure && !ok {
		return "", false, nil
	}
	line, seen, err := d.firstLine(ctx, channel, m)
	return line, ok || seen, err
}

// firstLine reads a message from Discord, and returns its first line and whether a user has replied or reacted to it.
func (d *Display) firstLine(ctx context.Context, channel id.Channel,
	m id.Message) (line string, referenced bool, err error) {
	all, err := d.REST.Recent(ctx, channel, maxReplies, id.MessageIDAt(id.CreatedAt(m).Add(-time.Millisecond)))
	if err != nil {
		return "", false, err
	}
	for _, r := range all {
		if r.ID == m {
			line, _, _ = strings.Cut(r.Content, "\n")
			referenced = referenced || r.Reactions > 0
		}
		referenced = referenced || r.RepliesTo == m
	}
	return line, referenced, nil
}
