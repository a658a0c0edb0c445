package bot

import (
	"context"
	"errors"
	"log/slog"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/board"
	"yeye/bot/gateway"
	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
)

// request is who asks, where, and in which language: what every handler gets.
type request struct {
	by      session.Origin
	place   session.Place
	locale  string // of the person, as Discord writes it; "" if unknown
	say     *locale.Speaker
	taste   board.Taste
	options map[string]string      // of a slash command, by name
	target  string                 // of a context menu: a user or message
	may     int64                  // what the bot may do here; -1 when nobody said
	thread  bool                   // here is a thread, if Discord said so
	origin  *discordgo.Interaction // what asks, nil for a typed message
	log     *slog.Logger

	resolved *discordgo.ApplicationCommandInteractionDataResolved // what options and target stand for
}

// reply is what a handler answers: one of a private sentence, a session's card,
// or nothing.
type reply struct {
	text    string
	files   []gateway.File
	rows    []discordgo.MessageComponent
	replace bool     // the message that the control stands on is changed
	public  bool     // everybody sees it
	mention []string // with public: who may be pinged
	open    bool     // not meant for everybody, but nothing that they may not read

	// With public: the message is a notice about this session.
	session session.ID
	notice  board.Notice

	// later makes the real reply outside the lane: for what takes longer than a
	// moment, as thinking and drawing do.
	later func(context.Context) reply

	card   session.ID
	chosen game.Square // with card: show this man's targets
	anew   bool        // with card: post it again
}

func says(text string) reply { return reply{text: text} }

func shows(se session.Session) reply { return reply{card: se.ID, chosen: game.NoSquare} }

// refused is the reply to an error; what is no refusal is logged.
func (r *request) refused(err error) reply {
	if a, ok := r.heldBack(err); ok {
		return a
	}
	text, known := r.say.Refusal(err)
	if !known {
		r.log.Error("command failed", "err", err)
	}
	return reply{text: text, open: !personal(err)}
}

// personal reports whether a refusal tells what somebody has decided about others,
// which is between the two of them.
func personal(err error) bool {
	return errors.Is(err, session.ErrBarred) || errors.Is(err, session.ErrUnwelcome) || errors.Is(err, session.ErrInvitations)
}

// user is what Discord said about a user named in a command, nil if nothing.
func (r *request) user(id session.PlayerID) *discordgo.User {
	if r.resolved == nil {
		return nil
	}
	return r.resolved.Users[string(id)]
}

// nameOf is a user's name for text without mentions.
func (r *request) nameOf(id session.PlayerID) string {
	if u := r.user(id); u != nil {
		return u.DisplayName()
	}
	return ""
}

// onPrivate reports whether the control that was used stands on a message that
// only the person sees.
func (r *request) onPrivate() bool {
	return r.origin != nil && r.origin.Message != nil && r.origin.Message.Flags&discordgo.MessageFlagsEphemeral != 0
}

// posted notes a public reply that is a notice, once its message is known.
func (b *Bot) posted(ctx context.Context, a reply, channel, message string) {
	if a.session != "" && message != "" {
		a.notice.Channel, a.notice.Message = channel, message
		b.notice(ctx, a.session, a.notice)
	}
}

// give answers an interaction with a reply.
func (b *Bot) give(ctx context.Context, c *callback, r *request, a reply) {
	if a.later != nil {
		a = b.finish(ctx, r, a.later)
	}
	if a.card != "" {
		b.agenda.Wake()
		b.shower.show(a.card, &want{callback: c, chosen: a.chosen, anew: a.anew, say: r.say})
		return
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	m := gateway.Message{Content: a.text, Components: a.rows, Files: a.files, Mention: b.pingable(ctx, a.mention)}
	var err error
	switch {
	case a.text == "" && len(a.files) == 0:
		c.settled(ctx)
	case a.replace:
		err = c.replace(ctx, m)
	case a.public:
		var id string
		id, err = c.public(ctx, m)
		b.posted(ctx, a, c.i.ChannelID, id)
	default:
		err = c.private(ctx, m)
	}
	if err != nil {
		b.faces.missed(err)
		r.log.Warn("answer not delivered", "err", err)
	}
	if a.text != "" && undelivered(err) {
		// The interaction is dead, so the person was told that the bot did not answer.
		// In a channel everybody reads what is posted instead.
		if r.by.Server != "" && !a.public && !a.open {
			m = gateway.Message{Content: r.say.Say("delivery.unanswered")}
		}
		if len(m.Files) == 0 {
			b.notes.say(b.life, string(r.place), "", "i"+r.by.Event, m)
		}
	}
}
