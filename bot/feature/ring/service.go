package ring

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"time"

	"yeye/ai/character"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/arrange"
	"yeye/bot/place"
	"yeye/bot/policy"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

// Job is the kind and the slot of a ring's scheduled job, see [Service.Due].
const Job = "ring"

// Service is the only way to read or change rings. Its methods may be called from many goroutines.
type Service struct {
	db        *store.DB
	matches   *match.Service
	guilds    *guild.Service
	listeners store.Listeners[Change]
	left      recentLeavers
}

// New makes a service on a database; it starts games through matches.
func New(db *store.DB, matches *match.Service, guilds *guild.Service) *Service {
	matches.Policy().Declare(ActClose)
	return &Service{db: db, matches: matches, guilds: guilds}
}

// Change is one change of a ring.
type Change struct {
	Ring   Ring
	Before Ring // zero for one that was just opened
}

// New reports whether the change opened the ring.
func (c *Change) New() bool { return c.Before.ID == "" }

// OnlyPostponed reports whether the change only moved the time of the ring's job, and nobody was told that time, as
// called players are. A ring whose channel is taken makes such a change every retryAfter.
func (c *Change) OnlyPostponed() bool {
	was, now := c.Before, c.Ring
	was.Due, was.Rev, was.Touched = now.Due, now.Rev, now.Touched
	return now.State != Calling && !now.Due.Equal(c.Before.Due) && reflect.DeepEqual(was, now)
}

// Listen adds a listener. It must be called before the service is used.
func (s *Service) Listen(l store.Listener[Change]) { s.listeners.Listen(l) }

// Get returns a ring, or [ErrNone].
func (s *Service) Get(ctx context.Context, of id.Match) (Ring, error) {
	return load(ctx, s.db.Read(), `id = ?`, string(of))
}

// InChannel returns the open ring of a channel, or [ErrNone].
func (s *Service) InChannel(ctx context.Context, c id.Channel) (Ring, error) {
	return load(ctx, s.db.Read(), `channel = ? AND state <> 'closed'`, string(c))
}

// InGuild returns the open ring of a server that was opened last, or [ErrNone].
func (s *Service) InGuild(ctx context.Context, g id.Guild) (Ring, error) {
	return load(ctx, s.db.Read(), `guild = ? AND state <> 'closed' ORDER BY created DESC, id LIMIT 1`, string(g))
}

// Of returns the ring whose current game is the given match, or [ErrNone].
func (s *Service) Of(ctx context.Context, m id.Match) (Ring, error) {
	return load(ctx, s.db.Read(), `game = ?`, string(m))
}

// Plan holds the choices for a new ring.
type Plan struct {
	Guild       id.Guild
	Channel     id.Channel
	Locale      string
	TimeControl match.TimeControl // must be a live clock, so that games end
	Keeper      character.Level
	Alone       bool // refuse if the server has any open ring, not only the channel
}

// exclusiveIn returns the name of the lock to hold while the ring is opened, and an SQL condition with its argument: a
// ring for which it holds forbids the new one.
func (p *Plan) exclusiveIn() (lock, where, of string) {
	if p.Alone {
		return "rings of " + string(p.Guild), `guild = ? AND state <> 'closed' LIMIT 1`, string(p.Guild)
	}
	return "ring in " + string(p.Channel), `channel = ? AND state <> 'closed'`, string(p.Channel)
}

