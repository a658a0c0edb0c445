package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/old/locale"
	"yeye/bot/session"
)

// verbUnblock takes somebody's challenges again.
const verbUnblock = "unblock"

// Doorbook is whom people do not want to be challenged by.
type Doorbook interface {
	// Blocked is those people, the one blocked last first.
	Blocked(ctx context.Context, p session.PlayerID, limit int) ([]session.Seat, error)
	Unblock(ctx context.Context, p, from session.PlayerID) error
}

// mostBlocked is how many are offered to be unblocked: as many as a select holds.
const mostBlocked = 25

// clickNever declines for good, and says privately how that is undone: the card
// says no more than that the challenge was declined.
func (b *Bot) clickNever(ctx context.Context, r *request, c control, _ []string) reply {
	se, err := b.Sessions.DeclineForGood(ctx, r.by, c.session)
	if err != nil {
		return r.refused(err)
	}
	b.shower.poke(se.ID)
	side, _ := se.SeatOf(se.Starter)
	return says(r.say.Say("told.never", locale.Args{"Name": plainName(r.say, se.Seats[side])}))
}

// clickUnblock takes the challenges of the chosen people again.
func (b *Bot) clickUnblock(ctx context.Context, r *request, _ control, values []string) reply {
	for _, v := range values {
		if err := b.Records.Unblock(ctx, r.by.Player, session.PlayerID(v)); err != nil {
			return r.refused(err)
		}
	}
	r.options = nil
	a := b.settings(ctx, r)
	a.replace = true
	return a
}

// withBlocked is the settings with those whom the person has blocked, to be
// unblocked.
func (b *Bot) withBlocked(ctx context.Context, r *request, text string) reply {
	blocked, err := b.Records.Blocked(ctx, r.by.Player, mostBlocked)
	if err != nil {
		return r.refused(err)
	}
	a := says(text)
	if len(blocked) == 0 {
		return a
	}
	menu := discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: control{verb: verbUnblock, salt: r.by.Event}.String(),
		Placeholder: r.say.Say("control.unblock", locale.Args{"Count": len(blocked)}), MaxValues: len(blocked)}
	for _, p := range blocked {
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{Label: locale.Visible(p.Name, 40), Value: string(p.Player)})
	}
	a.rows = []discordgo.MessageComponent{row(menu)}
	return a
}
