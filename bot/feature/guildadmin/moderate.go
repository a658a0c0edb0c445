package guildadmin

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/challenge"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/bot/player"
)

// Actions of a moderator's controls. They never change: messages keep them forever.
const (
	actionRule   = "rule"   // choose the game that an action applies to
	actionDelete = "strike" // delete a game, for the moderator who was asked to confirm
	actionReview = "review" // assess how a player plays, by feature review; its argument is the player
)

// acts lists the choices of /moderate's option act.
var acts = []string{"end", "pause", "resume", "delete", "bar", "lift", "review", "record"}

// aboutPlayers lists the acts that are about a player and not about a game.
var aboutPlayers = []string{"bar", "lift", "review"}

// overMembers returns the doors of the acts that concern members, which need the permission to moderate members.
func overMembers() map[string]door.Door {
	doors := map[string]door.Door{"act=record": door.MemberModerators.Alone()}
	for _, act := range aboutPlayers {
		doors["act="+act] = door.MemberModerators.Alone()
	}
	return doors
}

// rulings maps the actions that decide about a game of the channel to their rulings.
var rulings = map[string]match.Ruling{
	"end":    match.EndedByModerator,
	"pause":  match.PausedByModerator,
	"resume": match.NoRuling,
	"delete": match.DeletedByModerator,
}

func moderateOptions(t interaction.Texts) []discord.CommandOption {
	act := t.Pick("moderate", "act", t.Choices("moderate.", acts...)...)
	act.Required = true
	return []discord.CommandOption{act, t.Option("moderate", "user", discord.UserOption),
		t.Pick("moderate", "duration", t.Choices("moderate.for.", "1d", "3d", "7d", "30d")...),
		t.Typed("moderate", "reason", maxReason)}
}

// durations maps the choices of the option duration to how long a bar lasts; without the option it lasts until lifted.
var durations = map[string]time.Duration{"1d": 24 * time.Hour, "3d": 3 * 24 * time.Hour, "7d": 7 * 24 * time.Hour,
	"30d": 30 * 24 * time.Hour}

// maxReason is the longest reason, in characters.
const maxReason = 60

// target is a game or challenge that a moderator may decide about.
type target struct {
	id      id.Match
	channel id.Channel
	seats   [2]match.Seat
	number  int
	turn    int64
	state   string
	asking  string // text key of the question before deletion
	rulable func(match.Ruling) bool
}

func targetOfMatch(m match.Match) target {
	asking := "moderate.ask.delete"
	if m.Status == match.Ended { // it may have counted
		asking = "moderate.ask.delete.over"
	}
	return target{m.ID, m.Channel, m.Seats, m.MoveNumber(), m.Turn, stateOf(&m), asking, m.Rulable}
}

func targetOfChallenge(c challenge.Challenge) target {
	state := "over"
	if c.Status == challenge.Waiting {
		state = "proposed"
	}
	return target{c.ID, c.Channel, c.Seats, 1, 1, state, "moderate.ask.delete.challenge", c.Rulable}
}

// stateOf returns the state of a match as a moderator sees it.
func stateOf(m *match.Match) string {
	switch {
	case m.Status == match.Open:
		return "open"
	case m.Paused():
		return "held"
	case m.Status == match.Adjourned:
		return "adjourned"
	}
	return "over"
}

// moderate does what a moderator asks and confirms it privately.
func (a *admin) moderate(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	act := r.Options["act"]
	switch act {
	case "bar", "lift":
		return a.barOrLift(ctx, r, act)
	case "record":
		return a.record(ctx, r)
	case "review":
		return a.review(r)
	}
	ruling, known := rulings[act]
	if !known {
		return interaction.Say(r.Text.Text("refuse.control")), nil
	}
	candidates, err := a.inChannel(ctx, r.Channel)
	if err != nil {
		return interaction.Response{}, err
	}
	rulable := slices.DeleteFunc(slices.Clone(candidates), func(o target) bool { return !o.rulable(ruling) })
	switch len(rulable) {
	case 0:
		return a.rule(ctx, r, candidates[0], act) // the error says why not
	case 1:
		return a.rule(ctx, r, rulable[0], act)
	}
	return a.askWhich(r, act, rulable), nil
}

