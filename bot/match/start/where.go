package start

import (
	"cmp"
	"context"
	"errors"
	"time"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
)

// Beginning is something that is to begin in a channel.
type Beginning struct {
	Name string // of its thread; "" means that it never gets one
	// Start begins it in a channel.
	Start func(ctx context.Context, guild id.Guild, channel id.Channel) (id.Subject, error)
	// May returns the error with which Start would refuse in a vacant channel, checked before a thread is opened; nil for no check.
	May func(ctx context.Context) error
	// Here means that an occupied channel refuses it, and no thread is opened instead.
	Here bool
	// Taken answers if something of the player's own occupies the channel; ok is false if it does not.
	Taken func(ctx context.Context, there *match.OccupiedError) (a interaction.Response, ok bool, err error)
}

// Begin begins something in accordance with the server's settings: for users who may, in channels for games, in a thread if each
// game has one or the channel is occupied. Parts that need Discord for that run outside the channel's queue.
func (s *Starter) Begin(ctx context.Context, r *interaction.Request, b Beginning) (interaction.Response, error) {
	here := func(ctx context.Context) (interaction.Response, error) { return s.here(ctx, r, b) }
	if r.Guild == "" {
		return here(ctx)
	}
	settings, err := s.mayStart(ctx, r)
	if err != nil {
		return interaction.Response{}, err
	}
	if settings.Games == guild.Here || settings.Games == guild.Listed && settings.Takes(r.Channel, "") == nil {
		return here(ctx)
	}
	return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		ctx, cancel := context.WithTimeout(ctx, callTimeout)
		defer cancel()
		ch, err := s.REST.Channel(ctx, r.Channel)
		switch {
		case err != nil:
			return interaction.Response{}, err
		case settings.Games == guild.Threads && ch.Text && b.Name != "":
			if b.May != nil {
				if err := b.May(ctx); err != nil { // else the thread would stay there empty
					return interaction.Response{}, err
				}
			}
			return s.inThread(ctx, r, nil, b, "told.thread.own")
		case settings.Games == guild.Threads:
			return here(ctx)
		}
		parent := id.Channel("")
		if ch.Thread {
			parent = ch.Parent
		}
		if err := settings.Takes(r.Channel, parent); err != nil {
			return interaction.Response{}, err
		}
		return here(ctx)
	}}, nil
}

// mayStart returns a server's settings, if they let the player start games.
func (s *Starter) mayStart(ctx context.Context, r *interaction.Request) (guild.Settings, error) {
	settings, err := s.Guilds.Settings(ctx, r.Guild)
	a := guild.Access{Manager: r.Holds(discord.ManageGuild)}
	if r.Interaction != nil {
		a.Roles = r.Interaction.Roles
	}
	if err == nil {
		err = settings.MayStart(a)
	}
	return settings, err
}

// Admit refuses what a door does not let through: a feature that the server has switched off; users who lack the permission that the door
// names; players who are barred here, and channels in which the bot cannot show a board, if there is to be one; and a message for everybody
// from any of these, or from a member who may not write in the channel.
func (s *Starter) Admit(ctx context.Context, r *interaction.Request, d door.Door) error {
	if d.Feature != "" {
		if err := s.Guilds.MayUse(ctx, r.Guild, d.Feature); err != nil {
			return err
		}
	}
	if need, ok := permissions[d.Who]; ok && !r.Holds(need.permission) {
		return need.err
	}
	posts := d.Shows == door.Everybody && r.Interaction != nil // who types has posted already
	if posts && !r.MayPost() {
		return ErrMayNotPost
	}
	if lacking := r.Lacking(); (posts || d.Who == door.Starters) && lacking != "" {
		return &PermissionError{lacking}
	}
	if !posts && d.Who != door.Starters && d.Who != door.Joiners {
		return nil
	}
	return s.Guilds.MayPlay(ctx, r.Guild, r.Player)
}

// permissions holds the permissions of which those whom a door names hold one, and the errors that refuse others.
var permissions = map[door.Who]struct {
	permission int64
	err        error
}{
	door.Moderators: {discord.ManageMessages, ErrNotModerator},
	door.Wardens:    {discord.OverMembers, ErrNotWarden},
	door.Managers:   {discord.ManageGuild, ErrNotManager},
}

