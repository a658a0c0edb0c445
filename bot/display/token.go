package display

import (
	"context"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
)

// token is an interaction whose token can still edit a message, without counting towards the bot's rate limits.
type token struct {
	message id.Message
	i       *discord.Interaction
	until   time.Time
}

// tokenLife is how long an interaction's token is used. Discord allows 15 minutes.
const tokenLife = 14 * time.Minute

// keepToken remembers an interaction whose first response created or edited the live message.
func (d *Display) keepToken(row *Row, r *interaction.Responder) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := time.Now()
	if len(d.tokens) >= maxKnown {
		for s, t := range d.tokens {
			if now.After(t.until) {
				delete(d.tokens, s)
			}
		}
		if len(d.tokens) >= maxKnown {
			clear(d.tokens)
		}
	}
	d.tokens[row.Subject.ID] = token{row.Message, r.Interaction(), now.Add(tokenLife)}
}

// editByToken edits the live message with a remembered token, and reports whether it did. Tokens that fail are dropped.
func (d *Display) editByToken(ctx context.Context, row *Row, m discord.Message) bool {
	d.mu.Lock()
	t, ok := d.tokens[row.Subject.ID]
	if ok && (t.message != row.Message || time.Now().After(t.until)) {
		delete(d.tokens, row.Subject.ID)
		ok = false
	}
	d.mu.Unlock()
	if !ok {
		return false
	}
	err := d.REST.EditOriginal(ctx, t.i, m)
	if err == nil {
		return true
	}
	d.Logger.Debug("cannot edit a card with an interaction's token", "subject", row.Subject, "err", err)
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.tokens, row.Subject.ID)
	return false
}
