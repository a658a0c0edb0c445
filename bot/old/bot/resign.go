package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/session"
)

var resignCommand = command{name: "resign", run: (*Bot).resign}

// resign asks first.
func (b *Bot) resign(ctx context.Context, r *request) reply {
	se, err := b.Sessions.At(ctx, r.place)
	if err != nil {
		return r.refused(b.absent(ctx, r, err))
	}
	return r.askWhether(se)
}

func (r *request) askWhether(se session.Session) reply {
	if _, seated := se.SeatOf(r.by.Player); !seated {
		return r.refused(session.ErrNotSeated)
	}
	if se.Status != session.Open {
		return r.refused(session.ErrEnded)
	}
	return reply{text: r.say.Say("ask.resign"), rows: r.resignRows(se)}
}

func (r *request) resignRows(se session.Session) []discordgo.MessageComponent {
	id := func(verb string) string { return control{verb, se.ID, se.Turn, string(r.by.Player), ""}.String() }
	return []discordgo.MessageComponent{row(
		discordgo.Button{CustomID: id(verbGiveUp), Label: r.say.Say("control.resign.sure"), Style: discordgo.DangerButton},
		discordgo.Button{CustomID: id(verbKeep), Label: r.say.Say("control.keep"), Style: discordgo.SecondaryButton},
	)}
}

func (b *Bot) clickResign(ctx context.Context, r *request, c control, _ []string) reply {
	se, err := b.sitting(ctx, r, c)
	if err != nil {
		return r.refused(err)
	}
	return r.askWhether(se)
}

// clickGiveUp resigns, for the one who was asked.
func (b *Bot) clickGiveUp(ctx context.Context, r *request, c control, _ []string) reply {
	if string(r.by.Player) != c.arg {
		return r.refused(session.ErrNotSeated)
	}
	r.by.Via = session.ByCommand // the button is not on the card: a new card shows the end
	se, err := b.Sessions.Resign(ctx, r.by, c.session)
	if err != nil {
		return r.refused(err)
	}
	b.shower.poke(se.ID)
	return reply{text: r.say.Say("ask.resign.done"), replace: true}
}

func (b *Bot) clickKeep(_ context.Context, r *request, c control, _ []string) reply {
	if string(r.by.Player) != c.arg {
		return r.refused(session.ErrNotSeated)
	}
	return reply{text: r.say.Say("ask.resign.kept"), replace: true}
}
