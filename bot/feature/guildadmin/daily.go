package guildadmin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"yeye/bot/discord"
	"yeye/bot/feature/daily"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/view"
)

// errNoDaily refuses an hour or a time zone for the puzzle of the day while it has no channel.
var errNoDaily = errors.New("the puzzle of the day has no channel")

// missingError refuses a channel in which the bot lacks permissions for the puzzle of the day.
type missingError struct {
	channel id.Channel
	names   string // of the permissions, in bold
}

func (e *missingError) Error() string { return "the bot lacks permissions in a channel: " + e.names }

// channelsTimeout bounds the request for a server's channels.
const channelsTimeout = 10 * time.Second

// defaultHour is when the puzzle of the day is posted, unless a server chooses another hour.
const defaultHour = 8

// editDaily checks a change of where and when the puzzle of the day is posted, and returns set, which stores it. An
// argument that is "" changes nothing. It fails with [daily.ErrZone], errNoDaily or, for the channel of the request, a
// [*missingError].
func (a *admin) editDaily(ctx context.Context, r *interaction.Request, channel id.Channel,
	hour, zone string) (set func(context.Context) error, _ error) {
	if channel == "" && hour == "" && zone == "" {
		return func(context.Context) error { return nil }, nil
	}
	edited, err := a.Daily.Server(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	if edited.Channel == "" {
		edited.Hour, edited.Zone = defaultHour, daily.UsualZone(r.Text.Tag())
	}
	if channel != "" {
		edited.Channel, edited.Locale = channel, r.Text.Tag()
	}
	if edited.Channel == "" {
		return nil, errNoDaily
	}
	if lacking := r.MissingPermissions(); channel == r.Channel && lacking != "" {
		return nil, &missingError{channel, lacking}
	}
	if n, err := strconv.Atoi(hour); err == nil {
		edited.Hour = n
	}
	edited.Zone = cmp.Or(zone, edited.Zone)
	if err := edited.Check(); err != nil {
		return nil, err
	}
	return func(ctx context.Context) error {
		if err := a.Daily.Enable(ctx, edited); err != nil {
			return err
		}
		a.Wake()
		return nil
	}, nil
}

// checkPermissions refuses a channel in which the bot is known to lack permissions for posts, with a [*missingError].
func (a *admin) checkPermissions(ctx context.Context, r *interaction.Request, to id.Channel) error {
	ctx, cancel := context.WithTimeout(ctx, channelsTimeout)
	defer cancel()
	all, err := a.REST.Channels(ctx, r.Guild, a.Connection.Self())
	if err != nil {
		a.Logger.Warn("cannot look up who may write in a channel", "channel", to, "err", err)
		return nil // unknown: the first post will show
	}
	for _, c := range all {
		if lacking := discord.Bold(discord.MissingHere(c.Permissions, false)); c.ID == to && lacking != "" {
			return &missingError{to, lacking}
		}
	}
	return nil
}

// setDailyHere handles a control of the puzzle of the day: it starts the puzzle in the control's channel, stops it, or
// changes its hour to the chosen one.
func (a *admin) setDailyHere(ctx context.Context, r *interaction.Request, c discord.ControlID) error {
	channel, hour := r.Channel, ""
	switch {
	case c.Arg == setHour:
		channel, hour = "", r.Selected()
	case c.Turn == off:
		return a.Daily.Disable(ctx, r.Guild)
	}
	set, err := a.editDaily(ctx, r, channel, hour, "")
	if err != nil {
		return err
	}
	return set(ctx)
}

// dailyText says where and when the puzzle of the day is posted.
func (a *admin) dailyText(ctx context.Context, r *interaction.Request, now guild.Settings) (string, error) {
	s, err := a.Daily.Server(ctx, r.Guild)
	channel := "<#" + string(s.Channel) + ">"
	switch {
	case err != nil:
		return "", err
	case s.Channel == "":
		return r.Text.Text("server.daily.none"), nil
	case !s.On():
		return r.Text.Text("server.daily.refused", locale.Args{"Channel": channel}), nil
	}
	if off := partsOff(r, now, daily.Features); off != "" {
		return r.Text.Text("server.daily.off", locale.Args{"Channel": channel, "Parts": off}), nil
	}
	next, err := a.Daily.Next(ctx, s)
	if err != nil {
		return "", err
	}
	return r.Text.Text("server.daily.at", locale.Args{"Channel": channel, "Hour": fmt.Sprintf("%02d:00", s.Hour),
		"Zone": s.Zone}) + " · " +
		r.Text.Text("server.daily.next", locale.Args{"When": view.Relative(next)}), nil
}

// completeZone offers the time zones that match the typed text, each with its current time.
func (a *admin) completeZone(_ context.Context, r *interaction.Request) (choices []discord.Choice, err error) {
	for _, name := range daily.FindZones(r.Options["zone"], discord.MaxOptions) {
		text := r.Text.Text("server.zone.choice", locale.Args{"Zone": name, "Now": daily.ClockIn(name, a.Now())})
		choices = append(choices, discord.Choice{Name: discord.Text{Default: text}, Value: name})
	}
	return choices, nil
}
