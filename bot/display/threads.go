package display

import (
	"context"
	"fmt"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

// The bot names threads after players, and Discord repeats the name in a system message in the parent channel. The
// subject of each thread is stored, so that both can be removed when a player is erased.

const (
	// NameJob is the kind and the slot of the jobs that rename threads.
	NameJob = "threadname"
	// threadKind is the subject kind of a thread's jobs.
	threadKind id.Kind = "thread"
	// renamePause is the pause before a rename is retried; it doubles renameDoublings times. Discord allows two renames
	// of a thread in ten minutes. After renameTries attempts, about a week, the name stays.
	renamePause     = 10 * time.Minute
	renameDoublings = 7
	renameTries     = 15
)

// ThreadOpened stores the subject of a thread. If that fails, the thread keeps its name when a player is erased.
func (d *Display) ThreadOpened(ctx context.Context, thread id.Channel, g id.Guild, of id.Subject) {
	_, err := d.DB.Write().Exec(ctx,
		`INSERT INTO threads (channel, guild, kind, id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		string(thread), string(g), string(of.Kind), string(of.ID))
	if err != nil {
		d.Logger.Warn("cannot record what a thread was opened for", "thread", thread, "subject", of, "err", err)
	}
}

// RenameThreads schedules jobs that rename a subject's threads to [Options.ThreadName]. It is called in the transaction
// that erases a player of the subject, or deletes the subject.
func RenameThreads(ctx context.Context, tx store.Tx, of id.Subject, locale string) error {
	type thread struct {
		id    id.Channel
		guild id.Guild
	}
	all, err := store.All(ctx, tx.Conn, store.Into(func(t *thread) []any {
		return []any{&t.id, &t.guild}
	}), `SELECT channel, guild FROM threads WHERE kind = ? AND id = ?`, string(of.Kind), string(of.ID))
	for _, t := range all {
		scheduler.Put(ctx, tx, scheduler.Job{Slot: NameJob, Kind: NameJob,
			Subject: id.Subject{Kind: threadKind, ID: id.Match(t.id)}, Due: tx.Now, Guild: t.guild,
			Pool: scheduler.Timed, Rank: lowRank,
			Payload: fmt.Appendf(nil, "%s %s %s 0", of.Kind, of.ID, locale)})
	}
	return err
}

// AnonymizeThreads is [RenameThreads] for a subject that is deleted with all its records. It also deletes the records
// of its threads.
func AnonymizeThreads(ctx context.Context, tx store.Tx, of id.Subject, locale string) error {
	if err := RenameThreads(ctx, tx, of, locale); err != nil {
		return err
	}
	tx.ExecDeferred(ctx, `DELETE FROM threads WHERE kind = ? AND id = ?`, string(of.Kind), string(of.ID))
	return nil
}

// NoLocale is the locale of a subject whose records are gone.
const NoLocale = "-"

// renameThread renames a thread that the bot created, and deletes the system message in the parent channel with its
// first name. An archived thread is archived again after the rename. A thread that is gone, or not the bot's, is left
// alone.
func (d *Display) renameThread(ctx context.Context, j scheduler.Job) error {
	var of id.Subject
	var locale string
	var tries int
	if _, err := fmt.Sscan(string(j.Payload), &of.Kind, &of.ID, &locale, &tries); err != nil {
		return nil
	}
	if d.Self() == "" {
		return scheduler.ErrLater
	}
	name, err := d.ThreadName(ctx, of, locale)
	if err != nil {
		return err
	}
	soon, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	thread := id.Channel(j.Subject.ID)
	at, err := d.REST.Channel(soon, thread)
	own := err == nil && at.Thread && at.Owner == d.Self()
	if own && at.Name != name {
		if err = d.REST.RenameThread(soon, thread, name); err == nil && at.Archived {
			err = d.REST.Archive(soon, thread)
		}
	}
	if line := d.deleteThreadNotice(soon, &at, own); permanent(err) {
		err = line
	}
	if permanent(err) {
		if err != nil {
			d.Logger.Info("a thread keeps its name", "thread", thread, "err", err)
		}
		return nil
	}
	if tries++; tries >= renameTries {
		d.Logger.Warn("a thread keeps its name, because it cannot be renamed", "thread", thread, "err", err)
		return nil
	}
	j.Due, j.Payload = d.DB.Now().Add(renamePause<<min(tries-1, renameDoublings)),
		fmt.Appendf(nil, "%s %s %s %d", of.Kind, of.ID, locale, tries)
	return d.DB.WriteTx(ctx, func(tx store.Tx) { scheduler.Put(ctx, tx, j) })
}

// permanent reports whether a request must not be repeated: it succeeded, or would fail with the same error.
func permanent(err error) bool {
	return err == nil || discord.Refused(err)
}

// noticeWithin is the maximum time between a thread's creation and its system message. maxNoticeSearch limits the
// messages that are searched for it.
const (
	noticeWithin    = time.Second
	maxNoticeSearch = 10
)

// deleteThreadNotice deletes Discord's system message about a thread that the bot created. own is false for other
// threads.
func (d *Display) deleteThreadNotice(ctx context.Context, thread *discord.Channel, own bool) error {
	if !own || thread.Parent == "" {
		return nil
	}
	all, err := d.REST.Recent(
		ctx,
		thread.Parent,
		maxNoticeSearch,
		id.MessageIDAt(id.CreatedAt(thread.ID).Add(-noticeWithin)),
	)
	for _, m := range all {
		if err == nil && m.OpenedThread == thread.ID && m.Author.ID == d.Self() {
			err = d.REST.Delete(ctx, thread.Parent, m.ID)
		}
	}
	return err
}

// ThreadName returns the name for threads of a subject, which may be gone.
type ThreadName func(ctx context.Context, of id.Match) (string, error)
