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

// Beginning is a game or other subject to start in a channel.
type Launch struct {
	Name string // name name of its thread; "" means that it never gets one
	// Start starts it in a channel.
	Start func(ctx context.Context, guild id.Guild, channel id.Channel) (id.Subject, error)
	// May returns the error that Start would return in a vacant channel, and is called before a thread is opened; nil
	// for no check.
	Check func(ctx context.Context) error
	// Here means that an occupied channel is an error, rather than a reason to open a thread.
	NoThread bool
	// Taken answers if a subject of the same player occupies the channel; ok is false if it does not.
	OnOccupied func(ctx context.Context, there *match.OccupiedError) (a interaction.Response, ok bool, err error)
}

// Begin starts b in accordance with the server's settings: for users who may, in channels for games, in a thread if
// each game has one or the channel is occupied. Parts that need Discord for that run outside the channel's queue.
func (s *Starter) Launch(ctx context.Context, r *interaction.Request, b Launch) (interaction.Response, error) {
	here := func(ctx context.Context) (interaction.Response, error) { return s.startHere(ctx, r, b) }
	if r.Guild == "" {
		return here(ctx)
	}
	settings, err := s.mayStart(ctx, r)
	if err != nil {
		return interaction.Response{}, err
	}
	if settings.Games == guild.SameChannel ||
		settings.Games == guild.ListedChannels && settings.AllowsChannel(r.Channel, "") == nil {
		return here(ctx)
	}
	return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		ctx, cancel := context.WithTimeout(ctx, callTimeout)
		defer cancel()
		ch, err := s.REST.Channel(ctx, r.Channel)
		switch {
		case err != nil:
			return interaction.Response{}, err
		case settings.Games == guild.OwnThreads && ch.Text && b.Name != "":
			if b.Check != nil {
				if err := b.Check(ctx); err != nil { // else an empty thread would remain
					return interaction.Response{}, err
				}
			}
			return s.inThread(ctx, r, nil, b, "told.thread.own")
		case settings.Games == guild.OwnThreads:
			return here(ctx)
		}
		parent := id.Channel("")
		if ch.Thread {
			parent = ch.Parent
		}
		if err := settings.AllowsChannel(r.Channel, parent); err != nil {
			return interaction.Response{}, err
		}
		return here(ctx)
	}}, nil
}

// mayStart returns a server's settings, or an error if they do not let the player start games.
func (s *Starter) mayStart(ctx context.Context, r *interaction.Request) (guild.Settings, error) {
	settings, err := s.Guilds.Settings(ctx, r.Guild)
	a := guild.Access{Manager: r.HasPermission(discord.ManageGuild)}
	if r.Interaction != nil {
		a.Roles = r.Interaction.Roles
	}
	if err == nil {
		err = settings.MayStart(a)
	}
	return settings, err
}

// Admit checks a request at a door. It refuses features that the server has switched off; users who lack the permission
// that the door names; players who are barred here, and channels in which the bot cannot show a board, if the door is
// for starting or joining games; and public messages from any of these, or from a member who may not write in the
// channel.
func (s *Starter) Admit(ctx context.Context, r *interaction.Request, d door.Door) error {
	if d.Feature != "" {
		if err := s.Guilds.MayUse(ctx, r.Guild, d.Feature); err != nil {
			return err
		}
	}
	if need, ok := permissions[d.Who]; ok && !r.HasPermission(need.permission) {
		return need.err
	}
	posts := d.Audience == door.Everybody && r.Interaction != nil // the author of typed text may post
	if posts && !r.MayPost() {
		return ErrMayNotPost
	}
	if lacking := r.MissingPermissions(); (posts || d.Who == door.Starters) && lacking != "" {
		return &PermissionError{lacking}
	}
	if !posts && d.Who != door.Starters && d.Who != door.Joiners {
		return nil
	}
	return s.Guilds.MayPlay(ctx, r.Guild, r.Player)
}

// permissions holds, for each Who, the permissions of which a user needs one, and the error for other users.
var permissions = map[door.Who]struct {
	permission int64
	err        error
}{
	door.Moderators:       {discord.ManageMessages, ErrNotModerator},
	door.MemberModerators: {discord.MemberModeration, ErrNotMemberModerator},
	door.Managers:         {discord.ManageGuild, ErrNotManager},
}

