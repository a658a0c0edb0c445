package bot

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/gateway"
)

// callback is the one first answer that an interaction wants within three
// seconds. Whoever takes it gives it; if nobody has by Options.Patience, it is given bare
// and whatever comes later takes the slow way.
type callback struct {
	b     *Bot
	i     *discordgo.Interaction
	timer *time.Timer

	mu    sync.Mutex
	since time.Time
	state callbackState
	given chan struct{} // closed when a deferral has been sent
}

type callbackState uint8

const (
	callbackOpen callbackState = iota
	callbackTaken
	callbackDeferred
)

// patience is the default of Options.Patience.
const patience = 1800 * time.Millisecond

func (b *Bot) newCallback(i *discordgo.Interaction) *callback {
	c := &callback{b: b, i: i, since: time.Now(), given: make(chan struct{})}
	c.mu.Lock() // the timer reads what is set here
	defer c.mu.Unlock()
	if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
		c.timer = time.AfterFunc(b.Patience, func() { c.choices(b.life, nil) })
	} else {
		c.timer = time.AfterFunc(b.Patience, func() { c.bare(b.life) })
	}
	return c
}

// respond gives the first answer.
func (c *callback) respond(ctx context.Context, kind discordgo.InteractionResponseType, m gateway.Message) (string, error) {
	id, err := c.b.send.Respond(ctx, c.i, kind, m)
	if err == nil {
		c.b.acknowledged(c.since)
	}
	return id, err
}

// now is Discord's time: that of what was asked, and what has passed since.
func (c *callback) now() time.Time {
	at := madeAt(c.i.ID)
	if at.IsZero() {
		return at
	}
	return at.Add(time.Since(c.since))
}

// take reports whether the first answer is still to be given, and makes it the
// caller's to give.
func (c *callback) take() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state != callbackOpen {
		return false
	}
	c.state = callbackTaken
	if c.timer != nil {
		c.timer.Stop()
	}
	return true
}

func (c *callback) component() bool { return c.i.Type == discordgo.InteractionMessageComponent }

// bare acknowledges without an answer: a click silently, a command with a
// private "thinking" that is filled or removed later.
func (c *callback) bare(ctx context.Context) {
	c.mu.Lock()
	if c.state != callbackOpen {
		c.mu.Unlock()
		return
	}
	c.state = callbackDeferred
	if c.timer != nil {
		c.timer.Stop()
	}
	c.mu.Unlock()
	defer close(c.given)
	kind := discordgo.InteractionResponseDeferredChannelMessageWithSource
	if c.component() {
		kind = discordgo.InteractionResponseDeferredMessageUpdate
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	if _, err := c.respond(ctx, kind, gateway.Message{Private: true}); err != nil {
		c.b.Logger.Warn("interaction not acknowledged", "err", err)
	}
}

// choices answers an autocomplete, which cannot be deferred: whoever is first
// with them.
func (c *callback) choices(ctx context.Context, list []*discordgo.ApplicationCommandOptionChoice) {
	if !c.take() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	if err := c.b.send.Choices(ctx, c.i, list); err != nil {
		c.b.Logger.Debug("choices not delivered", "err", err)
	}
}

// settled tells that the answer was shown another way: a private "thinking" is
// taken away.
func (c *callback) settled(ctx context.Context) {
	c.bare(ctx)
	c.mu.Lock()
	answered := c.state == callbackTaken
	c.mu.Unlock()
	if answered || c.component() {
		return
	}
	<-c.given
	if err := c.b.send.DeleteOriginal(ctx, c.i); err != nil {
		c.b.Logger.Debug("private acknowledgement left standing", "err", err)
	}
}

// private answers with a message only the person sees.
func (c *callback) private(ctx context.Context, m gateway.Message) error {
	m.Private = true
	if c.take() {
		_, err := c.respond(ctx, discordgo.InteractionResponseChannelMessageWithSource, m)
		return err
	}
	if !c.deferred() || c.component() {
		_, err := c.b.send.Followup(ctx, c.i, m)
		return err
	}
	return c.b.send.EditOriginal(ctx, c.i, m)
}

// deferred waits for the bare answer to have been sent and reports true, or
// reports false where another first answer was tried.
func (c *callback) deferred() bool {
	c.mu.Lock()
	state := c.state
	c.mu.Unlock()
	if state != callbackDeferred {
		return false
	}
	<-c.given
	return true
}

// undelivered reports whether an error of an answer means that the person got
// none, not even from somebody else.
func undelivered(err error) bool {
	var api *gateway.APIError
	return err != nil && !(errors.As(err, &api) && api.Answered())
}

// replace changes the private message that the clicked control stands on.
func (c *callback) replace(ctx context.Context, m gateway.Message) error {
	if c.take() {
		_, err := c.respond(ctx, discordgo.InteractionResponseUpdateMessage, m)
		return err
	}
	c.deferred()
	return c.b.send.EditOriginal(ctx, c.i, m)
}

// callTimeout bounds one request to Discord.
const callTimeout = 15 * time.Second
