package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/board"
	"yeye/bot/old/locale"
	"yeye/bot/session"
)

// The verbs of a moderator's controls.
const (
	verbRule   = "rule"   // choose the session that an act is about
	verbStrike = "strike" // delete one, for the moderator who was asked whether to
)

// moderatorActs is what a moderator can do, as the command's choices have it.
var moderatorActs = []string{"end", "pause", "resume", "delete", "bar", "lift", "record"}

// rulings is what some acts decide about the session of the place.
var rulings = map[string]session.Ruling{"end": session.RuledOver, "pause": session.Held, "resume": session.NoRuling, "delete": session.Struck}

var moderateCommand = command{
	name:  "moderate",
	needs: discordgo.PermissionManageMessages,
	options: func(cat *locale.Catalog) []*discordgo.ApplicationCommandOption {
		act := option(cat, "moderate", "act", discordgo.ApplicationCommandOptionString)
		act.Required = true
		for _, a := range moderatorActs {
			act.Choices = append(act.Choices, choice(cat, "moderate.", a))
		}
		return []*discordgo.ApplicationCommandOption{act, option(cat, "moderate", "user", discordgo.ApplicationCommandOptionUser)}
	},
	run: (*Bot).moderate,
}

// moderates reports whether the person manages messages here. Discord shows them
// the command only then, but a server can change that, and controls are for
// everybody to press.
func (r *request) moderates() bool { return r.holds(discordgo.PermissionManageMessages) }

// moderate does what a moderator asks and confirms it privately.
func (b *Bot) moderate(ctx context.Context, r *request) reply {
	if !r.moderates() {
		return says(r.say.Say("refuse.moderator"))
	}
	act := r.options["act"]
	switch act {
	case "bar", "lift":
		return b.barOrLift(ctx, r, act)
	case "record":
		return b.moderated(ctx, r)
	}
	ruling, known := rulings[act]
	if !known {
		return says(r.say.Say("refuse.control"))
	}
	here, err := b.Records.Here(ctx, r.place, mostChoices)
	if err == nil && len(here) == 0 {
		err = session.ErrNoSession
	}
	if err != nil {
		return r.refused(err)
	}
	meant := slices.DeleteFunc(slices.Clone(here), func(se session.Session) bool { return !se.Rulable(ruling) })
	switch len(meant) {
	case 0:
		return b.rule(ctx, r, here[0], act) // which says what is the matter
	case 1:
		return b.rule(ctx, r, meant[0], act)
	}
	return r.whichGame(act, meant)
}

// rule does an act to a session, or asks first where it cannot be undone.
func (b *Bot) rule(ctx context.Context, r *request, se session.Session, act string) reply {
	if rulings[act] == session.Struck {
		return b.askStrike(r, se)
	}
	return b.ruling(ctx, r, se.ID, act, rulings[act])
}

// whichGame asks which of several games here an act is about.
func (r *request) whichGame(act string, games []session.Session) reply {
	menu := discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, Placeholder: r.say.Say("control.which"),
		CustomID: control{verb: verbRule, arg: act, salt: r.by.Event}.String()}
	for i := range games {
		se := &games[i]
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{Label: versus(r.say, se.Seats), Value: string(se.ID),
			Description: r.say.Say("moderate.state."+stateOf(se), locale.Args{"Number": se.Game.Position().MoveNumber()})})
	}
	return reply{text: r.say.Say("moderate.which", locale.Args{"Act": r.say.Say("moderate." + act)}), rows: []discordgo.MessageComponent{row(menu)}}
}

// stateOf is where a session is in its life, as a moderator sees it.
func stateOf(se *session.Session) string {
	switch {
	case se.Status == session.Open:
		return "open"
	case se.Status == session.Resting && se.Ruling == session.Held:
		return "held"
	case se.Status == session.Resting:
		return "resting"
	case se.Status == session.Proposed:
		return "proposed"
	}
	return "over"
}

// stillHere is a session that a moderator was asked about, if it is still in this place.
func (b *Bot) stillHere(ctx context.Context, r *request, id session.ID) (session.Session, error) {
	se, err := b.Sessions.Get(ctx, id)
	if err == nil && se.Place != r.place {
		err = session.ErrStale // it was brought elsewhere, where somebody else may moderate
	}
	return se, err
}

// clickRule does an act to the game that was chosen, if it is of this place.
func (b *Bot) clickRule(ctx context.Context, r *request, c control, values []string) reply {
	if !r.moderates() {
		return says(r.say.Say("refuse.moderator"))
	}
	if _, known := rulings[c.arg]; !known || len(values) != 1 {
		return says(r.say.Say("refuse.control"))
	}
	se, err := b.stillHere(ctx, r, session.ID(values[0]))
	if err != nil {
		return r.refused(err)
	}
	a := b.rule(ctx, r, se, c.arg)
	a.replace = true
	return a
}