// inChannel returns the games and challenges of a channel: games in progress, challenges, adjourned games, games that a
// moderator paused, finished ones. It has all paused games, but only the latest of the adjourned and finished ones.
func (a *admin) inChannel(ctx context.Context, channel id.Channel) ([]target, error) {
	matches, err := a.Matches.ByChannel(ctx, channel, discord.MaxOptions)
	if err != nil {
		return nil, err
	}
	challenges, err := a.Challenges.ByChannel(ctx, channel, discord.MaxOptions)
	if err != nil {
		return nil, err
	}
	paused, err := a.Matches.PausedIn(ctx, channel)
	if err != nil {
		return nil, err
	}
	var all []target
	add := func(o target) {
		// accepted challenges are matches, and paused ones may be among the latest
		if !slices.ContainsFunc(all, func(other target) bool { return other.id == o.id }) {
			all = append(all, o)
		}
	}
	for _, m := range slices.Concat(matches, paused) {
		add(targetOfMatch(m))
	}
	for _, c := range challenges {
		add(targetOfChallenge(c))
	}
	if len(all) == 0 {
		return nil, match.ErrNoMatch
	}
	order := func(o target) int {
		return slices.Index([]string{"open", "proposed", "adjourned", "held", "over"}, o.state)
	}
	slices.SortStableFunc(all, func(x, y target) int { return order(x) - order(y) })
	return all, nil
}

// rule applies an action to a game, or asks first if it cannot be undone.
func (a *admin) rule(ctx context.Context, r *interaction.Request, o target, act string) (interaction.Response, error) {
	if rulings[act] == match.DeletedByModerator && o.rulable(match.DeletedByModerator) {
		return a.askDelete(r, o), nil
	}
	return a.Moderation.Rule(ctx, r, o.id, act, rulings[act])
}

// askWhich asks to which of several games of the channel an action applies.
func (a *admin) askWhich(r *interaction.Request, act string, all []target) interaction.Response {
	w := a.Readers.For(r).Words
	menu := discord.Select{Placeholder: w.Text("control.which"),
		CustomID: discord.ControlID{Action: actionRule, Arg: act, Nonce: string(r.Event)}.String()}
	for _, o := range all[:min(len(all), discord.MaxOptions)] {
		menu.Options = append(menu.Options, discord.Option{Label: view.MatchTitle(w, o.seats), Value: string(o.id),
			Description: w.Text("moderate.state."+o.state, locale.Args{"Number": o.number})})
	}
	return interaction.Answer(discord.Message{Content: w.Text("moderate.which",
		locale.Args{"Act": w.Text("moderate." + act)}), Rows: []discord.Row{{menu}}})
}

// stillHere loads the game of a control, or fails with match.ErrStale if it has been transferred to another channel,
// which may have other moderators.
func (a *admin) stillHere(ctx context.Context, r *interaction.Request, of id.Match) (target, error) {
	m, err := a.Matches.Get(ctx, of)
	o := target{}
	if err == nil {
		o = targetOfMatch(m)
	} else if c, failed := a.Challenges.Get(ctx, of); failed == nil {
		o, err = targetOfChallenge(c), nil
	}
	if err == nil && o.channel != r.Channel {
		err = match.ErrStale
	}
	return o, err
}

// clickRule applies an action to the chosen game.
func (a *admin) clickRule(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	of := id.Match(r.Selected())
	if _, known := rulings[c.Arg]; !known || of == "" {
		return interaction.Say(r.Text.Text("refuse.control")), nil
	}
	o, err := a.stillHere(ctx, r, of)
	if err != nil {
		return interaction.Response{}, err
	}
	return interaction.Editing(a.rule(ctx, r, o, c.Arg))
}

// askDelete asks whether to delete a game or challenge: a deletion is final, and ratings that a game has changed stay.
func (a *admin) askDelete(r *interaction.Request, o target) interaction.Response {
	w := a.Readers.For(r).Words
	return interaction.Answer(discord.Message{
		Content: w.Text(o.asking, locale.Args{"Red": view.PlainName(w, o.seats[0]),
			"Black": view.PlainName(w, o.seats[1])}),
		Rows: []discord.Row{{discord.ControlID{Action: actionDelete, ID: o.id, Turn: o.turn,
			Arg: string(r.Player)}.Button(w.Text("control.strike"), discord.Danger)}},
	})
}

// clickDelete deletes the game, for the moderator who was asked.
func (a *admin) clickDelete(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	if string(r.Player) != c.Arg {
		return interaction.Response{}, start.ErrNotModerator
	}
	o, err := a.stillHere(ctx, r, c.ID)
	if err != nil {
		return interaction.Response{}, err
	}
	return interaction.Editing(a.Moderation.Rule(ctx, r, o.id, "delete", match.DeletedByModerator))
}

