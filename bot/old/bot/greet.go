package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/gateway"
	"yeye/bot/old/locale"
	"yeye/bot/session"
)

// The verbs of the greeting.
const (
	verbPlayKid  = "playkid"
	verbOpenSeat = "openseat"
	verbHow      = "how"
)

// greet answers somebody who speaks to the bot without a move: what they could do
// now, as buttons.
func (b *Bot) greet(ctx context.Context, r *request, replyTo string) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	button := func(verb, label string, style discordgo.ButtonStyle) discordgo.MessageComponent {
		return discordgo.Button{CustomID: control{verb: verb}.String(), Label: r.say.Say(label), Style: style}
	}
	m := gateway.Message{Content: r.say.Say("told.greeting"), Reply: replyTo, Nonce: "g" + replyTo}
	if se, err := b.Sessions.At(ctx, r.place); err == nil {
		m.Content = r.say.Say("told.greeting.playing", locale.Args{"Example": example(r.say, &se)})
		m.Components = []discordgo.MessageComponent{row(button(verbHow, "control.how", discordgo.SecondaryButton))}
	} else {
		buttons := []discordgo.MessageComponent{button(verbPlayKid, "control.playkid", discordgo.PrimaryButton)}
		if r.by.Server != "" { // elsewhere nobody else is there
			buttons = append(buttons, button(verbOpenSeat, "control.openseat", discordgo.SecondaryButton))
		}
		m.Components = []discordgo.MessageComponent{row(append(buttons, button(verbHow, "control.how", discordgo.SecondaryButton))...)}
	}
	if _, err := b.send.Create(ctx, string(r.place), m); err != nil {
		r.log.Warn("greeting not delivered", "err", err)
	}
}

func (b *Bot) clickPlayKid(ctx context.Context, r *request, _ control, _ []string) reply {
	r.by.Via = session.ByCommand
	return b.play(ctx, r)
}

func (b *Bot) clickOpenSeat(ctx context.Context, r *request, _ control, _ []string) reply {
	r.by.Via = session.ByCommand
	return b.challenge(ctx, r, "", "")
}

var helpCommand = command{name: "help", run: (*Bot).help}

func (b *Bot) help(_ context.Context, r *request) reply {
	text := r.say.Say("told.help")
	if !b.Typed {
		text += "\n" + r.say.Say("told.typing")
	}
	return says(text)
}

func (b *Bot) clickHow(ctx context.Context, r *request, _ control, _ []string) reply {
	return b.help(ctx, r)
}
