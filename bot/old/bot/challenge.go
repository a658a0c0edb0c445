package bot

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
)

// The verbs of a challenge's controls.
const (
	verbAccept  = "accept"
	verbNovice  = "novice" // accept, never having played
	verbDecline = "decline"
	verbNever   = "never" // decline, and not be asked again
)

var challengeCommand = command{
	name: "challenge",
	options: func(cat *locale.Catalog) []*discordgo.ApplicationCommandOption {
		return []*discordgo.ApplicationCommandOption{
			option(cat, "challenge", "user", discordgo.ApplicationCommandOptionUser),
			sideOption(cat, "challenge"),
			oddsOption(cat, "challenge"),
			clockOption(cat, "challenge"),
			rulesOption(cat, "challenge"),
			ratedOption(cat, "challenge"),
		}
	},
	run: func(b *Bot, ctx context.Context, r *request) reply {
		return b.challenge(ctx, r, session.PlayerID(r.options["user"]), r.options["side"])
	},
}

// challengeUser is the same from a person's context menu.
var challengeUser = command{
	name: "challenge-user",
	kind: discordgo.UserApplicationCommand,
	run: func(b *Bot, ctx context.Context, r *request) reply {
		return b.challenge(ctx, r, session.PlayerID(r.target), "")
	},
}

// challenge proposes a game to somebody, or to whoever comes first when other is
// "". The bot itself is challenged as by /play.
func (b *Bot) challenge(ctx context.Context, r *request, other session.PlayerID, side string) reply {
	if missing := r.missing(); missing != "" {
		return says(r.say.Say("refuse.permission", locale.Args{"Permissions": missing}))
	}
	if self, _ := b.gateway.Self(); string(other) == self {
		return b.play(ctx, r)
	}
	if r.by.Server == "" { // a conversation is with the bot alone
		return says(r.say.Say("refuse.alone"))
	}
	if u := r.user(other); u != nil && u.Bot {
		return says(r.say.Say("refuse.bot"))
	}
	mine := b.chooseSide(side)
	t := session.Table{Position: game.Start(), Locale: r.locale}
	termsOf(r.options).settle(&t)
	if odds, known := session.ParseOdds(r.options["odds"]); known && odds != session.Even {
		if side != "" {
			return says(r.say.Say("refuse.odds"))
		}
		mine, t.Position, t.Odds = odds.Giver(), odds.Position(), odds // the challenger gives
	}
	t.Seats[mine] = session.Seat{Player: r.by.Player, Name: r.by.Name}
	t.Seats[mine.Other()] = session.Seat{Level: session.Vacant}
	if other != "" {
		t.Seats[mine.Other()] = session.Seat{Player: other, Name: r.nameOf(other)}
	}
	return b.seat(ctx, r, t, false)
}

// mayPlayHere refuses a game with somebody who may not play on this server.
func (b *Bot) mayPlayHere(ctx context.Context, r *request, t session.Table) error {
	for _, seat := range t.Seats {
		if server := r.server(); server != "" && seat.Human() && seat.Player != r.by.Player {
			barred, err := b.Records.Barred(ctx, server, seat.Player)
			if err != nil {
				return err
			}
			if barred {
				return session.ErrUnwelcome
			}
		}
	}
	return nil
}

// chooseSide is what "red", "black" and anything else mean.
func (b *Bot) chooseSide(side string) game.Color {
	switch side {
	case "red":
		return game.Red
	case "black":
		return game.Black
	}
	return b.Sessions.Toss()
}

// sideOption is the choice of a side.
func sideOption(cat *locale.Catalog, of string) *discordgo.ApplicationCommandOption {
	side := option(cat, of, "side", discordgo.ApplicationCommandOptionString)
	side.Choices = []*discordgo.ApplicationCommandOptionChoice{
		choice(cat, "color.", "red"), choice(cat, "color.", "black"), choice(cat, "side.", "random")}
	return side
}

func (b *Bot) clickAccept(ctx context.Context, r *request, c control, _ []string) reply {
	return b.accept(ctx, r, c.session, false)
}

