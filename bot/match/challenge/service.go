package challenge

import (
	"context"
	"errors"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/place"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

// Verb is the kind of a change.
type Verb string

const (
	Proposed    Verb = "proposed"
	Amending    Verb = "amended"
	Accepting   Verb = "accepted"
	Declining   Verb = "declined"
	Withdrawing Verb = "withdrawn"
	Expiring    Verb = "expired" // or its channel was deleted
	CallingOff  Verb = "called off"
	Deleted     Verb = "deleted"
)

// Change is one change of a challenge.
type Change struct {
	Challenge Challenge
	Before    Status // the previous status; meaningless if Verb is Proposed
	Verb      Verb
	By        match.Actor
	// Became is the subject of the match, if Verb is Accepting. It is set before listeners' InTx.
	Became id.Subject
	// Started is the change that started that match. It is set after listeners' InTx.
	Started match.Change
}

// New reports whether the change created the challenge.
func (c *Change) New() bool { return c.Verb == Proposed }

// Blocks stores the players' block lists.
type Blocks interface {
	// Block adds from to player's block list. name is shown in the list.
	Block(ctx context.Context, tx store.Tx, player, from id.Player, name string) error
}

// Service is the only way to read or change challenges. Its methods are safe for concurrent use.
type Service struct {
	db        *store.DB
	matches   *match.Service
	blocks    Blocks
	listeners store.Listeners[Change] // notified of an accepted challenge before the listeners of matches
}

// NewService makes a service on a database. Accepted challenges become matches of the service matches.
func NewService(db *store.DB, matches *match.Service, blocks Blocks) *Service {
	return &Service{db: db, matches: matches, blocks: blocks}
}

// Listen adds a listener, before the service is used.
func (s *Service) Listen(l store.Listener[Change]) { s.listeners.Listen(l) }

// ExpireJob is the kind of the job that closes an unanswered challenge. Its version is the challenge's revision.
const ExpireJob = "expire"

// do loads a challenge, applies f, and stores the result with optimistic locking, retrying on conflicts. more runs in
// the same transaction after the listeners; it may be nil. With an error, the Change holds the challenge as it was
// read.
func (s *Service) do(ctx context.Context, by match.Actor, of id.Match, f func(*Change) error,
	more func(store.Tx, *Change) error) (Change, error) {
	const tries = 30 // in each round one of the competing processes succeeds
	for try := 1; ; try++ {
		was, err := s.Stored(ctx, of)
		if err != nil {
			return Change{}, err
		}
		if was.Status == Removed {
			return Change{}, ErrNoChallenge
		}
		c := Change{Challenge: was, Before: was.Status, By: by}
		if err := f(&c); err != nil {
			return Change{Challenge: was, Before: was.Status, By: by}, err
		}
		c.Challenge.Rev++
		c.Challenge.Touched = s.db.Now()
		err = s.db.TxOnce(ctx, by.Event, func(tx store.Tx) error { return s.commit(ctx, tx, was.Rev, &c, more) })
		if errors.Is(err, errConflict) && try < tries && ctx.Err() == nil {
			continue
		}
		if err != nil {
			return Change{Challenge: was, Before: was.Status, By: by}, err
		}
		s.after(ctx, &c)
		return c, nil
	}
}

func (s *Service) commit(ctx context.Context, tx store.Tx, from int64, c *Change,
	more func(store.Tx, *Change) error) error {
	if changed, err := update(ctx, tx, &c.Challenge, from); err != nil {
		return err
	} else if !changed {
		return errConflict
	}
	if err := s.follow(ctx, tx, c); err != nil || more == nil {
		return err
	}
	return more(tx, c)
}

// follow stores the consequences of a change in its transaction: the job that expires the challenge, and what listeners
// store.
func (s *Service) follow(ctx context.Context, tx store.Tx, c *Change) error {
	schedule(ctx, tx, &c.Challenge)
	return s.listeners.InTx(ctx, tx, c)
}

func schedule(ctx context.Context, tx store.Tx, c *Challenge) {
	if c.Status != Waiting {
		scheduler.Drop(ctx, tx, match.NextSlot, c.Subject())
		return
	}
	scheduler.Put(ctx, tx, scheduler.Job{Slot: match.NextSlot, Kind: ExpireJob, Subject: c.Subject(),
		Version: c.Rev, Due: c.Expires(), Pool: scheduler.Timed, Rank: match.LowRank, Guild: c.Guild})
}

func (s *Service) after(ctx context.Context, c *Change) {
	s.listeners.After(ctx, c)
	if c.Verb == Accepting {
		s.matches.After(ctx, &c.Started)
	}
}

// Get returns a challenge by its id, waiting or closed.
func (s *Service) Get(ctx context.Context, of id.Match) (Challenge, error) {
	c, err := s.Stored(ctx, of)
	if err == nil && c.Status == Removed {
		return Challenge{}, ErrNoChallenge
	}
	return c, err
}

// Stored is Get for removed challenges too, whose messages must still be deleted.
func (s *Service) Stored(ctx context.Context, of id.Match) (Challenge, error) {
	return load(ctx, s.db.Read(), `WHERE id = ?`, string(of))
}

// ByChannel returns up to limit challenges of a channel that did not become matches: waiting ones before closed ones,
// each group ordered by last change, newest first.
func (s *Service) ByChannel(ctx context.Context, channel id.Channel, limit int) ([]Challenge, error) {
	return all(ctx, s.db.Read(), whereInChannel, string(channel), int(Accepted), int(Removed), int(Waiting), limit)
}

// ByPlayer returns the limit last changed waiting challenges in which a player is seated, oldest change first.
func (s *Service) ByPlayer(ctx context.Context, player id.Player, limit int) ([]Challenge, error) {
	if player == "" {
		return nil, nil
	}
	return all(ctx, s.db.Read(), whereSits, string(player), string(player), limit)
}

// InChannel returns the challenges that wait in a channel, oldest first.
func (s *Service) InChannel(ctx context.Context, channel id.Channel) ([]Challenge, error) {
	return all(ctx, s.db.Read(), whereWaitsIn, string(channel), int(Waiting))
}

// InGuild returns the challenges that wait in the channels of a guild, oldest first.
func (s *Service) InGuild(ctx context.Context, guild id.Guild) ([]Challenge, error) {
	return all(ctx, s.db.Read(), whereWaitsOn, string(guild), int(Waiting))
}

// Count returns the number of waiting challenges.
func (s *Service) Count(ctx context.Context) (int, error) { return countWaiting(ctx, s.db.Read()) }

// Expire closes a challenge that was not answered in time; [ErrNotYet] if there is time left, [ErrStale] if it is
// closed.
func (s *Service) Expire(ctx context.Context, of id.Match) (Change, error) {
	return s.do(ctx, match.Actor{Source: match.FromClock}, of, func(c *Change) error {
		switch {
		case c.Challenge.Status != Waiting:
			return ErrStale
		case s.db.Now().Before(c.Challenge.Expires()):
			return ErrNotYet
		}
		c.close(Expiring, Expired)
		return nil
	}, nil)
}

// Suspend closes a challenge whose channel was deleted. It returns [ErrStale] if there is nothing to do.
func (s *Service) Suspend(ctx context.Context, of id.Match, channel id.Channel) (Change, error) {
	return s.do(ctx, match.Actor{Source: match.FromClock}, of, func(c *Change) error {
		if c.Challenge.Status != Waiting || c.Challenge.Channel != channel {
			return ErrStale
		}
		c.close(Expiring, Expired)
		return nil
	}, nil)
}

// OnPlaceFact is a handler for [place.Handlers]: it closes the challenges of a lost channel or guild. They could be
// neither answered nor withdrawn, and would count against the challenger's limit.
func (s *Service) OnPlaceFact(ctx context.Context, f place.Fact) error {
	if !f.Status.Lost() {
		return nil
	}
	list := func() ([]Challenge, error) { return s.InChannel(ctx, f.Channel) }
	if f.Channel == "" {
		list = func() ([]Challenge, error) { return s.InGuild(ctx, f.Guild) }
	}
	waiting, err := list()
	for i := range waiting {
		w := &waiting[i]
		if _, failed := s.Suspend(ctx, w.ID, w.Channel); failed != nil && !errors.Is(failed, ErrStale) {
			err = errors.Join(err, failed)
		}
	}
	return err
}

func (c *Change) close(v Verb, s Status) { c.Verb, c.Challenge.Status = v, s }

// Purge deletes the row of a removed challenge whose messages are all deleted.
func (s *Service) Purge(ctx context.Context, of id.Match) error { return purge(ctx, s.db.Write(), of) }

// Tidy deletes up to limit challenges that closed more than match.CardLifetime ago, calls forget for each in the same
// transaction, and reports whether there may be more.
func (s *Service) Tidy(ctx context.Context, limit int,
	forget func(context.Context, store.Tx, id.Subject) error) (more bool, err error) {
	return store.DropOld(ctx, s.db, limit, func(tx store.Tx) ([]id.Match, error) {
		return endedBefore(ctx, tx.Conn, tx.Now.Add(-match.CardLifetime), limit)
	}, func(tx store.Tx, one id.Match) error {
		if err := forget(ctx, tx, id.Subject{Kind: Kind, ID: one}); err != nil {
			return err
		}
		drop(ctx, tx, one)
		return nil
	})
}
