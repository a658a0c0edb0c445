package display

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/store"
	"yeye/bot/store/shards"
)

// Wanted is what a change requests of a subject's card.
type Wanted struct {
	Guild   id.Guild
	Channel id.Channel
	Rev     int64 // the revision to show
	Repost  bool  // post it as a new message
	Ping    bool  // ping the mentioned users
	Probe   bool  // check the channel daily; see [Card]
	// Hold delays the card, so that it can be shown together with the next change; zero means no delay.
	Hold time.Duration
}

// Want raises the wanted revision of a subject's card in the transaction of the change.
func Want(ctx context.Context, tx store.Tx, s id.Subject, w Wanted) {
	repost, ping, hold := int64(0), int64(0), int64(0)
	if w.Repost {
		repost = w.Rev
	}
	if w.Ping {
		ping = w.Rev
	}
	if w.Hold > 0 {
		hold = store.Millis(tx.Now.Add(w.Hold))
	}
	if w.Probe {
		probeLater(ctx, tx, s, w.Guild)
	}
	tx.ExecDeferred(ctx, `
		INSERT INTO cards (kind, id, guild, channel, wanted, fresh, pinged, touched, shown, shown_channel, message, retry_at, tries, doubt, stale, version, late)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, '', '', ?, 0, 0, 0, 0, 0)
		ON CONFLICT (kind, id) DO UPDATE SET guild = excluded.guild, channel = excluded.channel, wanted = excluded.wanted,
			fresh = CASE WHEN excluded.fresh > cards.fresh THEN excluded.fresh ELSE cards.fresh END,
			pinged = CASE WHEN excluded.pinged > cards.pinged THEN excluded.pinged ELSE cards.pinged END,
			touched = excluded.touched, retry_at = excluded.retry_at`,
		string(s.Kind), string(s.ID), string(w.Guild), string(w.Channel), w.Rev, repost, ping, store.Millis(tx.Now),
		hold)
}

// subjectTables are the tables keyed by subject.
var subjectTables = []string{"cards", "superseded", "announcements", "threads"}

// Rename gives the messages of one subject to another with the same id, as when a challenge becomes a match.
func Rename(ctx context.Context, tx store.Tx, from, to id.Subject) {
	for _, table := range subjectTables {
		tx.ExecDeferred(ctx, `UPDATE `+table+` SET kind = ? WHERE kind = ? AND id = ?`, string(to.Kind),
			string(from.Kind), string(from.ID))
	}
}

// Forget deletes all records of a subject's messages.
func Forget(ctx context.Context, tx store.Tx, s id.Subject) error {
	if err := AnonymizeThreads(ctx, tx, s, NoLocale); err != nil {
		return err
	}
	for _, table := range subjectTables {
		tx.ExecDeferred(ctx, `DELETE FROM `+table+` WHERE kind = ? AND id = ?`, string(s.Kind), string(s.ID))
	}
	return nil
}

// Erase removes a player from the records of announcements. The records stay, since the messages that name the player
// must still be edited or deleted.
func Erase(ctx context.Context, tx store.Tx, p id.Player) error {
	tx.ExecDeferred(ctx, `UPDATE announcements SET player = '' WHERE player = ?`, string(p))
	return nil
}

const rowColumns = `guild, channel, wanted, fresh, pinged, shown, shown_channel, message, retry_at, tries, doubt, stale,
	version, late,
	CASE WHEN EXISTS (SELECT 1 FROM superseded WHERE superseded.kind = cards.kind AND superseded.id = cards.id AND collapsed = 0) THEN 1 ELSE 0 END,
	CASE WHEN EXISTS (SELECT 1 FROM announcements WHERE announcements.kind = cards.kind AND announcements.id = cards.id AND checked < wanted) THEN 1 ELSE 0 END`

func load(ctx context.Context, c store.Conn, s id.Subject) (Row, bool, error) {
	r := Row{Subject: s}
	found, err := store.One(
		c.Row(ctx, `SELECT `+rowColumns+` FROM cards WHERE kind = ? AND id = ?`, string(s.Kind),
			string(s.ID)),
		&r.Guild,
		&r.Channel,
		&r.Wanted,
		&r.RepostRev,
		&r.PingRev,
		&r.Shown,
		&r.ShownIn,
		&r.Message,
		store.Time(&r.Retry),
		&r.Tries,
		store.Time(&r.Uncertain),
		store.Flag(&r.Stale),
		&r.Version,
		&r.Late,
		store.Flag(&r.hasEarlier),
		store.Flag(&r.uncheckedAnnouncements),
	)
	r.stored = messageRef{Channel: r.ShownIn, Message: r.Message}
	return r, found, err
}