// Errors that refuse what takes a permission.
var (
	ErrMayNotPost   = errors.New("the member may not write here")
	ErrNotModerator = errors.New("only moderators decide about games here")
	ErrNotWarden    = errors.New("only those who moderate members may do this")
	ErrNotManager   = errors.New("only managers of the server may do this")
)

// PermissionError refuses to show a board where the bot lacks permissions.
type PermissionError struct{ Names string } // in bold

func (e *PermissionError) Error() string { return "the bot lacks permissions here: " + e.Names }

// here begins something in the channel of the request, or in a thread of it.
func (s *Starter) here(ctx context.Context, r *interaction.Request, b Beginning) (interaction.Response, error) {
	subject, err := b.Start(ctx, r.Guild, r.Channel)
	if err == nil {
		return interaction.ShowCard(subject), nil
	}
	var taken *match.OccupiedError
	if errors.As(err, &taken) && b.Taken != nil {
		if a, ok, err := b.Taken(ctx, taken); ok || err != nil {
			return a, err
		}
	}
	if a, ok := s.Apart(r, err, b); ok {
		return a, nil
	}
	return interaction.Response{}, err
}

// Apart reports whether err is a refusal that a thread would avoid, and then returns the response that opens one, begins there, and
// informs the player where.
func (s *Starter) Apart(r *interaction.Request, err error, b Beginning) (interaction.Response, bool) {
	var taken *match.OccupiedError
	if !errors.As(err, &taken) || b.Here || r.Guild == "" || r.Interaction == nil {
		return interaction.Response{}, false
	}
	if r.LacksThreads() != "" {
		return interaction.Response{}, false
	}
	return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		ctx, cancel := context.WithTimeout(ctx, callTimeout)
		defer cancel()
		here, failed := s.REST.Channel(ctx, r.Channel)
		if failed != nil || !here.Text {
			return interaction.Response{}, err // a thread and a voice channel have none
		}
		return s.inThread(ctx, r, err, b, "told.thread")
	}}, true
}

// inThread begins something in a new thread of the channel and informs the player where it is. If no thread can be opened, the
// response is the refusal otherwise, if given.
func (s *Starter) inThread(ctx context.Context, r *interaction.Request, otherwise error, b Beginning, told string) (interaction.Response, error) {
	thread, err := s.openThread(ctx, r, b.Name)
	if err != nil {
		r.Log.Warn("cannot open a thread", "err", err)
		if api := discord.AsAPIError(err); otherwise == nil && api != nil && api.Forbidden() {
			err = &PermissionError{discord.ThreadPermissions()}
		}
		return interaction.Response{}, cmp.Or(otherwise, err)
	}
	made, err := b.Start(ctx, r.Guild, thread)
	if err != nil {
		if err := s.REST.Archive(ctx, thread); err != nil {
			r.Log.Warn("cannot archive an empty thread", "thread", thread, "err", err)
		}
		return interaction.Response{}, err
	}
	s.Opened(ctx, thread, r.Guild, made)
	return interaction.Say(r.Text.Text(told, locale.Args{"Thread": "<#" + string(thread) + ">"})), nil
}

// openWithin bounds the opening of a thread, so that one whose answer was lost can still be looked for in time.
const openWithin = 8 * time.Second

// openThread opens a thread in the channel of the request. One that was opened although the request failed is found.
func (s *Starter) openThread(ctx context.Context, r *interaction.Request, name string) (id.Channel, error) {
	soon, cancel := context.WithTimeout(ctx, openWithin)
	defer cancel()
	thread, err := s.REST.StartThread(soon, r.Channel, name)
	if !errors.Is(err, discord.ErrUncertain) {
		return thread, err
	}
	all, failed := s.REST.Threads(ctx, r.Guild)
	if failed != nil {
		r.Log.Warn("cannot look for a thread that may have been opened", "err", failed)
	}
	for _, t := range all {
		own := t.Parent == r.Channel && t.Owner == s.Self() && t.Name == name && t.Messages == 0 && !id.MadeAt(t.ID).Before(r.At)
		if own && id.Later(t.ID, thread) {
			thread = t.ID
		}
	}
	if thread == "" {
		return "", err
	}
	return thread, nil
}
