package display

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"yeye/bot/id"
)

// referenced remembers messages that a user has replied or reacted to, which are not deleted.
type referenced struct {
	mu    sync.Mutex
	since time.Time // references to messages created later are complete
	known map[id.Message]bool
	order []id.Message // the oldest reference first
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
				r.since = made // its reference is forgotten
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

// has reports whether a message is referenced; sure is false if that may have been missed.
func (r *referenced) has(m id.Message) (referenced, sure bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.known[m], r.known[m] || id.CreatedAt(m).After(r.since)
}

// Referenced is called when a user has replied or reacted to a message by author, "" if unknown. Other users' messages
// are not remembered: those of busy servers would soon fill the memory.
func (d *Display) Referenced(m id.Message, author id.Player) {
	if author == "" || author == d.Self() {
		d.referenced.add(m)
	}
}

// Connected is called once the bot receives every further reply and reaction.
func (d *Display) Connected() {
	d.referenced.mu.Lock()
	defer d.referenced.mu.Unlock()
	d.referenced.since = d.DB.Now()
}

// maxReplies is how many messages after a card are searched for replies to it.
const maxReplies = 50

// checkReferences reports whether a user has replied or reacted to a message, and if so returns its first line.
func (d *Display) checkReferences(ctx context.Context, channel id.Channel,
	m id.Message) (line string, ok bool, err error) {
	ok, sure := d.referenced.has(m)
	if sure && !ok {
		return "", false, nil
	}
	line, seen, err := d.firstLine(ctx, channel, m)
	return line, ok || seen, err
}

// read returns the first line of a message, and whether a user has replied or reacted to it.
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
