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

// noEvent returns why a tournament cannot be an event of the server too, "" if it can: it has a start, and both the person and the bot may
// create events there.
func noEvent(r *interaction.Request, p *tournament.Plan) string {
	switch {
	case p.Starts.IsZero():
		return "start"
	case !r.Holds(discord.CreateEvents) && !r.Holds(discord.ManageEvents):
		return "yours"
	case r.May()&(discord.CreateEvents|discord.ManageEvents|discord.Administrator) == 0:
		return "mine"
	}
	return ""
}

// lasting is how long an event lasts at most for which nobody can say.
const lasting = 3 * time.Hour

// event makes a tournament an event of its server, or takes the event of one that was called off back.
func (f *feat) event(ctx context.Context, j scheduler.Job) error {
	ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
	defer cancel()
	t, err := f.Tournaments.Get(ctx, j.Subject.ID)
	switch {
	case err != nil:
		return err
	case t.State == tournament.Cancelled && t.Listed():
		return f.unlist(ctx, &t)
	}
	return f.enlist(ctx, j)
}

// unlist takes the event of a tournament back. Where that is forbidden by now it stays, for people to delete.
func (f *feat) unlist(ctx context.Context, t *tournament.Tournament) error {
	err := f.REST.DeleteEvent(ctx, t.Guild, t.Event)
	if err != nil && !discord.OutOfReach(err) {
		return err
	}
	return f.Tournaments.Scheduled(ctx, t.ID, "")
}

// enlist makes a tournament an event of its server, with a link to the card. It is made at most once: if the process dies just then there
// is none, rather than two.
func (f *feat) enlist(ctx context.Context, j scheduler.Job) error {
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
	r := f.Readers.In(t.Locale)
	ends := t.Starts.Add(lasting)
	if t.System == tournament.Arena {
		ends = t.Starts.Add(t.Length)
	}
	made, err := f.REST.CreateEvent(ctx, t.Guild, discord.ScheduledEvent{Name: eventName(r, &t), About: systemText(r, &t), Start: t.Starts, End: ends,
		Location: start.Link(t.Guild, t.Channel, row.Message)})
	if err != nil {
		f.Logger.Warn("cannot make a tournament an event of its server", "tournament", t.ID, "err", err)
		return nil
	}
	return f.Tournaments.Scheduled(ctx, t.ID, made)
}

// eventName is the name that the tournament was given, if any: nobody could take the name of who created it back.
func eventName(r *view.Reader, t *tournament.Tournament) string {
	nameless := *t
	nameless.ByName = ""
	return locale.Visible(title(r.Localizer, &nameless), maxName)
}
