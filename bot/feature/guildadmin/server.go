package guildadmin

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/view"
)

// Actions of the controls below a server's settings. They never change: messages keep them forever.
const (
	actionServer = "server"    // show the settings
	actionSet    = "serverset" // change the setting that the argument names
	actionRanks  = "ranks"     // show the roles for ranks, by feature ranks
)

// Arguments of actionSet.
const (
	setGames   = "games"
	setStart   = "start"
	setParts   = "parts"
	setChannel = "channel" // games in the channel of the message
	setDaily   = "daily"   // the puzzle of the day there
	setHour    = "hour"
)

// off is the Turn of the buttons setChannel and setDaily that switch off, so that a second press changes nothing.
const off = 1

// Values of the menu of parts, besides the names of features.
const (
	partVoices     = "voices"
	partMilestones = "milestones"
)

// clickServer replaces the message with the settings.
func (a *admin) clickServer(ctx context.Context, r *interaction.Request,
	_ discord.ControlID) (interaction.Response, error) {
	now, err := a.Guilds.Settings(ctx, r.Guild)
	if err != nil {
		return interaction.Response{}, err
	}
	return interaction.Editing(a.settingsPage(ctx, r, now))
}

// set changes the setting of a control, and shows all settings.
func (a *admin) set(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	now, err := a.Guilds.Settings(ctx, r.Guild)
	if err != nil {
		return interaction.Response{}, err
	}
	values := r.Interaction.Values
	var e guild.Edit
	known := len(values) == 1
	switch c.Arg {
	case setGames:
		var w guild.Where
		if known {
			w, known = guild.ParseWhere(values[0])
		}
		e.Games = &w
		if w == guild.ListedChannels && len(now.Channels) == 0 && !r.Thread() { // the first channel of the list
			e.Channel = r.Channel
		}
	case setStart:
		var s guild.Starters
		if known {
			s, known = guild.ParseStarters(values[0])
		}
		e.Starters = &s
	case setParts:
		e, known = a.parts(values), true
	case setChannel:
		if known = true; now.Games == guild.ListedChannels &&
			slices.Contains(now.Channels, r.Channel) == (c.Turn == off) {
			e.Channel = r.Channel
		}
	case setDaily, setHour:
		known, err = true, a.setDailyHere(ctx, r, c)
	default:
		known = false
	}
	if err != nil {
		return interaction.Response{}, err
	}
	if !known {
		return interaction.Say(r.Text.Text("refuse.control")), nil
	}
	if now, err = a.edit(ctx, r, e); err != nil {
		return interaction.Response{}, err
	}
	return interaction.Editing(a.settingsPage(ctx, r, now))
}

// parts returns the edit that switches on the values, and everything else off.
func (a *admin) parts(values []string) guild.Edit {
	silent, milestones := !slices.Contains(values, partVoices), slices.Contains(values, partMilestones)
	e := guild.Edit{Silent: &silent, Milestones: &milestones, Switched: map[string]bool{}}
	for _, name := range a.Optional {
		e.Switched[name] = slices.Contains(values, name)
	}
	return e
}

// settingsPage shows all settings of a server with controls for them.
func (a *admin) settingsPage(
	ctx context.Context,
	r *interaction.Request,
	now guild.Settings,
) (interaction.Response, error) {
	text, err := a.serverText(ctx, r, now)
	if err != nil {
		return interaction.Response{}, err
	}
	day, err := a.Daily.Server(ctx, r.Guild)
	if err != nil {
		return interaction.Response{}, err
	}
	m := discord.Message{Content: text, Rows: []discord.Row{{a.gamesMenu(r, now)}, {a.startMenu(r, now)},
		{a.partsMenu(r, now)}}}
	if day.On() {
		menu := settingSelect(r, setHour, "server.hour")
		for hour := range 24 {
			menu.Options = append(menu.Options, settingOption(r, "server.hour", fmt.Sprintf("%02d:00", hour),
				strconv.Itoa(hour), hour == day.Hour))
		}
		m.Rows = append(m.Rows, discord.Row{menu})
	}
	m.Rows = append(m.Rows, a.serverButtons(r, now, day.Channel))
	return interaction.Answer(m), nil
}

// serverText lists the settings and their values.
func (a *admin) serverText(ctx context.Context, r *interaction.Request, now guild.Settings) (string, error) {
	day, err := a.dailyText(ctx, r, now)
	if err != nil {
		return "", err
	}
	given, err := a.Roles.Ranks(ctx, r.Guild)
	if err != nil {
		return "", err
	}
	roles := r.Text.Text("server.ranks.none")
	if len(given) > 0 {
		roles = r.Text.Text("server.ranks.some", locale.Args{"Count": len(given)})
	}
	games := r.Text.Text("server.games." + now.Games.String())
	if now.Games == guild.ListedChannels { // otherwise the stored list is not in force, so it is not shown
		games += " · " + view.Channels(now.Channels)
	}
	voices := "server.voices.on"
	if now.Silent {
		voices = "server.voices.off"
	}
	milestones := "server.milestones.off"
	if now.Milestones {
		milestones = "server.milestones.on"
	}
	starters := r.Text.Text("server.start." + now.Starters.String())
	if now.Starters == guild.RoleHolders {
		starters += " · <@&" + string(now.Role) + ">"
	}
	return strings.Join([]string{r.Text.Text("server.head"),
		settingLine(r, "server.games", games),
		settingLine(r, "server.start", starters),
		settingLine(r, "server.voices", r.Text.Text(voices)),
		settingLine(r, "server.milestones", r.Text.Text(milestones)),
		settingLine(r, "server.daily", day),
		settingLine(r, "server.ranks", roles),
		settingLine(r, "server.off", a.switchedOff(r, now)),
		"-# " + r.Text.Text("server.more")}, "\n"), nil
}

