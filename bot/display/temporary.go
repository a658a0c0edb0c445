package display

import (
	"context"
	"sync"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// temporary tracks messages that are deleted after a while, or when a move is played: refusals of typed text.
type temporary struct {
	d      *Display
	mu     sync.Mutex
	posted map[id.Channel][]temporaryMessage
}

type temporaryMessage struct {
	message id.Message
	timer   *time.Timer
}

// Temporary posts a message that is deleted after life, or earlier by Clear.
func (d *Display) Temporary(ctx context.Context, channel id.Channel, m discord.Message, life time.Duration) {
	t := &d.temporary
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	sent, err := d.REST.Create(ctx, channel, m)
	if err != nil {
		d.Logger.Warn("cannot post a temporary message", "channel", channel, "err", err)
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.posted == nil {
		t.posted = make(map[id.Channel][]temporaryMessage)
	}
	timer := d.tasks.After(life, func(ctx context.Context) { t.remove(ctx, channel, sent) })
	t.posted[channel] = append(t.posted[channel], temporaryMessage{sent, timer})
}

func (t *temporary) remove(ctx context.Context, channel id.Channel, m id.Message) {
	t.mu.Lock()
	for i, p := range t.posted[channel] {
		if p.message == m {
			t.posted[channel] = append(t.posted[channel][:i:i], t.posted[channel][i+1:]...)
			break
		}
	}
	if len(t.posted[channel]) == 0 {
		delete(t.posted, channel)
	}
	t.mu.Unlock()
	t.delete(ctx, channel, m)
}

// Clear deletes a channel's temporary messages. It is called after a move, when refusals no longer matter.
func (d *Display) Clear(channel id.Channel) {
	t := &d.temporary
	t.mu.Lock()
	list := t.posted[channel]
	delete(t.posted, channel)
	t.mu.Unlock()
	for _, p := range list {
		p.timer.Stop()
		d.tasks.Go(func(ctx context.Context) { t.delete(ctx, channel, p.message) })
	}
}

// ClearAll deletes all temporary messages, before the bot stops.
func (d *Display) ClearAll(ctx context.Context) {
	t := &d.temporary
	t.mu.Lock()
	all := t.posted
	t.posted = nil
	t.mu.Unlock()
	for channel, list := range all {
		for _, p := range list {
			p.timer.Stop()
			t.delete(ctx, channel, p.message)
		}
	}
}

func (t *temporary) delete(ctx context.Context, channel id.Channel, m id.Message) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	if err := t.d.REST.Delete(ctx, channel, m); err != nil {
		t.d.Logger.Debug("cannot remove a temporary message", "channel", channel, "err", err)
	}
}
