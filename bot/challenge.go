package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/locale"
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
	if u := r.user(other); u != nil && u.Bot {
		return says(r.say.Say("refuse.bot"))
	}
	mine := b.chooseSide(side)
	t := session.Table{Place: r.place, Position: game.Start(), Locale: r.locale}
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
	return b.seat(ctx, r, beginning{name: b.threadName(r.say, t), start: func(ctx context.Context, p session.Place) (session.Session, error) {
		t.Place = p
		return b.invite(ctx, r, t)
	}})
}

// invite proposes a game, unless the other may not play on this server.
func (b *Bot) invite(ctx context.Context, r *request, t session.Table) (session.Session, error) {
	for _, seat := range t.Seats {
		if server := r.server(); server != "" && seat.Human() && seat.Player != r.by.Player {
			barred, err := b.Records.Barred(ctx, server, seat.Player)
			if err != nil {
				return session.Session{}, err
			}
			if barred {
				return session.Session{}, session.ErrUnwelcome
			}
		}
	}
	return b.Sessions.Propose(ctx, r.by, t)
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
	for _, key := range [][2]string{{"color.red", "red"}, {"color.black", "black"}, {"side.random", "random"}} {
		name, names := localized(cat, key[0])
		side.Choices = append(side.Choices, &discordgo.ApplicationCommandOptionChoice{Name: name, NameLocalizations: names, Value: key[1]})
	}
	return side
}

func (b *Bot) clickAccept(ctx context.Context, r *request, c control, _ []string) reply {
	if err := b.mayJoin(ctx, r); err != nil {
		return r.refused(err)
	}
	se, err := b.Sessions.Accept(ctx, r.by, c.session, false)
	if err != nil {
		return r.refused(err)
	}
	return shows(se)
}

// clickNovice accepts for somebody who has never played: the men get small signs
// of how they move, and three sentences say privately what matters.
func (b *Bot) clickNovice(ctx context.Context, r *request, c control, _ []string) reply {
	if err := b.mayJoin(ctx, r); err != nil {
		return r.refused(err)
	}
	se, err := b.Sessions.Accept(ctx, r.by, c.session, true)
	if err != nil {
		return r.refused(err)
	}
	b.shower.poke(se.ID)
	return says(r.say.Say("told.novice"))
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
	buttons := []discordgo.MessageComponent{
		button(verbAccept, "control.accept", discordgo.SuccessButton),
		button(verbNovice, "control.novice", discordgo.SecondaryButton),
		button(verbDecline, "control.decline", discordgo.SecondaryButton),
	}
	if side, _ := se.SeatOf(se.Starter); se.Seats[side.Other()].Human() {
		buttons = append(buttons, button(verbNever, "control.never", discordgo.SecondaryButton))
	}
	return []discordgo.MessageComponent{row(buttons...)}
}