// Errors for users without a permission.
var (
	ErrMayNotPost   = errors.New("the member may not write here")
	ErrNotModerator = errors.New("only moderators decide about games here")
	ErrNotMemberModerator    = errors.New("only those who moderate members may do this")
	ErrNotManager   = errors.New("only managers of the server may do this")
)

// PermissionError means that the bot lacks permissions to show a board here.
type PermissionError struct{ Names string } // in bold

func (e *PermissionError) Error() string { return "the bot lacks permissions here: " + e.Names }

// here starts b in the channel of the request, or in a thread of it.
func (s *Starter) startHere(ctx context.Context, r *interaction.Request, b Launch) (interaction.Response, error) {
	subject, err := b.Start(ctx, r.Guild, r.Channel)
	if err == nil {
		return interaction.ShowCard(subject), nil
	}
	var taken *match.OccupiedError
	if errors.As(err, &taken) && b.OnOccupied != nil {
		if a, ok, err := b.OnOccupied(ctx, taken); ok || err != nil {
			return a, err
		}
	}
	if a, ok := s.StartInThread(r, err, b); ok {
		return a, nil
	}
	return interaction.Response{}, err
}

// Apart reports whether a thread would avoid err, and then returns the response that opens one, starts b there, and
// tells the player where.
func (s *Starter) StartInThread(r *interaction.Request, err error, b Launch) (interaction.Response, bool) {
	var taken *match.OccupiedError
	if !errors.As(err, &taken) || b.NoThread || r.Guild == "" || r.Interaction == nil {
		return interaction.Response{}, false
	}
	if r.MissingThreadPermissions() != "" {
		return interaction.Response{}, false
	}
	return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		ctx, cancel := context.WithTimeout(ctx, callTimeout)
		defer cancel()
		here, failed := s.REST.Channel(ctx, r.Channel)
		if failed != nil || !here.Text {
			return interaction.Response{}, err // threads and voice channels have no threads
		}
		return s.inThread(ctx, r, err, b, "told.thread")
	}}, true
}

// inThread starts b in a new thread of the channel and tells the player where it is. If no thread can be opened, the
// result is the error otherwise, if given.
func (s *Starter) inThread(ctx context.Context, r *interaction.Request, cause error, b Launch,
	key string) (interaction.Response, error) {
	thread, err := s.openThread(ctx, r, b.Name)
	if err != nil {
		r.Log.Warn("cannot open a thread", "err", err)
		if api := discord.AsAPIError(err); cause == nil && api != nil && api.Forbidden() {
			err = &PermissionError{discord.ThreadPermissions()}
		}
		return interaction.Response{}, cmp.Or(cause, err)
	}
	subject, err := b.Start(ctx, r.Guild, thread)
	if err != nil {
		if err := s.REST.Archive(ctx, thread); err != nil {
			r.Log.Warn("cannot archive an empty thread", "thread", thread, "err", err)
		}
		return interaction.Response{}, err
	}
	s.Opened(ctx, thread, r.Guild, subject)
	return interaction.Say(r.Text.Text(key, locale.Args{"Thread": "<#" + string(thread) + ">"})), nil
}

// openWithin bounds the opening of a thread, so that there is time to search for one whose response was lost.
const openTimeout = 8 * time.Second

// openThread opens a thread in the channel of the request. If the request fails, it searches for a thread that was
// opened nevertheless.
func (s *Starter) openThread(ctx context.Context, r *interaction.Request, name string) (id.Channel, error) {
	short, cancel := context.WithTimeout(ctx, openTimeout)
	defer cancel()
	thread, err := s.REST.StartThread(short, r.Channel, name)
	if !errors.Is(err, discord.ErrUncertain) {
		return thread, err
	}
	all, failed := s.REST.Threads(ctx, r.Guild)
	if failed != nil {
		r.Log.Warn("cannot look for a thread that may have been opened", "err", failed)
	}
	for _, t := range all {
		own := t.Parent == r.Channel && t.Owner == s.Self() && t.Name == name && t.Messages == 0 &&
			!id.CreatedAt(t.ID).Before(r.At)
		if own && id.Later(t.ID, thread) {
			thread = t.ID
		}
	}
	if thread == "" {
		return "", err
	}
	return thread, nil
}
