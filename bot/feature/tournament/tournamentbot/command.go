package tournamentbot

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/feature/tournament"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/start"
)

// Choices of the act of /director: those that need a member. All others are buttons of the director's page.
const (
	actPair   = "pair"
	actRemove = "remove"
	actHelper = "helper"
)

// Choices of options: minutes until a tournament starts, minutes of an arena, and days that people have to arrange
// their games.
var (
	startsIn       = []int{5, 15, 30, 60, 2 * 60, 6 * 60, 12 * 60, 24 * 60, 2 * 24 * 60, 7 * 24 * 60}
	lengths        = []int{30, 45, 60, 90}
	arrangingTimes = []int{7 * 24 * 60, 14 * 24 * 60, 30 * 24 * 60}
)

func options(t interaction.Texts) []discord.CommandOption {
	const name = "tournament"
	rounds := make([]int, tournament.MaxRounds-tournament.MinRounds+1)
	for i := range rounds {
		rounds[i] = tournament.MinRounds + i
	}
	number := func(_ *locale.Localizer, n int) string { return strconv.Itoa(n) }
	return []discord.CommandOption{
		t.Pick(name, "system", interaction.Keyed(t, "tournament.system.", tournament.Systems)...),
		t.Typed(name, "name", maxName),
		start.ClockOption(t, name, func(timing match.TimeControl) bool { return !timing.None() }),
		t.Pick(name, "rounds", interaction.Choices(t, rounds, strconv.Itoa, number)...),
		t.Pick(
			name,
			"length",
			interaction.Choices(t, slices.Concat(lengths, arrangingTimes), strconv.Itoa, lengthText)...),
		t.Pick(name, "start", interaction.Choices(t, startsIn, strconv.Itoa, startText)...),
		start.RatedOption(t, name), start.CharacterOption(t, name, "filler"),
		t.Pick(name, "vacations", t.Choices("tournament.event.", "yes", "no")...),
		t.Pick(name, "event", t.Choices("tournament.event.", "yes", "no")...), whichOption(t, name)}
}

func lengthText(l *locale.Localizer, minutes int) string {
	return spanText(l, "tournament.for.", minutes)
}
func startText(l *locale.Localizer, minutes int) string {
	return spanText(l, "tournament.in.", minutes)
}

func directorOptions(t interaction.Texts) []discord.CommandOption {
	const name = "director"
	return []discord.CommandOption{t.Pick(name, "act", t.Choices("tournament.act.", actPair, actRemove, actHelper)...),
		t.Option(name, "user", discord.UserOption),
		t.Option(name, "other", discord.UserOption), whichOption(t, name)}
}

// whichOption is the option that names a tournament of the server.
func whichOption(t interaction.Texts, command string) discord.CommandOption {
	which := t.Option(command, "which", discord.StringOption)
	which.Autocomplete = true
	return which
}

// spanText writes a number of minutes in the largest whole unit.
func spanText(l *locale.Localizer, prefix string, minutes int) string {
	switch {
	case minutes%(24*60) == 0:
		return l.Text(prefix+"days", locale.Args{"Count": minutes / 24 / 60})
	case minutes%60 == 0:
		return l.Text(prefix+"hours", locale.Args{"Count": minutes / 60})
	}
	return l.Text(prefix+"minutes", locale.Args{"Count": minutes})
}

// command creates a tournament if a system is chosen. Else it posts the card of the named one again, or links it if it
// is in another channel, or lists the server's tournaments.
func (f *feat) command(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	if r.Guild == "" {
		return interaction.Response{}, start.ErrDirectMessage
	}
	if slices.Contains(tournament.Systems, tournament.System(r.Options["system"])) {
		return f.create(ctx, r)
	}
	if r.Options["which"] == "" {
		return f.list(ctx, r)
	}
	t, err := f.chosen(ctx, r)
	if err != nil {
		return interaction.Response{}, err
	}
	if t.Channel != r.Channel { // a card stays in its channel
		row, _, err := f.Cards.Row(ctx, t.Subject())
		return interaction.Say(r.Text.Text("tournament.there",
			locale.Args{"Link": start.Link(t.Guild, t.Channel, row.Message)})), err
	}
	return interaction.Response{Card: &interaction.Show{Subject: t.Subject(), Repost: true}}, nil
}

// director runs an act of the director command, or shows the director's page.
func (f *feat) director(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	if r.Guild == "" {
		return interaction.Response{}, start.ErrDirectMessage
	}
	t, err := f.chosen(ctx, r)
	if err != nil {
		return interaction.Response{}, err
	}
	user, other := id.Player(r.Options["user"]), id.Player(r.Options["other"])
	switch r.Options["act"] {
	case actPair:
		return f.byHand(ctx, r, &t, user, other)
	case actRemove:
		return confirm(r, "tournament.did.removed", user, "")(f.Tournaments.Remove(ctx, actor(r), t.ID, user))
	case actHelper:
		return f.helper(ctx, r, &t, user)
	}
	return f.directPage(ctx, r, &t, 0)
}

