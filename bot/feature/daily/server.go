package daily

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

// Server holds a server's settings for the puzzle of the day. The zero Server gets no posts.
type Server struct {
	Guild   id.Guild
	Channel id.Channel // "" for none
	Hour    int        // 0 to 23
	Zone    string     // IANA name
	Locale  string     // of the posts
	// Refused counts consecutive posts that the channel refused. At [MaxRefused] posts end.
	Refused int
}

// MaxRefused is the number of consecutive refusals after which a server's posts end.
const MaxRefused = 3

// On reports whether the server gets posts.
func (s Server) On() bool { return s.Channel != "" && s.Refused < MaxRefused }

func (s Server) zone() *time.Location {
	if zone, err := time.LoadLocation(s.Zone); err == nil {
		return zone
	}
	return time.UTC
}

// Kind is the kind of the subjects of posts and of their jobs.
const Kind id.Kind = "daily"

// Features are the features that must be on for a server to get posts: this one, and the one that solves puzzles.
var Features = []string{"daily", "puzzle"}

// Kinds of jobs.
const (
	JobPost  = "daily"       // subject: the server
	JobCount = "daily count" // subject: a post
	JobClose = "daily close"
)

// Server returns a server's settings.
func (s *Service) Server(ctx context.Context, g id.Guild) (Server, error) {
	return loadServer(ctx, s.db.Read(), g)
}

// Check returns [ErrZone] if the zone does not exist.
func (s Server) Check() error {
	if _, err := time.LoadLocation(s.Zone); err != nil || s.Zone == "" || s.Zone == "Local" {
		return ErrZone
	}
	return nil
}

// Enable stores a server's settings and plans the next post. A date that has a post gets no other.
func (s *Service) Enable(ctx context.Context, to Server) error {
	if err := to.Check(); err != nil {
		return err
	}
	to.Hour, to.Refused = min(max(to.Hour, 0), 23), 0
	return s.db.Tx(ctx, func(tx store.Tx) error {
		saveServer(ctx, tx, to)
		n, err := to.upcoming(ctx, tx.Conn, tx.Now)
		if err == nil {
			s.planPost(ctx, tx, to, n)
		}
		return err
	})
}

// upcoming returns the number of a server's next post: today's, unless its time has passed, or else the first after it
// that was not posted. There may be several that were, if the server's zone has moved west.
func (s Server) upcoming(ctx context.Context, c store.Conn, now time.Time) (Number, error) {
	for n := Today(now, s.zone()); ; n++ {
		posted, err := hasPost(ctx, c, s.Guild, n)
		if err != nil {
			return 0, err
		}
		due, ok := n.Due(s.Hour, s.zone())
		if !posted && ok && !due.Add(spread(s.Guild)).Before(now) {
			return n, nil
		}
	}
}

// Next returns the time of a server's next post.
func (s *Service) Next(ctx context.Context, server Server) (time.Time, error) {
	now := s.db.Now()
	n, err := server.upcoming(ctx, s.db.Read(), now)
	if err != nil {
		return time.Time{}, err
	}
	_, due := server.next(n, now)
	return due, nil
}

// Disable ends a server's posts.
func (s *Service) Disable(ctx context.Context, g id.Guild) error {
	return s.db.WriteTx(ctx, func(tx store.Tx) {
		dropServer(ctx, tx, g)
		scheduler.Drop(ctx, tx, JobPost, serverSubject(g))
	})
}

func serverSubject(g id.Guild) id.Subject { return id.Subject{Kind: Kind, ID: id.Match(g)} }

// planPost schedules the job of the next post, for number n or later.
func (s *Service) planPost(ctx context.Context, tx store.Tx, server Server, n Number) {
	n, due := server.next(n, tx.Now)
	scheduler.Put(ctx, tx, scheduler.Job{Slot: JobPost, Kind: JobPost, Subject: serverSubject(server.Guild),
		Version: int64(n), Due: due, Pool: scheduler.Timed, Guild: server.Guild})
}

// next returns the first number from n on that can still be posted in time, and when it is due.
func (s Server) next(n Number, now time.Time) (Number, time.Time) {
	for ; ; n++ {
		due, ok := n.Due(s.Hour, s.zone())
		if due = due.Add(spread(s.Guild)); ok && !TooLate(now, due, s.zone()) {
			return n, due
		}
	}
}

// RecordRefusal records that Discord refused a post. Posts end if the channel was deleted or keeps refusing.
func (s *Service) RecordRefusal(ctx context.Context, g id.Guild, channel id.Channel, deleted bool) error {
	by := 1
	if deleted {
		by = MaxRefused
	}
	return s.db.WriteTx(ctx, func(tx store.Tx) { addRefusals(ctx, tx, g, channel, by) })
}

// ResetRefusals records that a server's post was shown: it resets Refused.
func (s *Service) ResetRefusals(ctx context.Context, g id.Guild) error {
	return s.db.WriteTx(ctx, func(tx store.Tx) { resetRefusals(ctx, tx, g) })
}
