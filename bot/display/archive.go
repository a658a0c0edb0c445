package display

import (
	"context"
	"time"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

const (
	// ArchiveJob is the kind of the jobs that archive threads.
	ArchiveJob = "archive"
	// threadSlot is the slot of these jobs.
	threadSlot = "thread"
	// archiveAfter is how long a thread must be without messages before it is archived.
	archiveAfter = time.Hour
)

// closeThread schedules the archiving of a subject's channel, if that is a thread, in the transaction that records the
// final card as shown.
func closeThread(ctx context.Context, tx store.Tx, s id.Subject, guild id.Guild, at time.Time) {
	scheduler.Put(ctx, tx, scheduler.Job{Slot: threadSlot, Kind: ArchiveJob, Subject: s, Due: at, Guild: guild,
		Pool: scheduler.Timed, Rank: lowRank})
}

// lowRank is the rank of jobs that are not urgent, like reminders.
const lowRank = 2

// Jobs returns the handlers of the display's jobs.
func (d *Display) Jobs() []scheduler.Handler {
	job := func(kind string, work func(context.Context, scheduler.Job) error) scheduler.Handler {
		return scheduler.Handler{Kind: kind, Door: door.Clock.Alone(), Awaits: scheduler.Nobody, Work: work}
	}
	return []scheduler.Handler{job(ArchiveJob, d.archive), job(ProbeJob, d.probe), job(QuestionJob, d.removeUnanswered),
		job(NameJob, d.renameThread)}
}

// archive archives the thread of a subject that is over, once its card is shown and nobody has written for
// archiveAfter. Threads created by users, and those with another game or challenge in progress, stay open.
func (d *Display) archive(ctx context.Context, j scheduler.Job) error {
	row, found, err := load(ctx, d.DB.Read(), j.Subject)
	if err != nil || !found || row.ShownIn == "" {
		return err
	}
	// showing the card schedules the job again
	if row.Shown < row.Wanted {
		return nil
	}
	if d.Self() == "" {
		return scheduler.ErrLater
	}
	if d.InUse != nil {
		if used, err := d.InUse(ctx, row.ShownIn); err != nil || used {
			return err // what is in progress there schedules its own job when it ends
		}
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	channel, err := d.REST.Channel(ctx, row.ShownIn)
	if err == nil && channel.Thread && channel.Owner == d.Self() && !channel.Archived {
		if quiet := id.CreatedAt(channel.Last).Add(archiveAfter); channel.Last != "" && quiet.After(d.DB.Now()) {
			return d.DB.WriteTx(ctx, func(tx store.Tx) { closeThread(ctx, tx, j.Subject, j.Guild, quiet) })
		}
		err = d.REST.Archive(ctx, row.ShownIn)
	}
	if discord.Refused(err) {
		d.Logger.Info("cannot archive a thread, leaving it open", "thread", row.ShownIn, "err", err)
		return nil
	}
	if err != nil {
		return scheduler.ErrLater
	}
	return nil
}