// clickNovice accepts for somebody who has never played: the men get small signs
// of how they move, and three sentences say privately what matters.
func (b *Bot) clickNovice(ctx context.Context, r *request, c control, _ []string) reply {
	return b.accept(ctx, r, c.session, true)
}

// accept begins the game of a challenge, in a thread where something else is played
// by now.
func (b *Bot) accept(ctx context.Context, r *request, id session.ID, novice bool) reply {
	if err := b.mayJoin(ctx, r); err != nil {
		return r.refused(err)
	}
	se, err := b.Sessions.Accept(ctx, r.by, id, novice)
	if apart, ok := b.acceptApart(ctx, r, id, novice, err); ok {
		return apart
	}
	if err != nil {
		return r.refused(err)
	}
	if novice {
		b.shower.poke(se.ID)
		return says(r.say.Say("told.novice"))
	}
	return shows(se)
}

// acceptApart is accept in a thread of its own, if err says that the place is
// occupied.
func (b *Bot) acceptApart(ctx context.Context, r *request, id session.ID, novice bool, err error) (reply, bool) {
	if occupied := (*session.OccupiedError)(nil); !errors.As(err, &occupied) {
		return reply{}, false
	}
	asked, failed := b.Sessions.Get(ctx, id)
	if failed != nil {
		return reply{}, false
	}
	t := session.Table{Seats: asked.Seats}
	side, _ := asked.SeatOf(asked.Starter)
	t.Seats[side.Other()] = session.Seat{Player: r.by.Player, Name: r.by.Name}
	return b.inThread(r, err, beginning{versus(r.say, t.Seats), func(ctx context.Context, p session.Place) (session.Session, error) {
		return b.Sessions.AcceptIn(ctx, r.by, id, novice, p)
	}})
}

func (b *Bot) clickDecline(ctx context.Context, r *request, c control, _ []string) reply {
	se, err := b.Sessions.Decline(ctx, r.by, c.session)
	if err != nil {
		return r.refused(err)
	}
	return shows(se)
}

// proposalText is the card of a challenge, waiting or closed.
func proposalText(say *locale.Speaker, se *session.Session) string {
	mine, _ := se.SeatOf(se.Starter)
	other := se.Seats[mine.Other()]
	args := locale.Args{
		"Who": who(say, se.Seats[mine]), "Side": say.Color(mine),
		"Other": who(say, other), "OtherSide": say.Color(mine.Other()),
	}
	if se.Status == session.Closed && se.Ruling == session.RuledOver {
		return say.Say("challenge.ruled.over", args)
	}
	if se.Status == session.Closed {
		switch se.Closing {
		case session.Declined:
			return say.Say("challenge.declined", args)
		case session.Withdrawn:
			return say.Say("challenge.withdrawn", args)
		}
		return say.Say("challenge.expired", args)
	}
	text := waitingText(say, other, args) + "\n" + termsText(say, se)
	if se.Odds != session.Even {
		text += "\n" + oddsText(say, se)
	}
	return text
}

func waitingText(say *locale.Speaker, other session.Seat, args locale.Args) string {
	if other.Human() {
		return say.Say("challenge.to", args)
	}
	return say.Say("challenge.open", args)
}

// proposalRows is the buttons under a challenge that waits.
func proposalRows(say *locale.Speaker, se *session.Session) []discordgo.MessageComponent {
	if se.Status != session.Proposed {
		return nil
	}
	button := func(verb, label string, style discordgo.ButtonStyle) discordgo.MessageComponent {
		return discordgo.Button{CustomID: control{verb, se.ID, se.Turn, "", ""}.String(), Label: say.Say(label), Style: style}
	}
	side, _ := se.SeatOf(se.Starter)
	asked := se.Seats[side.Other()].Human()
	decline := "control.decline"
	if !asked { // nobody but the challenger has anything to decline
		decline = "control.withdraw"
	}
	buttons := []discordgo.MessageComponent{
		button(verbAccept, "control.accept", discordgo.SuccessButton),
		button(verbNovice, "control.novice", discordgo.SecondaryButton),
		button(verbDecline, decline, discordgo.SecondaryButton),
	}
	if asked {
		buttons = append(buttons, button(verbNever, "control.never", discordgo.SecondaryButton))
	}
	return []discordgo.MessageComponent{row(buttons...)}
}