// ruling decides about a session, records it and confirms it; the card shows it.
func (b *Bot) ruling(ctx context.Context, r *request, id session.ID, act string, ruling session.Ruling) reply {
	se, err := b.Sessions.Rule(ctx, r.by, id, ruling)
	if err != nil {
		return r.refused(err)
	}
	err = b.Records.Record(ctx, board.Act{Server: r.server(), Place: se.Place, Session: id, By: r.by.Player, Kind: act})
	if err != nil { // who did it stands in the session as well
		r.log.Error("moderation not recorded", "act", act, "session", id, "err", err)
	}
	r.log.Info("moderated", "act", act, "session", id)
	b.agenda.Wake()
	b.shower.poke(id)
	return says(r.say.Say("moderate.done." + act))
}

// askStrike asks whether to delete a session: that cannot be undone.
func (b *Bot) askStrike(r *request, se session.Session) reply {
	return reply{
		text: r.say.Say("moderate.ask.delete", locale.Args{"Red": plainName(r.say, se.Seats[0]), "Black": plainName(r.say, se.Seats[1])}),
		rows: []discordgo.MessageComponent{row(discordgo.Button{
			CustomID: control{verbStrike, se.ID, se.Turn, string(r.by.Player), ""}.String(),
			Label:    r.say.Say("control.strike"), Style: discordgo.DangerButton})},
	}
}

// clickStrike deletes the session, if it is of this place, for the moderator who was
// asked.
func (b *Bot) clickStrike(ctx context.Context, r *request, c control, _ []string) reply {
	if !r.moderates() || string(r.by.Player) != c.arg {
		return says(r.say.Say("refuse.moderator"))
	}
	se, err := b.stillHere(ctx, r, c.session)
	if err != nil {
		return r.refused(err)
	}
	a := b.ruling(ctx, r, se.ID, "delete", session.Struck)
	a.replace = true
	return a
}

// barOrLift bars a member from playing on this server, or lifts that.
func (b *Bot) barOrLift(ctx context.Context, r *request, act string) reply {
	who := session.PlayerID(r.options["user"])
	if who == "" {
		return says(r.say.Say("refuse.nouser"))
	}
	if u := r.user(who); u != nil && u.Bot {
		return says(r.say.Say("refuse.bot"))
	}
	a := board.Act{Server: r.server(), Place: r.place, By: r.by.Player, Kind: act, Player: who}
	args := locale.Args{"Name": plainName(r.say, session.Seat{Player: who, Name: r.nameOf(who)})}
	var changed bool
	var err error
	if act == "bar" {
		changed, err = b.Records.Bar(ctx, a, r.nameOf(who))
	} else {
		changed, err = b.Records.Unbar(ctx, a)
	}
	if err != nil {
		return r.refused(err)
	}
	if !changed {
		return says(r.say.Say("moderate.already."+act, args))
	}
	r.log.Info("moderated", "act", act, "whom", who)
	return says(r.say.Say("moderate.done."+act, args))
}

// How much of the record is shown: what fits a message with room to spare.
const (
	actsShown = 10
	barsShown = 20
)

// moderated is what moderators did last on this server, and who is barred.
func (b *Bot) moderated(ctx context.Context, r *request) reply {
	acts, err := b.Records.Acts(ctx, r.server(), actsShown)
	if err != nil {
		return r.refused(err)
	}
	bars, err := b.Records.Bars(ctx, r.server(), barsShown)
	if err != nil {
		return r.refused(err)
	}
	lines := []string{r.say.Say("moderate.record.head")}
	for _, a := range acts {
		about := "<#" + string(a.Place) + ">"
		if a.Player != "" {
			about = "<@" + string(a.Player) + ">"
		}
		by := r.say.Say("seat.gone")
		if a.By != "" {
			by = "<@" + string(a.By) + ">"
		}
		lines = append(lines, fmt.Sprintf("- <t:%d:R> %s: %s %s", a.At.Unix(), by, r.say.Say("moderate."+a.Kind), about))
	}
	if len(acts) == 0 {
		lines = append(lines, r.say.Say("moderate.record.none"))
	}
	if len(bars) > 0 {
		var names []string
		for _, s := range bars {
			names = append(names, "<@"+string(s.Player)+">")
		}
		lines = append(lines, r.say.Say("moderate.record.bars", locale.Args{"Names": strings.Join(names, " ")}))
	}
	return says(strings.Join(lines, "\n"))
}