// Open opens a ring with the player as the first challenger. It refuses a channel in which a game is played as
// [match.Service.Start] does, and with [ErrOpen] if there is a ring already.
func (s *Service) Open(ctx context.Context, by match.Actor, p Plan) (Change, error) {
	if !p.TimeControl.Live() || !p.Keeper.Valid() {
		return Change{}, errors.New("a ring needs a live clock and a character")
	}
	c := Change{}
	err := s.db.TxOnce(ctx, by.Event, func(tx store.Tx) error {
		if err := s.matches.WithinLimits(ctx, tx, by.Player, p.Guild); err != nil {
			return err
		}
		lock, where, of := p.exclusiveIn()
		tx.Lock(ctx, lock)
		switch _, err := load(ctx, tx.Conn, where, of); {
		case err == nil:
			return ErrOpen
		case !errors.Is(err, ErrNone):
			return err
		}
		if err := s.matches.Vacant(ctx, tx.Conn, p.Channel); err != nil {
			return err
		}
		r := Ring{
			ID:          s.matches.NewID(),
			Guild:       p.Guild,
			Channel:     p.Channel,
			Locale:      p.Locale,
			TimeControl: p.TimeControl,
			Keeper:      p.Keeper,
			State:       Idle,
			By:          by.Player,
			Rev:         1,
			Created:     tx.Now,
		}
		if err := r.join(Person{Player: by.Player, Name: by.Name}, tx.Now); err != nil {
			return err
		}
		c = Change{Ring: r}
		return s.write(ctx, tx, &c)
	})
	if err == nil {
		s.listeners.After(ctx, &c)
	}
	return c, err
}

// Join puts a player at the end of the queue. It refuses with a [*LeftError] a player who has just left while their
// opponent was being called, and with [ErrClosed], [ErrAlreadyIn] or [ErrFull].
func (s *Service) Join(ctx context.Context, by match.Actor, of id.Match) (Change, error) {
	return s.change(ctx, by.Event, of, func(r *Ring, now time.Time) error {
		if err := r.join(Person{Player: by.Player, Name: by.Name}, now); err != nil {
			return err
		}
		return s.left.checkCooldown(of, by.Player, now)
	})
}

// Leave removes a player from the queue, or makes the holder give up the ring. It refuses with [ErrClosed], [ErrNotIn]
// or [ErrPlaying].
func (s *Service) Leave(ctx context.Context, by match.Actor, of id.Match) (Change, error) {
	c, err := s.change(ctx, by.Event, of, func(r *Ring, now time.Time) error { return r.leave(by.Player, now) })
	if err == nil {
		s.left.record(&c.Before, by.Player, s.db.Now())
	}
	return c, err
}

// Sit records that a called player has sat down. It refuses with [ErrNotCalled], and players who could not start the
// game as [policy.Policy.Seat] does.
func (s *Service) Sit(ctx context.Context, by match.Actor, of id.Match) (Change, error) {
	return s.changeAnd(ctx, by.Event, of, func(r *Ring, now time.Time) error { return r.sit(by.Player, now) },
		func(tx store.Tx, r *Ring) error {
			_, err := s.matches.Policy().Seat(ctx, tx,
				policy.Game{Guild: r.Guild, Live: true, Players: []id.Player{by.Player}, By: by.Player})
			return err
		})
}

// ActClose is the act of closing a ring, for the policy.
const ActClose = "ring.close"

// Close closes a ring between games. Only a moderator and the player who opened it may.
func (s *Service) Close(ctx context.Context, by match.Actor, moderates bool, of id.Match) (Change, error) {
	return s.changeAnd(ctx, by.Event, of, func(r *Ring, _ time.Time) error {
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
	}, func(tx store.Tx, r *Ring) error {
		_, err := s.matches.Policy().
			Authorize(ctx, tx.Conn, policy.Decision{Act: ActClose, By: by.Player, Guild: r.Guild})
		return err
	})
}

// Lost closes a ring whose channel the bot has lost. It does nothing if the ring is in another channel by now.
func (s *Service) Lost(ctx context.Context, of id.Match, from id.Channel) error {
	_, err := s.change(ctx, "", of, func(r *Ring, _ time.Time) error {
		if r.State == Closed || r.Channel != from {
			return ErrStale
		}
		r.close()
		return nil
	})
	return ignoreStale(err)
}

// OnPlaceFact handles a lost channel or server, for [place.Handlers]: it closes the rings at which no game can be
// played any more.
func (s *Service) OnPlaceFact(ctx context.Context, f place.Fact) error {
	if !f.Status.Lost() {
		return nil
	}
	where, of := `channel = ? AND state <> 'closed'`, string(f.Channel)
	if f.Channel == "" {
		where, of = `guild = ? AND state <> 'closed'`, string(f.Guild)
	}
	open, err := openAt(ctx, s.db.Read(), where, of)
	for _, r := range open {
		err = errors.Join(err, s.Lost(ctx, r.ID, r.Channel))
	}
	return err
}

