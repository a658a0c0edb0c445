package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/board"
	"yeye/bot/session"
)

// Houses is what those who manage servers have settled, and what moderators did.
// A server is Discord's id of it.
type Houses interface {
	House(ctx context.Context, server string) (session.House, error)
	SetHouse(ctx context.Context, server string, h session.House) error
	Barred(ctx context.Context, server string, p session.PlayerID) (bool, error)
	// Bar and Unbar record the act, unless it changes nothing.
	Bar(ctx context.Context, a board.Act, name string) (bool, error)
	Unbar(ctx context.Context, a board.Act) (bool, error)
	Bars(ctx context.Context, server string, limit int) ([]session.Seat, error)
	Record(ctx context.Context, a board.Act) error
	Acts(ctx context.Context, server string, limit int) ([]board.Act, error)
	// Purge forgets a removed session whose cards are gone.
	Purge(ctx context.Context, id session.ID) error
}

// server is the server that a request comes from, "" for a conversation.
func (r *request) server() string {
	if r.origin == nil {
		return ""
	}
	return r.origin.GuildID
}

// holds reports whether the person has a permission on the server, as Discord
// said with the request.
func (r *request) holds(permission int64) bool {
	return r.origin != nil && r.origin.Member != nil && r.origin.Member.Permissions&(permission|discordgo.PermissionAdministrator) != 0
}

// guest is the person as the house sees them.
func (b *Bot) guest(ctx context.Context, r *request) (session.Guest, error) {
	g := session.Guest{Manager: r.holds(discordgo.PermissionManageGuild)}
	if r.origin != nil && r.origin.Member != nil {
		g.Roles = r.origin.Member.Roles
	}
	server := r.server()
	if server == "" {
		return g, nil
	}
	var err error
	g.Barred, err = b.Records.Barred(ctx, server, r.by.Player)
	return g, err
}

// mayJoin refuses those who may not play on this server.
func (b *Bot) mayJoin(ctx context.Context, r *request) error {
	g, err := b.guest(ctx, r)
	if err != nil {
		return err
	}
	return g.MayJoin()
}

// beginning is a session that is about to begin: the name of its thread, if it gets
// one, and how it begins in a place.
type beginning struct {
	name  string
	start func(context.Context, session.Place) (session.Session, error)
}

// seat begins what is played at a table as the server wants it: by those who may,
// where games go, in a thread where each has one or, unless it is to be here alone,
// where the place is occupied. Where a person is asked or awaited it is a challenge.
func (b *Bot) seat(ctx context.Context, r *request, t session.Table, alone bool) reply {
	begin, may := b.Sessions.Start, b.Sessions.MayStart
	if !t.Seats[0].Character() && !t.Seats[1].Character() {
		begin, may = b.Sessions.Propose, b.Sessions.MayPropose
	}
	g := beginning{versus(r.say, t.Seats), func(ctx context.Context, p session.Place) (session.Session, error) {
		if err := b.mayPlayHere(ctx, r, t); err != nil {
			return session.Session{}, err
		}
		t.Place = p
		return begin(ctx, r.by, t)
	}}
	return b.housed(ctx, r, func(ctx context.Context) reply {
		se, err := g.start(ctx, r.place)
		if a, ok := b.inThread(r, err, g); ok && !alone {
			return a
		}
		if err != nil {
			return r.refused(err)
		}
		b.noteGuild(ctx, r, se.Place)
		return shows(se)
	}, func(ctx context.Context) reply {
		// What would be refused is asked before a thread is opened, which would stand
		// there empty.
		t.Place = r.place
		err := b.mayPlayHere(ctx, r, t)
		if err == nil {
			err = may(ctx, r.by, t)
		}
		if err != nil {
			return r.refused(err)
		}
		return b.openThread(ctx, r, nil, g, "told.thread.own")
	})
}

// housed does what begins a game, here or apart in a thread, if the house rules
// let the person and the place. What must ask Discord for that goes on outside the
// lane.
func (b *Bot) housed(ctx context.Context, r *request, here, apart func(context.Context) reply) reply {
	server := r.server()
	if server == "" {
		return here(ctx)
	}
	h, err := b.Records.House(ctx, server)
	if err != nil {
		return r.refused(err)
	}
	g, err := b.guest(ctx, r)
	if err == nil {
		err = h.MayStart(g)
	}
	if err != nil {
		return r.refused(err)
	}
	if h.Games == session.Here || h.Takes(r.place, "") == nil && h.Games == session.Listed {
		return here(ctx)
	}
	return reply{later: func(ctx context.Context) reply {
		ctx, cancel := context.WithTimeout(ctx, callTimeout)
		defer cancel()
		ch, err := b.send.Channel(ctx, string(r.place))
		if err != nil {
			return r.refused(err)
		}
		var a reply
		switch {
		case h.Games == session.Threads && ch.IsThread():
			a = here(ctx)
		case h.Games == session.Threads:
			a = apart(ctx)
		default:
			parent := session.Place("")
			if ch.IsThread() {
				parent = session.Place(ch.ParentID)
			}
			if err := h.Takes(r.place, parent); err != nil {
				return r.refused(err)
			}
			a = here(ctx)
		}
		if a.later != nil {
			return a.later(ctx)
		}
		return a
	}}
}
