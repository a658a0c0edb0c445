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

// Launch describes a game or another subject to start in a channel.
type Launch struct {
	Name string // name of its thread; "" means that it never gets one
	// Start starts the subject in a channel.
	Start func(ctx context.Context, guild id.Guild, channel id.Channel) (id.Subject, error)
	// Check returns the error that Start would return in a vacant channel. It is called before a thread is opened; nil
	// means no check.
	Check func(ctx context.Context) error
	// Continues means that a player continues a game of this server: its rule on who starts games does not apply.
	Continues bool
	// NoThread makes an occupied channel an error, rather than a reason to open a thread.
	NoThread bool
	// OnOccupied may respond if the channel is occupied, as by another subject of the same player; ok is false if it
	// does not respond.
	OnOccupied func(ctx context.Context, there *match.OccupiedError) (a interaction.Response, ok bool, err error)
}

// Launch starts b if the server's settings allow it for this user and channel. It opens a thread if the server wants
// one for each game, or if the channel is occupied. Requests to Discord run in a Work, outside the channel's queue.
func (s *Starter) Launch(ctx context.Context, r *interaction.Request, b Launch) (interaction.Response, error) {
	here := func(ctx context.Context) (interaction.Response, error) { return s.startHere(ctx, r, b) }
	if r.Guild == "" {
		return here(ctx)
	}
	settings, err := s.mayStart(ctx, r)
	if _, refused := errors.AsType[*guild.StartersError](err); err != nil && !(refused && b.Continues) {
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

// mayStart returns a server's settings, or the error with which they refuse the player.
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

// Admit checks a request against the door of its handler. In this order it refuses: a feature that the server has
// switched off; a user without the permission that the door names; a public answer for a member who may not write in
// the channel; a channel in which the bot cannot show a board, for public answers, starting and continuing games; a
// barred player, for public answers, starting and joining games.
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
	shows := posts || d.Who == door.Starters || d.Who == door.Returners
	if lacking := r.MissingPermissions(); shows && lacking != "" {
		return &PermissionError{lacking}
	}
	if !posts && d.Who != door.Starters && d.Who != door.Joiners {
		return nil
	}
	return s.Guilds.MayPlay(ctx, r.Guild, r.Player)
}

// permissions maps each Who to the permission bits, any of which suffices, and the error without them.
var permissions = map[door.Who]struct {
	permission int64
	err        error
}{
	door.Moderators:       {discord.ManageMessages, ErrNotModerator},
	door.MemberModerators: {discord.MemberModeration, ErrNotMemberModerator},
	door.Managers:         {discord.ManageGuild, ErrNotManager},
}

// Errors of Admit for users without a permission.
var (
	ErrMayNotPost         = errors.New("the member may not write here")
	ErrNotModerator       = errors.New("only moderators decide about games here")
	ErrNotMemberModerator = errors.New("only those who moderate members may do this")
	ErrNotManager         = errors.New("only managers of the server may do this")
)

// PermissionError means that the bot lacks permissions to show a board here. Names lists them.
type PermissionError struct{ Names string } // in bold

func (e *PermissionError) Error() string { return "the bot lacks permissions here: " + e.Names }

// startHere starts b in the channel of the request, or in a thread of it.
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

// StartInThread reports whether starting b in a thread would avoid err. If so, it returns the response that opens a
// thread, starts b there, and links to it.
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

// inThread starts b in a new thread of the channel, and answers with the text key and a link to the thread. If no
// thread can be opened it returns cause, or the error itself if cause is nil.
func (s *Starter) inThread(ctx context.Context, r *interaction.Request, cause error, b Launch,
	key string) (interaction.Response, error) {
	thread, err := s.openThread(ctx, r, b.Name)
	if err != nil {
		r.Log.Warn("cannot open a thread", "err", err)
		if cause == nil && discord.AsAPIError(err).Forbidden() {
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

// openTimeout bounds the request that opens a thread. It leaves time to search for a thread whose response was lost.
const openTimeout = 8 * time.Second

// openThread opens a thread in the channel of the request. If the outcome is uncertain, it searches for the thread.
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
