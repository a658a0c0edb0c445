package play

import (
	"context"
	"errors"
	"fmt"
	"time"

	"yeye/bot/backfill"
	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/bot/place"
	"yeye/bot/store/scheduler"
)

// jobs returns the handlers of the scheduled jobs of matches. They do more than change the state: a warning is a
// message, and before a flag falls, a match is adjourned or a reminder is sent, the bot reads the channel for typed
// moves that it has not received.
func (p *play) jobs() []scheduler.Handler {
	return []scheduler.Handler{
		{Kind: match.WarnJob, Door: door.Clock.Everybody(), Awaits: scheduler.People, Work: p.warn},
		{Kind: match.PremoveJob, Door: door.Clock.Alone(), Awaits: scheduler.Nobody, Work: p.playPremove},
		{
			Kind:   match.FlagJob,
			Door:   door.Clock.Alone(),
			Awaits: scheduler.People,
			Work:   p.afterBackfill(p.Matches.Flag),
		},
		{Kind: match.RemindJob, Door: door.Clock.Everybody(), Awaits: scheduler.People,
			Work: p.afterBackfill(p.Matches.Remind)},
		{Kind: match.AdjournJob, Door: door.Clock.Alone(), Awaits: scheduler.People,
			Work: p.afterBackfill(p.Matches.Adjourn)},
		{Kind: match.ForfeitJob, Door: door.Clock.Alone(), Awaits: scheduler.People,
			Work: p.afterBackfill(p.Matches.Forfeit)},
		{Kind: match.EndRestJob, Door: door.Clock.Everybody(), Awaits: scheduler.Nobody, Work: p.endRest},
		{Kind: match.DisplacedJob, Door: door.Clock.Alone(), Awaits: scheduler.Nobody, Work: p.notifyDisplaced},
	}
}

// jobError converts the error of a change to the result of its job: nil for a job that came too late, ErrLater for one
// that came too early.
func jobError(err error) error {
	switch {
	case errors.Is(err, match.ErrStale), errors.Is(err, match.ErrNoMatch):
		return nil
	case errors.Is(err, match.ErrNotDue):
		return scheduler.ErrLater
	}
	return err
}

// warn posts a message that mentions the player to move because their time is running out, and records it. If the
// process ends in between, the message is posted again with the same nonce, by which Discord drops the duplicate.
func (p *play) warn(ctx context.Context, j scheduler.Job) error {
	m, err := p.Matches.Get(ctx, j.Subject.ID)
	if err != nil {
		return jobError(err)
	}
	fall, ok := m.FlagAt(p.Now())
	if !ok || m.Next.Kind != match.Warn {
		return nil
	}
	if p.Now().Before(fall) {
		if err := p.postWarning(ctx, &m, fall); err != nil {
			return err
		}
	}
	_, err = p.Matches.Warn(ctx, m.ID)
	return jobError(err)
}

// postWarning posts the warning that a flag will fall.
func (p *play) postWarning(ctx context.Context, m *match.Match, fall time.Time) error {
	seat := m.Seats[m.ToMove()]
	key := "clock.warn.days"
	if m.Clock.Live() {
		key = "clock.warn.live"
	}
	// In plain words too: a notification shows a Discord timestamp as a bare number.
	left := fall.Sub(p.Now())
	w := p.Readers.InLocale(m.Locale).Words
	text := w.Text(key, locale.Args{"Who": view.Who(w, seat), "When": view.Relative(fall),
		"Left": view.Minutes(left), "Count": max(1, int(left.Round(time.Hour)/time.Hour))})
	message := p.Readers.RemovePings(ctx, discord.Message{Content: text, Mention: []id.Player{seat.Player}}, m.Seats)
	message.Nonce = fmt.Sprintf("w%s-%x", m.ID, m.Turn)
	ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
	defer cancel()
	made, err := p.REST.Create(ctx, m.Channel, message)
	if discord.Refused(err) {
		p.Logger.Info("cannot warn a player who is running out of time", "match", m.ID, "err", err)
		return nil
	}
	if err != nil {
		return err
	}
	p.Display.Announced(ctx, m.Channel, made, interaction.Announcement{Subject: m.Subject(), About: view.AboutWarning,
		Turn: m.Turn, Player: seat.Player})
	return nil
}

// afterBackfill returns the work of a job that is due because no move was played. Before act runs, moves that were
// typed but not received are played, and requests that arrived earlier are processed. If the channel no longer exists,
// is locked or not visible to the bot, no move could have been played: then the match is adjourned instead.
func (p *play) afterBackfill(act func(context.Context,
	*match.Match) (match.Change, error)) func(context.Context, scheduler.Job) error {
	return func(ctx context.Context, j scheduler.Job) error {
		m, err := p.Matches.Get(ctx, j.Subject.ID)
		if err != nil {
			return jobError(err)
		}
		err = p.Backfill.ReadMatch(ctx, &m, p.Now().Add(-backfill.MaxAge))
		if err != nil && !discord.Refused(err) {
			p.Logger.Info("job postponed: the channel cannot be read for now", "job", j.Kind, "match", m.ID, "err", err)
			return scheduler.ErrLater
		}
		act, fate := act, backfill.PlaceStatus(err)
		if fate == "" && (j.Kind == match.FlagJob || j.Kind == match.ForfeitJob) {
			if fate, err = p.locked(ctx, &m); err != nil {
				p.Logger.Info("job postponed: it is not known whether the channel is locked", "job", j.Kind, "match",
					m.ID, "err", err)
				return scheduler.ErrLater
			}
		}
		if fate != "" {
			p.Logger.Info("the channel of a game was lost", "job", j.Kind, "match", m.ID, "fate", fate, "err", err)
			act = p.displace(fate)
		}
		done := make(chan struct{})
		if !scheduler.StillReceivesEvents(ctx, j) || !p.Queue.Do(m.Channel, func(ctx context.Context) {
			defer close(done)
			_, err = act(ctx, &m)
		}) {
			return scheduler.ErrLater
		}
		select {
		case <-done:
			return jobError(err)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// displace returns an act that adjourns a match because its channel is lost.
func (p *play) displace(fate place.Status) func(context.Context, *match.Match) (match.Change, error) {
	return func(ctx context.Context, m *match.Match) (match.Change, error) {
		return p.Matches.Displace(ctx, m.ID, place.Fact{Status: fate, Guild: m.Guild, Channel: m.Channel})
	}
}
