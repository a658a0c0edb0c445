package bot

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/old/locale"
	"yeye/bot/session"
)

// Where a channel is occupied a new game gets a thread of its own.

// inThread reports whether err is a refusal that a thread would get round, and
// then gives the reply that opens one, begins the session there, and tells the person
// where.
func (b *Bot) inThread(r *request, err error, g beginning) (reply, bool) {
	var occupied *session.OccupiedError
	if !errors.As(err, &occupied) || r.origin == nil || r.origin.GuildID == "" {
		return reply{}, false
	}
	if r.may >= 0 && lacks(r.may, forThreads) != nil {
		return reply{}, false
	}
	return reply{later: func(ctx context.Context) reply {
		ctx, cancel := context.WithTimeout(ctx, callTimeout)
		defer cancel()
		here, failed := b.send.Channel(ctx, string(r.place))
		if failed != nil || here.Type != discordgo.ChannelTypeGuildText {
			return r.refused(err) // threads have no threads
		}
		return b.openThread(ctx, r, err, g, "told.thread")
	}}, true
}

// openThread begins a session in a new thread of the place and tells the person
// where it is. Where no thread can be opened the reply is the refusal of otherwise,
// if that is given, or what is missing.
func (b *Bot) openThread(ctx context.Context, r *request, otherwise error, g beginning, told string) reply {
	thread, err := b.send.StartThread(ctx, string(r.place), g.name)
	if err != nil {
		r.log.Warn("thread not opened", "err", err)
		if otherwise != nil {
			return r.refused(otherwise)
		}
		return says(r.say.Say("refuse.permission", locale.Args{"Permissions": "**Create Public Threads**, **Send Messages in Threads**"}))
	}
	se, err := g.start(ctx, session.Place(thread.ID))
	if err != nil {
		if err := b.send.Archive(ctx, thread.ID); err != nil {
			r.log.Warn("thread left empty", "thread", thread.ID, "err", err)
		}
		return r.refused(err)
	}
	b.noteGuild(ctx, r, se.Place)
	b.agenda.Wake()
	b.shower.poke(se.ID)
	return says(r.say.Say(told, locale.Args{"Thread": "<#" + thread.ID + ">"}))
}

// versus names a game after its players, within Discord's 100 characters; a study
// after its owner.
func versus(say *locale.Speaker, seats [2]session.Seat) string {
	name := func(s session.Seat) string {
		switch {
		case s.Human() && s.Name != "":
			return locale.Visible(s.Name, 40)
		case s.Human():
			return "?"
		case s.Level == session.Vacant:
			return say.Say("seat.vacant")
		}
		return say.Character(s.Level)
	}
	if seats[0].Human() && seats[0].Player == seats[1].Player {
		return say.Say("study.title") + " · " + name(seats[0])
	}
	return name(seats[0]) + " – " + name(seats[1])
}