// save stores the row, and supersedes the message that it replaces. If another process has stored the row since own was
// loaded, it merges both and returns errOvertaken. If this process does not own the guild it stores nothing and returns
// [shards.ErrNotOwner].
func save(ctx context.Context, db *store.DB, fence Fence, own *Row) error {
	next, overtaken := *own, false
	err := db.Tx(ctx, func(tx store.Tx) error {
		tx.Lock(ctx, "card "+own.Subject.String())
		if fence != nil {
			if err := fence.Check(ctx, tx, own.Guild); err != nil {
				return err
			}
		}
		old := own.stored
		next, overtaken = own.next(*own), false
		stored, err := replace(ctx, tx, &next, own, ` AND guild = ? AND version = ? AND late = ?`, string(own.Guild),
			own.Version, own.Late)
		if err == nil && !stored {
			next, old, overtaken, err = mergeStored(ctx, tx, fence, own)
		}
		if err != nil {
			return err
		}
		if replaced := old.Message != "" && old.Message != next.Message; replaced &&
			!(own.removed && old.Message == own.stored.Message) {
			next.hasEarlier = true
			tx.ExecDeferred(ctx,
				`INSERT INTO superseded (message, channel, kind, id, times, collapsed) VALUES (?, ?, ?, ?, 1, 0)
				ON CONFLICT (message) DO UPDATE SET times = superseded.times + 1, collapsed = 0`,
				string(old.Message), string(old.Channel), string(own.Subject.Kind), string(own.Subject.ID))
		}
		if own.over {
			closeThread(ctx, tx, own.Subject, own.Guild, tx.Now.Add(archiveAfter))
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case overtaken:
		return errOvertaken
	}
	next.stored, next.removed = messageRef{Channel: next.ShownIn, Message: next.Message}, false
	*own = next
	return nil
}

// mergeStored merges own into the stored row, which has changed since own was loaded (by another process, or because
// the subject moved to another guild), and stores the result.
func mergeStored(ctx context.Context, tx store.Tx, fence Fence,
	own *Row) (next Row, old messageRef, overtaken bool, err error) {
	now, found, err := load(ctx, tx.Conn, own.Subject)
	if err == nil && !found {
		err = ErrGone
	}
	if err != nil {
		return next, old, false, err
	}
	if fence != nil && now.Guild != own.Guild {
		if err := fence.Check(ctx, tx, now.Guild); err != nil {
			return next, old, false, err
		}
	}
	if overtaken = now.Version != own.Version; overtaken {
		next, old = now.merge(*own)
	} else {
		next, old = now.next(*own), now.stored
	}
	_, err = replace(ctx, tx, &next, own, "")
	return next, old, overtaken, err
}

// replace stores next in place of own if an SQL condition holds, and reports whether it did.
func replace(ctx context.Context, tx store.Tx, next, own *Row, condition string, args ...any) (bool, error) {
	// If the wanted revision has risen meanwhile, the hold of that change is kept.
	n, err := tx.Exec(ctx,
		`UPDATE cards SET shown_channel = ?, message = ?, shown = ?, retry_at = CASE WHEN wanted > ? THEN retry_at
			ELSE ? END,
		tries = ?, doubt = ?, stale = ?, version = ?, late = ? WHERE kind = ? AND id = ?`+condition,
		append([]any{string(next.ShownIn), string(next.Message), next.Shown, max(own.Wanted, next.Shown),
			store.Millis(next.Retry),
			next.Tries, store.Millis(next.Uncertain), store.Bit(next.Stale), next.Version, next.Late,
			string(own.Subject.Kind), string(own.Subject.ID)}, args...)...)
	return n > 0, err
}

func supersededOf(ctx context.Context, c store.Conn, s id.Subject, collapsed bool) ([]messageRef, error) {
	return store.All(ctx, c, store.Into(func(o *messageRef) []any {
		return []any{&o.Message, &o.Channel, &o.Times}
	}), `SELECT message, channel, times FROM superseded WHERE kind = ? AND id = ? AND collapsed = ?`, string(s.Kind),
		string(s.ID), store.Bit(collapsed))
}

// markCollapsed records that an earlier card is now a line, unless it was superseded again since it was loaded.
func markCollapsed(ctx context.Context, db *store.DB, o messageRef) error {
	return db.Write().Run(ctx, `UPDATE superseded SET collapsed = 1 WHERE message = ? AND times = ?`,
		string(o.Message), o.Times)
}

// dropSuperseded deletes the record of a deleted earlier card, on the same condition.
func dropSuperseded(ctx context.Context, db *store.DB, o messageRef) error {
	return db.Write().Run(ctx, `DELETE FROM superseded WHERE message = ? AND times = ?`, string(o.Message), o.Times)
}

// announcement is a stored announcement with its message.
type announcement struct {
	interaction.Announcement
	Channel id.Channel
	Message id.Message
}

func addAnnouncement(ctx context.Context, db *store.DB, a announcement) error {
	return db.Write().Run(ctx,
		`INSERT INTO announcements (message, channel, kind, id, about, turn, player, checked) VALUES (?, ?, ?, ?, ?, ?,
			?, 0) ON CONFLICT DO NOTHING`,
		string(a.Message), string(a.Channel), string(a.Subject.Kind), string(a.Subject.ID), a.About, a.Turn,
		string(a.Player))
}

func announcementsOf(ctx context.Context, c store.Conn, s id.Subject) ([]announcement, error) {
	return store.All(ctx, c, store.Into(func(a *announcement) []any {
		a.Subject = s
		return []any{&a.Message, &a.Channel, &a.About, &a.Turn, &a.Player}
	}), `SELECT message, channel, about, turn, player FROM announcements WHERE kind = ? AND id = ? ORDER BY turn`,
		string(s.Kind), string(s.ID))
}

// markChecked records that the announcements of a subject were checked at a revision.
func markChecked(ctx context.Context, db *store.DB, s id.Subject, rev int64) error {
	return db.Write().Run(ctx, `UPDATE announcements SET checked = ? WHERE kind = ? AND id = ? AND checked < ?`,
		rev, string(s.Kind), string(s.ID), rev)
}

func dropAnnouncement(ctx context.Context, db *store.DB, m id.Message) error {
	return db.Write().Run(ctx, `DELETE FROM announcements WHERE message = ?`, string(m))
}

// maintenancePeriod is how long after the last change messages of a subject are kept up to date.
const maintenancePeriod = 7 * 24 * time.Hour

// pendingAt selects the subjects that a sweep must reconcile: outdated or possibly outdated cards, cards to remove, and
// unchecked announcements. Its parameters are the time of the oldest maintained change (1st and 5th) and the current
// time.
const pendingAt = `
	SELECT kind, id FROM cards WHERE shown < wanted AND touched > ? AND retry_at <= ?
	UNION SELECT kind, id FROM cards WHERE doubt > 0 AND doubt <= ?
	UNION SELECT kind, id FROM cards WHERE stale > 0 AND retry_at <= ?
	UNION SELECT kind, id FROM superseded WHERE collapsed = 0
	UNION SELECT a.kind, a.id FROM announcements a JOIN cards c ON c.kind = a.kind AND c.id = a.id WHERE c.wanted > a.checked AND c.touched > ? AND c.retry_at <= ?
`

// pendingIn restricts pendingAt to a part of the guilds, last changed first.
func pendingIn(p shards.Part) string {
	where := ""
	if !p.All() {
		where = ` WHERE ` + p.Where("cards.guild")
	}
	return `SELECT p.kind, p.id FROM (` + pendingAt + `) AS p JOIN cards ON cards.kind = p.kind AND cards.id = p.id` +
		where + ` ORDER BY cards.touched DESC LIMIT ?`
}

func pending(ctx context.Context, c store.Conn, in shards.Part, now, by time.Time, limit int) ([]id.Subject, error) {
	at := store.Millis(by)
	return store.All(ctx, c, store.Into(func(s *id.Subject) []any {
		return []any{&s.Kind, &s.ID}
	}), pendingIn(in), store.Millis(now.Add(-maintenancePeriod)), at, at, at, store.Millis(now.Add(-maintenancePeriod)),
		at,
		limit)
}

// subjectOf returns the subject that a message shows or showed.
func subjectOf(ctx context.Context, c store.Conn, m id.Message) (s id.Subject, found bool, err error) {
	found, err = store.One(c.Row(ctx,
		`SELECT kind, id FROM cards WHERE message = ? UNION SELECT kind, id FROM superseded WHERE message = ?`,
		string(m), string(m)),
		&s.Kind, &s.ID)
	return s, found, err
}

// tidy deletes up to limit records of collapsed cards of subjects that are no longer maintained.
func tidy(ctx context.Context, db *store.DB, limit int) (more bool, err error) {
	n, err := db.Write().Exec(ctx, `DELETE FROM superseded WHERE message IN (
		SELECT o.message FROM superseded o JOIN cards c ON c.kind = o.kind AND c.id = o.id WHERE o.collapsed = 1
		AND c.touched < ? LIMIT ?)`,
		store.Millis(db.Now().Add(-maintenancePeriod)), limit)
	return n == int64(limit), err
}
