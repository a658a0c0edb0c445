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
