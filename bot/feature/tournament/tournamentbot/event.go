package tournamentbot

import (
	"context"
	"time"

	"yeye/bot/discord"
	"yeye/bot/feature/tournament"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/bot/store/scheduler"
)

// eventRefusal returns why a tournament cannot have a scheduled event in Discord, "" if it can: it has a start, and
// both the user and the bot may create events.
func eventRefusal(r *interaction.Request, p *tournament.Plan) string {
	switch {
	case p.Starts.IsZero():
		return "start"
	case !r.HasPermission(discord.CreateEvents) && !r.HasPermission(discord.ManageEvents):
		return "yours"
	case r.BotPermissions()&(discord.CreateEvents|discord.ManageEvents|discord.Administrator) == 0:
		return "mine"
	}
	return ""
}

// maxEventLength is the length of an event whose end is not known.
const maxEventLength = 3 * time.Hour

// event runs the EventJob: it creates the scheduled event of a tournament, or deletes that of a canceled one.
func (f *feat) event(ctx context.Context, j scheduler.Job) error {
	ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
	defer cancel()
	t, err := f.Tournaments.Get(ctx, j.Subject.ID)
	switch {
	case err != nil:
		return err
	case t.State == tournament.Cancelled && t.Listed():
		return f.deleteEvent(ctx, &t)
	}
	return f.createEvent(ctx, j)
}

// deleteEvent deletes the scheduled event of a tournament. If the bot may not do that any more, the event stays for
// people to delete.
func (f *feat) deleteEvent(ctx context.Context, t *tournament.Tournament) error {
	err := f.REST.DeleteEvent(ctx, t.Guild, t.Event)
	if err != nil && !discord.OutOfReach(err) {
		return err
	}
	return f.Tournaments.Scheduled(ctx, t.ID, "")
}

// createEvent creates the scheduled event of a tournament, with a link to the card. It is created at most once: if the
// process dies meanwhile there is no event rather than two.
func (f *feat) createEvent(ctx context.Context, j scheduler.Job) error {
	row, known, err := f.Cards.Row(ctx, j.Subject)
	if err != nil {
		return err
	}
	if known && row.Message == "" { // the link needs it
		return scheduler.ErrLater
	}
	mine, err := f.Tournaments.BeginEvent(ctx, j.Subject.ID)
	if err != nil || !mine {
		return err
	}
	t, err := f.Tournaments.Get(ctx, j.Subject.ID)
	if err != nil {
		return err
	}
	r := f.Readers.InLocale(t.Locale)
	ends := t.Starts.Add(maxEventLength)
	if t.System == tournament.Arena {
		ends = t.Starts.Add(t.Length)
	}
	made, err := f.REST.CreateEvent(ctx, t.Guild,
		discord.ScheduledEvent{Name: eventName(r, &t), About: systemText(r, &t), Start: t.Starts, End: ends,
			Location: start.Link(t.Guild, t.Channel, row.Message)})
	if err != nil {
		f.Logger.Warn("cannot make a tournament an event of its server", "tournament", t.ID, "err", err)
		return nil
	}
	return f.Tournaments.Scheduled(ctx, t.ID, made)
}

// eventName returns the tournament's given name, else a name without the creator's: an erasure could not remove that
// from the event.
func eventName(r *view.Reader, t *tournament.Tournament) string {
	nameless := *t
	nameless.ByName = ""
	return locale.Visible(title(r.Localizer, &nameless), maxName)
}
