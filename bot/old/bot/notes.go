package bot

import (
	"context"
	"sync"
	"time"

	"yeye/bot/gateway"
)

// notes is the short replies to moves that could not be played: they go away by
// themselves after a while, or as soon as a move is played.
type notes struct {
	b      *Bot
	mu     sync.Mutex
	posted map[string][]note // by channel
}

type note struct {
	message string
	timer   *time.Timer
}

// noteLife is how long a note stands.
const noteLife = 20 * time.Second

func newNotes(b *Bot) *notes { return &notes{b: b, posted: make(map[string][]note)} }

// post replies to a message without pinging anybody.
func (n *notes) post(ctx context.Context, channel, replyTo, text string) {
	n.say(ctx, channel, replyTo, "n"+replyTo, gateway.Message{Content: text})
}

// say is post for a message with controls, or one that replies to none.
func (n *notes) say(ctx context.Context, channel, replyTo, nonce string, m gateway.Message) {
	n.stand(ctx, channel, replyTo, nonce, m, noteLife)
}

// stand is say for what takes longer to read.
func (n *notes) stand(ctx context.Context, channel, replyTo, nonce string, m gateway.Message, life time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	m.Reply, m.Nonce, m.Mention, m.Private = replyTo, nonce, nil, false
	id, err := n.b.send.Create(ctx, channel, m)
	if err != nil {
		n.b.Logger.Warn("refusal not delivered", "channel", channel, "err", err)
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	t := time.AfterFunc(life, func() { n.remove(channel, id) })
	n.posted[channel] = append(n.posted[channel], note{id, t})
}

func (n *notes) remove(channel, id string) {
	n.mu.Lock()
	for i, p := range n.posted[channel] {
		if p.message == id {
			n.posted[channel] = append(n.posted[channel][:i:i], n.posted[channel][i+1:]...)
			break
		}
	}
	if len(n.posted[channel]) == 0 {
		delete(n.posted, channel)
	}
	n.mu.Unlock()
	n.delete(n.b.life, channel, id)
}

// played removes a channel's notes: the move has been made.
func (n *notes) played(channel string) {
	n.mu.Lock()
	list := n.posted[channel]
	delete(n.posted, channel)
	n.mu.Unlock()
	for _, p := range list {
		p.timer.Stop()
		n.b.start(func() { n.delete(n.b.life, channel, p.message) })
	}
}

// clear removes all notes, before the bot goes.
func (n *notes) clear(ctx context.Context) {
	n.mu.Lock()
	all := n.posted
	n.posted = make(map[string][]note)
	n.mu.Unlock()
	for channel, list := range all {
		for _, p := range list {
			p.timer.Stop()
			n.delete(ctx, channel, p.message)
		}
	}
}

func (n *notes) delete(ctx context.Context, channel, id string) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	if err := n.b.send.Delete(ctx, channel, id); err != nil {
		n.b.Logger.Debug("note left standing", "channel", channel, "err", err)
	}
}