// settingLine writes the name of a setting and its value.
func settingLine(r *interaction.Request, name, value string) string {
	return r.Text.Text("named.line", locale.Args{"Name": r.Text.Text(name), "Value": value})
}

// switchedOff lists the features that a server has switched off.
func (a *admin) switchedOff(r *interaction.Request, s guild.Settings) string {
	return cmp.Or(partsOff(r, s, a.Optional), r.Text.Text("server.off.none"))
}

// partsOff returns the names of those of the features that a server has switched off, "" for none.
func partsOff(r *interaction.Request, s guild.Settings, features []string) string {
	var off []string
	for _, name := range features {
		if s.MayUse(name) != nil {
			off = append(off, r.Text.Text("server.part."+name))
		}
	}
	return strings.Join(off, " · ")
}

// settingSelect returns the select menu of a setting, without options.
func settingSelect(r *interaction.Request, setting, prompt string) discord.Select {
	return discord.Select{Placeholder: r.Text.Text(prompt),
		CustomID: discord.ControlID{Action: actionSet, Arg: setting, Nonce: string(r.Event)}.String()}
}

// settingOption returns an option of such a menu. The chosen one is labelled with the setting's name too, because the
// menu then shows no placeholder.
func settingOption(r *interaction.Request, prompt, label, value string, chosen bool) discord.Option {
	if chosen {
		label = r.Text.Text("named", locale.Args{"Name": r.Text.Text(prompt), "Value": label})
	}
	return discord.Option{Label: locale.Cut(label, 100), Value: value, Default: chosen}
}

func (a *admin) gamesMenu(r *interaction.Request, now guild.Settings) discord.Select {
	menu := settingSelect(r, setGames, "server.games")
	for w := guild.SameChannel; w <= guild.ListedChannels; w++ {
		menu.Options = append(menu.Options, settingOption(r, "server.games", r.Text.Text("server.games."+w.String()),
			w.String(), w == now.Games))
	}
	return menu
}

func (a *admin) startMenu(r *interaction.Request, now guild.Settings) discord.Select {
	menu := settingSelect(r, setStart, "server.start")
	for s := guild.Everybody; s <= guild.Managers; s++ {
		if s == guild.RoleHolders && now.Role == "" { // it is named by the command
			continue
		}
		menu.Options = append(menu.Options, settingOption(r, "server.start", r.Text.Text("server.start."+s.String()),
			s.String(), s == now.Starters))
	}
	return menu
}

// partsMenu is the menu of what can be switched on or off.
func (a *admin) partsMenu(r *interaction.Request, now guild.Settings) discord.Select {
	menu := settingSelect(r, setParts, "server.parts")
	add := func(name string, on bool) {
		menu.Options = append(menu.Options, discord.Option{Label: r.Text.Text("server.part." + name), Value: name,
			Default: on})
	}
	for _, name := range a.Optional {
		add(name, now.MayUse(name) == nil)
	}
	add(partVoices, !now.Silent)
	add(partMilestones, now.Milestones)
	menu.MinValues, menu.MaxValues = -1, len(menu.Options)
	return menu
}

// serverButtons returns the buttons that change settings for the message's channel, and the one to the roles for ranks.
func (a *admin) serverButtons(r *interaction.Request, now guild.Settings, daily id.Channel) (row discord.Row) {
	add := func(c discord.ControlID, label string) {
		c.Nonce = string(r.Event)
		row = append(row, discord.Button{CustomID: c.String(), Label: r.Text.Text(label), Style: discord.Secondary})
	}
	switch listed := slices.Contains(now.Channels, r.Channel); {
	case now.Games != guild.ListedChannels || r.Thread():
	case listed:
		add(discord.ControlID{Action: actionSet, Arg: setChannel, Turn: off}, "server.channel.remove")
	default:
		add(discord.ControlID{Action: actionSet, Arg: setChannel}, "server.channel.add")
	}
	switch {
	case daily != "":
		add(discord.ControlID{Action: actionSet, Arg: setDaily, Turn: off}, "server.daily.stop")
	case !r.Thread():
		add(discord.ControlID{Action: actionSet, Arg: setDaily}, "server.daily.here")
	}
	add(discord.ControlID{Action: actionRanks}, "server.ranks")
	return row
}
