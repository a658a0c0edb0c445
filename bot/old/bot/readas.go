package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/session"
)

// readMessage is *Read as xiangqi* in a message's context menu.
var readMessage = command{name: "read-message", kind: discordgo.MessageApplicationCommand, run: (*Bot).readAs}

// boardOn is the session whose card the target is: noted, or told by its controls
// while it is new.
func (b *Bot) boardOn(ctx context.Context, r *request) (session.ID, bool) {
	if id, err := b.Boards.SessionOf(ctx, r.target); err == nil {
		return id, true
	}
	self, _ := b.gateway.Self()
	if r.resolved == nil || r.resolved.Messages[r.target] == nil || r.resolved.Messages[r.target].Author == nil ||
		r.resolved.Messages[r.target].Author.ID != self {
		return "", false
	}
	ctl, ok := cardOf(r.resolved.Messages[r.target])
	return ctl.session, ok
}

// readAs reads a message and the files with it as a game or position. On a board
// of the bot's own it opens the replay of that game.
func (b *Bot) readAs(ctx context.Context, r *request) reply {
	if id, ok := b.boardOn(ctx, r); ok {
		se, err := b.Sessions.Get(ctx, id)
		if err != nil {
			return r.refused(err)
		}
		if !se.Begun() {
			return r.refused(session.ErrProposed)
		}
		return b.frame(r, r.reelOf(&se), se.Game.Ply(), "", reply{})
	}
	if r.resolved == nil || r.resolved.Messages[r.target] == nil {
		return says(r.say.Say("import.nogame"))
	}
	m := r.resolved.Messages[r.target]
	return reply{later: func(ctx context.Context) reply {
		var texts [][]byte
		var failed error
		for _, file := range m.Attachments {
			if !readable(file) {
				continue
			}
			data, err := b.attached(ctx, file)
			if err != nil {
				failed = err
				continue
			}
			texts = append(texts, data)
		}
		texts = append(texts, blocks(m.Content)...)
		if len(texts) == 0 && failed != nil {
			return r.unreadable(failed)
		}
		return b.readIn(ctx, r, texts)
	}}
}