// create creates a tournament and answers with its card.
func (f *feat) create(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	if r.NoThreads() {
		return interaction.Say(r.Text.Text("tournament.refuse.thread")), nil
	}
	boards, threads := discord.MissingPermissions(r.BotPermissions())
	if lacking := append(boards, threads...); r.BotPermissions() >= 0 && len(lacking) > 0 {
		return interaction.Response{}, &start.PermissionError{Names: discord.Bold(lacking)}
	}
	p := plan(r)
	if minutes, err := strconv.Atoi(r.Options["start"]); err == nil && slices.Contains(startsIn, minutes) {
		p.Starts = f.DB.Now().Add(time.Duration(minutes) * time.Minute)
	}
	if p.Rests && !tournament.MayLetRest(p.Timing) {
		return interaction.Say(r.Text.Text("tournament.refuse.rests")), nil
	}
	if p.Event = r.Options["event"] == "yes"; p.Event {
		if why := eventRefusal(r, &p); why != "" {
			return interaction.Say(r.Text.Text("tournament.refuse.event." + why)), nil
		}
	}
	if (p.System == tournament.Arena || p.System == tournament.Arranged) && !p.Timing.Live() {
		return interaction.Say(r.Text.Text("tournament.refuse.live")), nil
	}
	return f.Start.Launch(ctx, r, start.Launch{NoThread: true, Start: func(ctx context.Context, g id.Guild,
		c id.Channel) (id.Subject, error) {
		p.Guild, p.Channel = g, c
		made, err := f.Tournaments.Create(ctx, actor(r), p)
		return made.Tournament.Subject(), err
	}})
}

// plan returns the plan that the command's options describe.
func plan(r *interaction.Request) tournament.Plan {
	p := tournament.Plan{System: tournament.System(r.Options["system"]), Name: strings.TrimSpace(r.Options["name"]),
		Locale: r.Locale, Casual: r.Options["rated"] == "no", Rests: r.Options["vacations"] == "yes"}
	var ok bool
	if p.Timing, ok = match.ParseTimeControl(r.Options["clock"]); !ok || p.Timing.None() {
		p.Timing, _ = match.ParseTimeControl("10+5")
		if p.System == tournament.Simul { // the host has too many boards for a live clock
			p.Timing = match.TimeControl{Days: 1}
		}
	}
	if level, ok := character.Parse(r.Options["filler"]); ok && p.System == tournament.Swiss {
		p.Filler = level.Digit()
	}
	if n, err := strconv.Atoi(r.Options["rounds"]); err == nil && tournament.MinRounds <= n &&
		n <= tournament.MaxRounds {
		p.Rounds = n
	}
	minutes, err := strconv.Atoi(r.Options["length"])
	arena := slices.Contains(lengths, minutes)
	switch {
	case p.System == tournament.Arena && (err != nil || !arena):
		minutes = 60
	case p.System == tournament.Arranged && (err != nil || arena ||
		!slices.Contains(arrangingTimes, minutes)):
		minutes = 14 * 24 * 60
	}
	p.Length = time.Duration(minutes) * time.Minute
	return p
}

// maxListed is how many tournaments a list has: their links fill a message.
const maxListed = 10

// list names the tournaments of a server.
func (f *feat) list(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	all, err := f.Tournaments.InGuild(ctx, r.Guild, maxListed)
	if err != nil {
		return interaction.Response{}, err
	}
	reader := f.Readers.For(r)
	if len(all) == 0 {
		return interaction.Say(reader.Text("tournament.none")), nil
	}
	lines := []string{reader.Text("tournament.list")}
	for i := range all {
		t := &all[i]
		row, _, err := f.Cards.Row(ctx, t.Subject())
		if err != nil {
			return interaction.Response{}, err
		}
		lines = append(lines, "- [**"+locale.Plain(title(reader.Localizer, t), maxName)+"**]("+
			start.Link(t.Guild, t.Channel, row.Message)+") · "+systemText(reader, t)+" · "+
			reader.Text("tournament.state."+string(t.State)))
	}
	lines = append(lines, reader.Text("tournament.list.new"))
	return interaction.Say(locale.Cut(strings.Join(lines, "\n"), discord.MaxContent)), nil
}

// chosen returns the tournament that a command is about: the one whose id was chosen, else one whose name has the typed
// text, else any. It prefers this channel's, then the latest.
func (f *feat) chosen(ctx context.Context, r *interaction.Request) (tournament.Tournament, error) {
	which := r.Options["which"]
	if which != "" {
		if t, err := f.inGuild(ctx, r, id.Match(which)); !errors.Is(err, tournament.ErrNone) {
			return t, err
		}
	}
	all, err := f.Tournaments.InGuild(ctx, r.Guild, maxListed)
	if err != nil {
		return tournament.Tournament{}, err
	}
	var of id.Match
	for i := range all {
		if !named(r, &all[i], which) {
			continue
		}
		if of == "" || all[i].Channel == r.Channel {
			of = all[i].ID
		}
		if all[i].Channel == r.Channel {
			break
		}
	}
	return f.inGuild(ctx, r, of)
}

// named reports whether a tournament's name, as this user sees it, contains the typed text.
func named(r *interaction.Request, t *tournament.Tournament, typed string) bool {
	return strings.Contains(strings.ToLower(locale.Visible(title(r.Text, t), maxName)),
		strings.ToLower(strings.TrimSpace(typed)))
}

// inGuild returns a tournament of the server of a request.
func (f *feat) inGuild(ctx context.Context, r *interaction.Request, of id.Match) (tournament.Tournament, error) {
	t, err := f.Tournaments.Get(ctx, of)
	if err == nil && t.Guild != r.Guild {
		err = tournament.ErrNone
	}
	return t, err
}

// complete offers the tournaments of the server.
func (f *feat) complete(ctx context.Context, r *interaction.Request) (choices []discord.Choice, err error) {
	if r.Guild == "" {
		return nil, nil
	}
	all, err := f.Tournaments.InGuild(ctx, r.Guild, discord.MaxOptions)
	for i := range all {
		if named(r, &all[i], r.Options["which"]) {
			choices = append(choices, discord.Choice{Name: discord.Text{Default: locale.Visible(title(r.Text, &all[i]),
				maxName)}, Value: string(all[i].ID)})
		}
	}
	return choices, err
}
