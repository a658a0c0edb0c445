package daily

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

// Post is the card for a number on a server.
type Post struct {
	ID      id.Match
	Guild   id.Guild
	Number  Number
	Channel id.Channel
	Locale  string
	At      time.Time
	Rev     int64 // incremented by every change that the card must show
	Edits   int   // number of updates of its counts
}

// Subject returns the subject of the post's card and jobs.
func (p Post) Subject() id.Subject { return id.Subject{Kind: Kind, ID: p.ID} }

// Want requests an update of a post's card in the transaction of a change; repost means a new message.
type Want func(ctx context.Context, tx store.Tx, p Post, repost bool) error

// Post runs a server's scheduled job: it creates the post of the job's number, unless one exists, may is false or it is
// too late, and schedules the next job.
func (s *Service) Post(ctx context.Context, j scheduler.Job, may bool, want Want) error {
	return s.db.Tx(ctx, func(tx store.Tx) error {
		server, err := loadServer(ctx, tx.Conn, j.Guild)
		if err != nil || !server.On() {
			return err
		}
		n := Number(j.Version)
		s.planPost(ctx, tx, server, n+1)
		if !may || TooLate(tx.Now, j.Due, server.zone()) || s.Puzzle(n) == "" {
			return nil
		}
		p := Post{ID: s.newID(), Guild: server.Guild, Number: n, Channel: server.Channel, Locale: server.Locale,
			At: tx.Now, Rev: 1}
		fresh, err := addPost(ctx, tx, p)
		if err != nil || !fresh {
			return err
		}
		scheduler.Put(ctx, tx, scheduler.Job{Slot: JobClose, Kind: JobClose, Subject: p.Subject(),
			Due: n.Closes().Add(spread(p.Guild)), Pool: scheduler.Timed, Guild: p.Guild})
		return want(ctx, tx, p, true)
	})
}

// Refresh runs a post's scheduled job: it requests an update of the card, for new counts or because the number has
// closed.
func (s *Service) Refresh(ctx context.Context, j scheduler.Job, want Want) error {
	return s.db.Tx(ctx, func(tx store.Tx) error {
		p, err := raiseRevision(ctx, tx, j.Subject.ID, j.Kind == JobCount)
		if err != nil {
			return ignoreUnknown(err)
		}
		return want(ctx, tx, p, false)
	})
}

// Find returns a post by its id, [ErrUnknown] if there is none.
func (s *Service) Find(ctx context.Context, of id.Match) (Post, error) {
	return loadPost(ctx, s.db.Read(), of)
}

// editPause returns the delay before the card shows new counts. It doubles with each edit, up to 160 minutes, which
// limits the edits to about a dozen a day.
func editPause(edits int) time.Duration { return 5 * time.Minute << min(edits, 5) }

// scheduleRecount schedules an update of the counts of a server's post, unless one is scheduled or the number has
// closed.
func scheduleRecount(ctx context.Context, tx store.Tx, g id.Guild, n Number) error {
	p, fresh, err := markForCount(ctx, tx, g, n)
	if err != nil || !fresh || !n.Open(tx.Now) {
		return err
	}
	scheduler.Put(ctx, tx, scheduler.Job{Slot: JobCount, Kind: JobCount, Subject: p.Subject(),
		Due: tx.Now.Add(editPause(p.Edits)), Pool: scheduler.Timed, Guild: g})
	return nil
}

// postLifetime is how long a post is stored. After that its button still opens the puzzle, by the number in the custom
// id.
const postLifetime = 60 * 24 * time.Hour

// Tidy deletes up to limit old posts, calls forget for each in the same transaction, and reports whether there may be
// more.
func (s *Service) Tidy(ctx context.Context, limit int,
	forget func(context.Context, store.Tx, id.Subject) error) (more bool, err error) {
	return store.DropOld(ctx, s.db, limit, func(tx store.Tx) ([]id.Match, error) {
		return oldPosts(ctx, tx.Conn, tx.Now.Add(-postLifetime), limit)
	}, func(tx store.Tx, one id.Match) error {
		if err := forget(ctx, tx, Post{ID: one}.Subject()); err != nil {
			return err
		}
		dropPost(ctx, tx, one)
		return nil
	})
}