// OnRuling handles new rules of a server, for [place.Handlers]: it makes an empty change of each open ring between
// games, and every change applies the rules.
func (s *Service) OnRuling(ctx context.Context, g id.Guild) error {
	open, err := openAt(ctx, s.db.Read(), `guild = ? AND state NOT IN ('closed', 'playing')`, string(g))
	for _, r := range open {
		_, failed := s.change(ctx, "", r.ID, func(r *Ring, _ time.Time) error {
			if r.State == Closed || r.State == Playing {
				return ErrStale
			}
			return nil
		})
		err = errors.Join(err, ignoreStale(failed))
	}
	return err
}

// change changes a ring in a new transaction. f returns an error to refuse.
func (s *Service) change(ctx context.Context, event id.Event, of id.Match,
	f func(*Ring, time.Time) error) (Change, error) {
	return s.changeAnd(ctx, event, of, f, func(store.Tx, *Ring) error { return nil })
}

// changeAnd is like change, and runs more in the same transaction; an error of more refuses the change.
func (s *Service) changeAnd(ctx context.Context, event id.Event, of id.Match, f func(*Ring, time.Time) error,
	more func(store.Tx, *Ring) error) (Change, error) {
	var c Change
	err := s.db.TxOnce(ctx, event, func(tx store.Tx) (err error) {
		if c, err = s.changeIn(ctx, tx, of, f); err != nil {
			return err
		}
		return more(tx, &c.Ring)
	})
	if err == nil {
		s.listeners.After(ctx, &c)
	}
	return c, err
}

// changeIn changes a ring within the caller's transaction. The caller calls the listeners' After once it is committed.
func (s *Service) changeIn(ctx context.Context, tx store.Tx, of id.Match,
	f func(*Ring, time.Time) error) (c Change, err error) {
	tx.Lock(ctx, "ring "+string(of))
	if c.Before, err = load(ctx, tx.Conn, `id = ?`, string(of)); err != nil {
		return c, err
	}
	c.Ring = c.Before
	c.Ring.Queue, c.Ring.Beaten = slices.Clone(c.Before.Queue), slices.Clone(c.Before.Beaten)
	if err := f(&c.Ring, tx.Now); err != nil {
		return c, err
	}
	if err := s.applyGuildRules(ctx, tx, &c.Ring); err != nil {
		return c, err
	}
	c.Ring.Rev++
	return c, s.write(ctx, tx, &c)
}

// Feature is the name under which a server switches rings off.
const Feature = "ring"

// applyGuildRules closes the ring if the server has switched rings off, and removes players who have been barred.
// During a game it does nothing: the game is finished first.
func (s *Service) applyGuildRules(ctx context.Context, tx store.Tx, r *Ring) error {
	if r.State == Playing || r.State == Closed {
		return nil
	}
	in := []id.Player{r.Holder.Player}
	for _, p := range r.Queue {
		in = append(in, p.Player)
	}
	off, barred, err := arrange.CheckRules(ctx, tx, s.guilds, r.Guild, Feature, in...)
	if off {
		r.close()
	}
	for _, p := range barred {
		r.remove(p)
	}
	if len(barred) > 0 {
		r.nextState(tx.Now)
	}
	return err
}

// write stores a changed ring with what follows from it: its scheduled job, a new record, and what the listeners write.
func (s *Service) write(ctx context.Context, tx store.Tx, c *Change) error {
	r := &c.Ring
	r.Touched = tx.Now
	save(ctx, tx, r)
	switch {
	case r.Due.IsZero():
		scheduler.Drop(ctx, tx, Job, r.Subject())
	case c.New() || !r.Due.Equal(c.Before.Due) || r.State != c.Before.State:
		scheduler.Put(ctx, tx, scheduler.Job{Slot: Job, Kind: Job, Subject: r.Subject(), Version: r.Rev,
			Due: r.Due, Pool: scheduler.Timed, Guild: r.Guild})
	}
	if r.runLength > 0 {
		saveRun(ctx, tx, r.Guild, r.runner, r.runLength)
	}
	return s.listeners.InTx(ctx, tx, c)
}
