package ring

import (
	"context"
	"errors"
	"slices"
	"time"

	"yeye/ai/character"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

// Job is the kind and the slot of the job for a ring's next act.
const Job = "ring"

const (
	// hinderedFor is the pause before a game is tried again that something hinders: another game is played in the channel, or as many
	// are open in the server as may be.
	hinderedFor = 20 * time.Second
	// tardy is how late a job may come before it means that the bot was away: then nobody is passed over before another chance.
	tardy = 20 * time.Second
)

// Service is the only way to read or change rings. Its methods may be called from many goroutines.
type Service struct {
	db        *store.DB
	matches   *match.Service
	listeners []Listener
}

// New makes a service on a database, which starts its games with matches.
func New(db *store.DB, matches *match.Service) *Service { return &Service{db: db, matches: matches} }

// Change is one change of a ring.
type Change struct {
	Ring   Ring
	Before Ring // zero for one that was just opened
}

// New reports whether the change opened the ring.
func (c *Change) New() bool { return c.Before.ID == "" }

// Listener is notified of every change: InTx within its transaction, After once it is committed, in the process that did so.
type Listener struct {
	InTx  func(context.Context, store.Tx, *Change) error
	After func(context.Context, *Change)
}

// Listen adds a listener, before the service is used.
func (s *Service) Listen(l Listener) { s.listeners = append(s.listeners, l) }

// Get returns a ring.
func (s *Service) Get(ctx context.Context, of id.Match) (Ring, error) {
	return load(ctx, s.db.Read(), `id = ?`, string(of))
}

// InChannel returns the ring of a channel that is not closed.
func (s *Service) InChannel(ctx context.Context, c id.Channel) (Ring, error) {
	return load(ctx, s.db.Read(), `channel = ? AND state <> 'closed'`, string(c))
}

// Of returns the ring whose game is being played.
func (s *Service) Of(ctx context.Context, m id.Match) (Ring, error) {
	return load(ctx, s.db.Read(), `game = ?`, string(m))
}

// Plan is what somebody chooses for a new ring.
type Plan struct {
	Guild   id.Guild
	Channel id.Channel
	Locale  string
	Timing  match.Timing // on a live clock, so that games end
	Keeper  character.Level
}

// Open opens a ring, where the player is the first to play. A channel in which a game is played is refused as by [match.Service.Start].
func (s *Service) Open(ctx context.Context, by match.Actor, p Plan) (Change, error) {
	if !p.Timing.Live() || !p.Keeper.Valid() {
		return Change{}, errors.New("a ring needs a live clock and a character")
	}
	c := Change{}
	err := s.db.Tx(ctx, func(tx store.Tx) error {
		if err := store.Once(ctx, tx, by.Event); err != nil {
			return err
		}
		if err := s.matches.WithinLimits(ctx, tx, by.Player, p.Guild); err != nil {
			return err
		}
		if err := tx.Dialect().Lock(ctx, tx.Conn, "ring in "+string(p.Channel)); err != nil {
			return err
		}
		if _, err := load(ctx, tx.Conn, `channel = ? AND state <> 'closed'`, string(p.Channel)); !errors.Is(err, ErrNone) {
			return cmpErr(err, ErrOpen)
		}
		if err := s.matches.Vacant(ctx, tx.Conn, p.Channel); err != nil {
			return err
		}
		r := Ring{ID: s.matches.NewID(), Guild: p.Guild, Channel: p.Channel, Locale: p.Locale, Timing: p.Timing, Keeper: p.Keeper, State: Idle,
			By: by.Player, Rev: 1, Created: tx.Now}
		if err := r.join(Person{Player: by.Player, Name: by.Name}, tx.Now); err != nil {
			return err
		}
		c = Change{Ring: r}
		return s.write(ctx, tx, &c)
	})
	if err == nil {
		s.after(ctx, &c)
	}
	return c, err
}

// cmpErr returns err, or otherwise if there is none.
func cmpErr(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}

// Join puts a player at the end of the queue.
func (s *Service) Join(ctx context.Context, by match.Actor, of id.Match) (Change, error) {
	return s.change(ctx, by.Event, of, func(r *Ring, now time.Time) error { return r.join(Person{Player: by.Player, Name: by.Name}, now) })
}

// Leave takes a player out of the queue, or lets the holder give the ring up.
func (s *Service) Leave(ctx context.Context, by match.Actor, of id.Match) (Change, error) {
	return s.change(ctx, by.Event, of, func(r *Ring, now time.Time) error { return r.leave(by.Player, now) })
}

// Sit notes that somebody who was called is there.
func (s *Service) Sit(ctx context.Context, by match.Actor, of id.Match) (Change, error) {
	return s.change(ctx, by.Event, of, func(r *Ring, now time.Time) error { return r.sit(by.Player, now) })
}

// Close closes a ring between games, for who opened it and for moderators.
func (s *Service) Close(ctx context.Context, by match.Actor, moderates bool, of id.Match) (Change, error) {
	return s.change(ctx, by.Event, of, func(r *Ring, _ time.Time) error {
		switch {
		case r.State == Closed:
			return ErrClosed
		case by.Player != r.By && !moderates:
			return ErrNotYours
		case r.State == Playing:
			return ErrPlaying
		}
		r.close()
		return nil
	})
}

// Lost closes a ring whose channel is lost.
func (s *Service) Lost(ctx context.Context, of id.Match, from id.Channel) error {
	_, err := s.change(ctx, "", of, func(r *Ring, _ time.Time) error {
		if r.State == Closed || r.Channel != from {
			return ErrStale
		}
		r.close()
		return nil
	})
	return settled(err)
}

// settled converts the error of a change that came too late: there is nothing left to do.
func settled(err error) error {
	if errors.Is(err, ErrStale) || errors.Is(err, ErrNone) {
		return nil
	}
	return err
}

// Due does a ring's next act, as its job.
func (s *Service) Due(ctx context.Context, of id.Match) error {
	r, err := s.Get(ctx, of)
	if err != nil {
		return settled(err)
	}
	switch {
	case r.Due.IsZero() || s.db.Now().Before(r.Due):
		return nil
	case r.State == Ready:
		return settled(s.begin(ctx, &r))
	case s.matches.IsAway(r.Guild):
		return scheduler.ErrLater
	case r.State == Playing:
		return settled(s.look(ctx, &r))
	}
	_, err = s.change(ctx, "", of, func(now *Ring, at time.Time) error {
		switch {
		case now.State != r.State || !now.Due.Equal(r.Due):
			return ErrStale
		case now.State == Idle:
			now.close()
		case at.Sub(now.Due) > tardy:
			now.Due = at.Add(CallFor)
		default:
			now.expire(at)
		}
		return nil
	})
	return settled(err)
}

// begin starts the game of those who have sat down.
func (s *Service) begin(ctx context.Context, seen *Ring) error {
	terms := match.Terms{Mode: match.Paired, Guild: seen.Guild, Channel: seen.Channel, Seats: seen.Seats(), Position: game.Start(), Timing: seen.Timing,
		Casual: true, Locale: seen.Locale}
	if seen.Kept() {
		terms.Mode = match.Keeper
	}
	var c Change
	_, err := s.matches.StartWith(ctx, match.Actor{Source: match.FromClock, Guild: seen.Guild}, terms, func(*match.Match) {},
		func(ctx context.Context, tx store.Tx, made *match.Change) (err error) {
			c, err = s.changeIn(ctx, tx, seen.ID, func(r *Ring, now time.Time) error {
				if r.State != Ready || r.Seats() != seen.Seats() {
					return ErrStale
				}
				r.State, r.Match, r.Begun, r.Due = Playing, made.Match.ID, now, now.Add(AbsentAfter)
				return nil
			})
			return err
		})
	var taken *match.OccupiedError
	switch {
	case err == nil:
		s.after(ctx, &c)
	case errors.As(err, &taken), errors.Is(err, match.ErrGuildFull):
		_, err = s.change(ctx, "", seen.ID, func(r *Ring, now time.Time) error {
			if r.State != Ready {
				return ErrStale
			}
			r.Due = now.Add(hinderedFor)
			return nil
		})
	}
	return err
}

// look ends a game whose player to move has not come to it.
func (s *Service) look(ctx context.Context, seen *Ring) error {
	m, err := s.matches.Stored(ctx, seen.Match)
	if err != nil {
		return err
	}
	since := seen.Begun
	if m.Ply() == 1 {
		since = m.Played
	}
	now, due := s.db.Now(), time.Time{}
	if m.Status == match.Open && m.FreeMove() {
		switch due = since.Add(AbsentAfter); {
		case now.Sub(seen.Due) > tardy: // nobody could come while the bot was away
			due = now.Add(CallFor)
		case !now.Before(due):
			_, err := s.matches.Amend(ctx, match.Actor{Source: match.FromClock}, m.ID, match.Finished, func(c *match.Change) error {
				if c.Match.Status != match.Open || c.Match.Turn != m.Turn {
					return ErrStale
				}
				c.Abandon()
				return nil
			}, nil)
			return err
		}
	}
	_, err = s.change(ctx, "", seen.ID, func(r *Ring, _ time.Time) error {
		if r.Match != seen.Match {
			return ErrStale
		}
		r.Due = due
		return nil
	})
	return err
}

// OnMatch goes on after a game, in the transaction in which it ends.
func (s *Service) OnMatch() match.Listener {
	return match.Listener{InTx: s.ended, After: s.afterMatch}
}

// over reports whether a change ended or interrupted a game that somebody arranged.
func over(c *match.Change) bool {
	return c.Match.Mode.Arranged && !c.New() && c.Before.Status == match.Open && c.Match.Status != match.Open
}

func (s *Service) ended(ctx context.Context, tx store.Tx, c *match.Change) error {
	if !over(c) {
		return nil
	}
	of, err := load(ctx, tx.Conn, `game = ?`, string(c.Match.ID))
	if err != nil {
		return settled(err)
	}
	_, err = s.changeIn(ctx, tx, of.ID, func(r *Ring, now time.Time) error {
		if r.Match != c.Match.ID {
			return ErrStale
		}
		r.finish(result(c, r.holderSide()), now)
		return nil
	})
	return settled(err)
}

// result returns how a game ended for the side of the holder. Who has not come to it loses.
func result(c *match.Change, holder game.Color) Result {
	m := &c.Match
	winner, won := m.Outcome.Result.Winner()
	switch {
	case m.Status != match.Ended || m.Ruling == match.RuledOver:
		return NoResult
	case m.Outcome.Method == game.Abandoned && c.By.Source == match.FromClock:
		winner, won = m.ToMove().Other(), true
	case m.Outcome.Result == game.Draw:
		return Drawn
	}
	switch {
	case !won:
		return NoResult
	case winner == holder:
		return Held
	}
	return Taken
}

// afterMatch wakes who shows the ring.
func (s *Service) afterMatch(ctx context.Context, c *match.Change) {
	if !over(c) {
		return
	}
	if r, err := s.InChannel(ctx, c.Before.Channel); err == nil {
		s.after(ctx, &Change{Ring: r, Before: r})
	}
}

// change changes a ring in a transaction of its own.
func (s *Service) change(ctx context.Context, event id.Event, of id.Match, f func(*Ring, time.Time) error) (Change, error) {
	var c Change
	err := s.db.Tx(ctx, func(tx store.Tx) (err error) {
		if err := store.Once(ctx, tx, event); err != nil {
			return err
		}
		c, err = s.changeIn(ctx, tx, of, f)
		return err
	})
	if err == nil {
		s.after(ctx, &c)
	}
	return c, err
}

// changeIn changes a ring within a transaction. The caller calls after once it is committed.
func (s *Service) changeIn(ctx context.Context, tx store.Tx, of id.Match, f func(*Ring, time.Time) error) (c Change, err error) {
	if err := tx.Dialect().Lock(ctx, tx.Conn, "ring "+string(of)); err != nil {
		return c, err
	}
	if c.Before, err = load(ctx, tx.Conn, `id = ?`, string(of)); err != nil {
		return c, err
	}
	c.Ring = c.Before
	c.Ring.Queue, c.Ring.Met = slices.Clone(c.Before.Queue), slices.Clone(c.Before.Met)
	if err := f(&c.Ring, tx.Now); err != nil {
		return c, err
	}
	c.Ring.Rev++
	return c, s.write(ctx, tx, &c)
}

// write stores a changed ring with what follows: the job of the next act, the record, and what listeners write.
func (s *Service) write(ctx context.Context, tx store.Tx, c *Change) error {
	r := &c.Ring
	r.Touched = tx.Now
	if err := save(ctx, tx, r); err != nil {
		return err
	}
	var err error
	switch {
	case r.Due.IsZero():
		err = scheduler.Drop(ctx, tx, Job, r.Subject())
	case c.New() || !r.Due.Equal(c.Before.Due) || r.State != c.Before.State:
		err = scheduler.Put(ctx, tx, scheduler.Job{Slot: Job, Kind: Job, Subject: r.Subject(), Version: r.Rev, Due: r.Due, Pool: scheduler.Timed, Guild: r.Guild})
	}
	if err == nil && r.run > 0 {
		err = saveRun(ctx, tx, r.Guild, r.runner, r.run)
	}
	if err != nil {
		return err
	}
	for _, l := range s.listeners {
		if l.InTx == nil {
			continue
		}
		if err := l.InTx(ctx, tx, c); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) after(ctx context.Context, c *Change) {
	for _, l := range s.listeners {
		if l.After != nil {
			l.After(ctx, c)
		}
	}
}