// errNoUser refuses an act that needs the option user, if it is missing.
var errNoUser = errors.New("the option user is missing")

// namedMember returns the member in the option user, and their name as it is written in answers.
func (a *admin) namedMember(r *interaction.Request) (who player.Named, name string, err error) {
	who.Player = id.Player(r.Options["user"])
	if who.Player == "" {
		return who, "", errNoUser
	}
	u, _ := r.User(who.Player)
	if u.Bot {
		return who, "", start.ErrBot
	}
	who.Name = u.Name
	return who, view.PlainName(a.Readers.For(r).Words, match.Seat{Player: who.Player, Name: who.Name}), nil
}

// barOrLift bars a member from playing on this server, or lifts a bar.
func (a *admin) barOrLift(ctx context.Context, r *interaction.Request, act string) (interaction.Response, error) {
	who, name, err := a.namedMember(r)
	if err != nil {
		return interaction.Response{}, err
	}
	if act == "lift" && who.Player == r.Player {
		return interaction.Say(r.Text.Text("refuse.ownbar")), nil
	}
	args := locale.Args{"Name": name}
	var changed bool
	done := "moderate.done." + act
	if act == "bar" {
		b := guild.Bar{Named: who, Reason: locale.Plain(r.Options["reason"], maxReason)}
		if length, limited := durations[r.Options["duration"]]; limited {
			b.Until = a.Now().Add(length)
			args["Until"] = view.Relative(b.Until)
			done += ".until"
		}
		changed, err = a.Matches.Policy().Bar(ctx, r.Player, r.Channel, r.Guild, b)
	} else {
		changed, err = a.Matches.Policy().Lift(ctx, r.Player, r.Channel, r.Guild, who.Player)
	}
	switch {
	case err != nil:
		return interaction.Response{}, err
	case !changed:
		return interaction.Say(r.Text.Text("moderate.already."+act, args)), nil
	}
	r.Log.Info("moderated", "act", act, "whom", who.Player)
	return interaction.Say(r.Text.Text(done, args)), nil
}

// review explains reviews, with a button that starts one.
func (a *admin) review(r *interaction.Request) (interaction.Response, error) {
	who, name, err := a.namedMember(r)
	if err != nil {
		return interaction.Response{}, err
	}
	button := discord.ControlID{Action: actionReview, Arg: string(who.Player)}.Button(r.Text.Text("control.review"),
		discord.Primary)
	return interaction.Answer(discord.Message{Content: r.Text.Text("moderate.ask.review", locale.Args{"Name": name}),
		Rows: []discord.Row{{button}}}), nil
}

// Maximum numbers of entries of the record that are shown; fewer if they do not fit a message.
const (
	actsShown = 10
	barsShown = 20
)

// record shows the latest actions of moderators on this server, and who is barred.
func (a *admin) record(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	entries, err := a.Guilds.Moderation(ctx, r.Guild, actsShown)
	if err != nil {
		return interaction.Response{}, err
	}
	bars, err := a.Guilds.Bars(ctx, r.Guild, barsShown)
	if err != nil {
		return interaction.Response{}, err
	}
	lines := []string{r.Text.Text("moderate.record.head")}
	for _, e := range entries {
		about := "<#" + string(e.Channel) + ">"
		switch {
		case e.Player != "":
			about = "<@" + string(e.Player) + ">"
		case slices.Contains(aboutPlayers, e.Act): // the player has been erased
			about = r.Text.Text("seat.gone")
		}
		by := r.Text.Text("seat.gone")
		if e.By != "" {
			by = "<@" + string(e.By) + ">"
		}
		lines = append(lines, fmt.Sprintf("- %s %s: %s %s", view.Relative(e.At), by, r.Text.Text("moderate.did."+e.Act),
			about))
	}
	if len(entries) == 0 {
		lines = append(lines, r.Text.Text("moderate.record.none"))
	}
	if len(bars) > 0 {
		lines = append(lines, r.Text.Text("moderate.record.bars"))
		for _, b := range bars {
			lines = append(lines, "- "+barText(r.Text, &b))
		}
	}
	return interaction.Say(locale.Lines(lines, discord.MaxContent)), nil
}

// barText says who is barred, until when and why.
func barText(t *locale.Localizer, b *guild.Bar) string {
	text := "<@" + string(b.Player) + ">"
	if !b.Until.IsZero() {
		text += " · " + t.Text("moderate.record.until", locale.Args{"Until": view.Relative(b.Until)})
	}
	if b.Reason != "" {
		text += " (" + b.Reason + ")"
	}
	return text
}
