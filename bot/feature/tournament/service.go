package tournament

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/arrange"
	"yeye/bot/policy"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

// Service is the only way to read or change tournaments. Its methods may be called from many goroutines.
type Service struct {
	db        *store.DB
	matches   *match.Service
	guilds    *guild.Service
	rating    Rating
	random    func() int64
	listeners store.Listeners[Change]
}

// Rating returns a player's rating for live games or, if live is false, for games by correspondence; 0 if they have
// none.
type Rating func(ctx context.Context, p id.Player, live bool) (int, error)

// New makes a service on a database; it starts games through matches.
func New(db *store.DB, matches *match.Service, guilds *guild.Service, rating Rating) *Service {
	s := &Service{db: db, matches: matches, guilds: guilds, rating: rating, random: rand.Int64}
	matches.Policy().AddStakes(s)
	matches.Policy().Declare(acts...)
	return s
}

// Feature is the name under which a server switches tournaments off.
const Feature = "tournament"

// OnRuling handles new rules of a server, for [place.Handlers]: it applies them to each unfinished tournament.
func (s *Service) OnRuling(ctx context.Context, g id.Guild) error {
	all, err := openAt(ctx, s.db.Read(), g)
	for _, t := range all {
		err = errors.Join(err, s.applyGuildRules(ctx, t.ID))
	}
	return err
}

// applyGuildRules ends a tournament if its server has switched tournaments off, and withdraws players who have been
// barred.
func (s *Service) applyGuildRules(ctx context.Context, of id.Match) error {
	_, err := s.change(ctx, "", of, func(tx store.Tx, t *Tournament) error {
		if t.State.Over() {
			return errNothing
		}
		off, barred, err := arrange.CheckRules(ctx, tx, s.guilds, t.Guild, Feature, t.activePlayers()...)
		switch {
		case err != nil:
			return err
		case off:
			t.switchOff(tx.Now)
		case len(barred) == 0:
			return errNothing
		}
		for _, p := range barred {
			t.leave(t.Of(p), Out, takenOut, tx.Now)
		}
		return nil
	})
	return err
}

// activePlayers returns the ids of the players with status In.
func (t *Tournament) activePlayers() (all []id.Player) {
	for _, e := range t.Players {
		if e.Status == In {
			all = append(all, e.Player)
		}
	}
	return all
}

// Change is one change of a tournament.
type Change struct {
	Tournament Tournament
	Before     Tournament // zero for one that was just created
	Rounds     []int      // the rounds whose rows have changed
}

// New reports whether the change created the tournament.
func (c *Change) New() bool { return c.Before.ID == "" }

// Listen adds a listener. It must be called before the service is used.
func (s *Service) Listen(l store.Listener[Change]) { s.listeners.Listen(l) }

// Get returns a tournament with its players and boards, or [ErrNone].
func (s *Service) Get(ctx context.Context, of id.Match) (Tournament, error) {
	return load(ctx, s.db.Read(), of)
}

// Plan holds the choices for a new tournament.
type Plan struct {
	Guild   id.Guild
	Channel id.Channel
	Name    string // see [Tournament]
	Locale  string
	System  System
	Timing  match.TimeControl
	Casual  bool
	Rounds  int           // of Swiss, 0 for as many as the players need
	Length  time.Duration // of an arena, or for arranging games
	Starts  time.Time     // zero if a director starts it
	Filler  string        // see [Tournament]
	Event   bool          // also create a scheduled event in Discord, if Starts is set
	Rests   bool          // see [Tournament]; only by days
}

// maxOpen is how many unfinished tournaments a server may have.
const maxOpen = 20

// ErrMany: the server has maxOpen unfinished tournaments.
var ErrMany = errors.New("as many tournaments are open in this server as may be")

// Create opens a tournament for people to join.
func (s *Service) Create(ctx context.Context, by Actor, p Plan) (Change, error) {
	now := s.db.Now()
	rated, err := s.rating(ctx, by.Player, p.Timing.Live())
	if err != nil {
		return Change{}, err
	}
	t := Tournament{ID: s.matches.NewID(), Guild: p.Guild, Channel: p.Channel, Name: p.Name, Locale: p.Locale,
		System: p.System, Timing: p.Timing,
		Casual: p.Casual || p.System == Simul, State: Open, Rounds: p.Rounds, Seed: s.random(),
		Max: maxPlayers(p.System, p.Timing), Length: p.Length, Starts: p.Starts,
		Due: p.Starts, Filler: p.Filler, Rests: p.Rests && MayLetRest(p.Timing),
		By: by.Player, ByName: by.Name, Created: now}
	if p.Event && !p.Starts.IsZero() {
		t.Event = EventWanted
	}
	if t.System != Swiss {
		t.Rounds = 0
	}
	if t.System == Simul {
		t.Players = []Entrant{{Player: by.Player, Name: by.Name, rating: rated, Status: In, Joined: 1, At: now}}
	}
	var c Change
	err = s.db.TxOnce(ctx, by.Event, func(tx store.Tx) error {
		tx.Lock(ctx, "tournaments in "+string(p.Guild))
		n, err := countOpen(ctx, tx.Conn, p.Guild)
		if err != nil {
			return err
		}
		if n >= maxOpen {
			return ErrMany
		}
		c = Change{Tournament: t}
		insert(ctx, tx, &t)
		savePlayers(ctx, tx, &t, &Tournament{})
		return s.write(ctx, tx, &c)
	})
	if err != nil {
		return Change{}, err
	}
	s.listeners.After(ctx, &c)
	return c, nil
}

// errNothing ends a change that has nothing to do; the caller gets no error.
var errNothing = errors.New("nothing to do")

// change changes a tournament in a new transaction, in which more runs too; an error of f or more refuses the change.
// If f returns errNothing, nothing is written.
func (s *Service) change(ctx context.Context, event id.Event, of id.Match, f func(store.Tx, *Tournament) error,
	more ...func(store.Tx, *Change) error) (Change, error) {
	var c Change
	err := s.db.TxOnce(ctx, event, func(tx store.Tx) (err error) {
		c, err = s.changeIn(ctx, tx, of, f)
		for i := 0; i < len(more) && err == nil; i++ {
			err = more[i](tx, &c)
		}
		return err
	})
	if errors.Is(err, errNothing) {
		return c, nil
	}
	if err == nil {
		s.listeners.After(ctx, &c)
	}
	return c, err
}

// changeIn changes a tournament within the caller's transaction. The caller calls the listeners' After once it is
// committed.
func (s *Service) changeIn(ctx context.Context, tx store.Tx, of id.Match,
	f func(store.Tx, *Tournament) error) (c Change, err error) {
	tx.Lock(ctx, "tournament "+string(of))
	if c.Before, err = load(ctx, tx.Conn, of); err != nil {
		return c, err
	}
	c.Tournament = c.Before.clone()
	if err := f(tx, &c.Tournament); err != nil {
		return c, err
	}
	c.Tournament.Rev++
	save(ctx, tx, &c)
	return c, s.write(ctx, tx, &c)
}

// clone returns a copy whose players, boards and lists can be changed without changing t's.
func (t *Tournament) clone() Tournament {
	c := *t
	c.Players, c.Pairings = slices.Clone(t.Players), slices.Clone(t.Pairings)
	c.Helpers, c.Barred = slices.Clone(t.Helpers), slices.Clone(t.Barred)
	return c
}

// write writes a changed tournament, its jobs, and what the listeners write.
func (s *Service) write(ctx context.Context, tx store.Tx, c *Change) error {
	t := &c.Tournament
	t.Touched = tx.Now
	schedule(ctx, tx, c)
	return s.listeners.InTx(ctx, tx, c)
}

// changeAsDirector is change for a director: it checks that by may direct and records the act. It refuses with
// [ErrOwnGame] a change that decides one of their games.
func (s *Service) changeAsDirector(ctx context.Context, by Actor, of id.Match, act string, about id.Player,
	f func(store.Tx, *Tournament) error) (Change, error) {
	return s.change(ctx, by.Event, of, func(tx store.Tx, t *Tournament) error {
		if !t.Directs(by) {
			return ErrNotDirector
		}
		return f(tx, t)
	}, func(tx store.Tx, c *Change) error {
		t := &c.Tournament
		d := policy.Decision{Act: act, By: by.Player, Guild: t.Guild, Own: c.Before.decidesGameOf(by.Player, t)}
		if _, err := s.matches.Policy().Authorize(ctx, tx.Conn, d); errors.Is(err, policy.ErrOwnGame) {
			return ErrOwnGame
		} else if err != nil {
			return err
		}
		guild.Record(ctx, tx, guild.Entry{Guild: t.Guild, Channel: t.Channel, Subject: t.ID, By: by.Player,
			Act: act, Player: about, At: tx.Now})
		return nil
	})
}

// Jobs of tournaments.
const (
	// NextJob is the kind and the slot of the job that runs [Service.Due].
	NextJob = "tournament"
	// BoardJob is the kind and the slot of the job that starts a board's match. Its subject is the board; see
	// [ParseBoardID].
	BoardJob = "tournamentboard"
	// NoShowJob is the kind and the slot of the job that checks whether the players of a board have come. Its subject
	// is the board.
	NoShowJob = "noshow"
	// BoardKind is the kind of subjects that are boards.
	BoardKind id.Kind = "board"
)

// slowPairing is the number of players from which pairing runs in the scheduler's slow pool, because it takes longer.
const slowPairing = 33

// schedule writes the jobs that follow from a change.
func schedule(ctx context.Context, tx store.Tx, c *Change) {
	t, was := &c.Tournament, &c.Before
	switch {
	case t.Due.IsZero() && !was.Due.IsZero():
		scheduler.Drop(ctx, tx, NextJob, t.Subject())
	case !t.Due.IsZero() && (c.New() || !t.Due.Equal(was.Due) || t.State != was.State):
		next := scheduler.Job{Slot: NextJob, Kind: NextJob, Subject: t.Subject(), Version: t.Rev, Due: t.Due,
			Pool: scheduler.Timed, Guild: t.Guild}
		if t.State == Pairing && len(t.Players) >= slowPairing {
			next.Pool = scheduler.Slow
		}
		scheduler.Put(ctx, tx, next)
	}
	if c.New() && t.Event == EventWanted || t.eventIsStale() && !was.eventIsStale() {
		event := scheduler.Job{Slot: EventJob, Kind: EventJob, Subject: t.Subject(), Due: tx.Now, Pool: scheduler.Timed,
			Rank: 1, Guild: t.Guild}
		scheduler.Put(ctx, tx, event)
	}
	for i := range t.Pairings {
		b := &t.Pairings[i]
		if old := was.Board(b.Round, b.Number); t.mustStart(b) && (old == nil || !was.mustStart(old)) {
			begin := scheduler.Job{Slot: BoardJob, Kind: BoardJob, Subject: t.BoardSubject(b), Due: tx.Now,
				Pool: scheduler.Timed, Guild: t.Guild}
			scheduler.Put(ctx, tx, begin)
		}
	}
}

// mustStart reports whether a board's match has to be started now.
func (t *Tournament) mustStart(b *Board) bool {
	if t.State != Playing || b.Match != "" || b.Round > t.Round || !b.Pending() && !t.fillsBye(b) {
		return false
	}
	return t.System != Arranged || b.BothReady()
}

// fillsBye reports whether a character plays the player who has this round's bye. It does so only in the bye's round:
// later that player has an ordinary game again.
func (t *Tournament) fillsBye(b *Board) bool {
	e := t.Entrant(b.Red)
	return b.Kind == Bye && b.Round == t.Round && t.Filler != "" && e != nil && e.Status == In
}

const (
	// ReadyFor is how long a player who is ready for an arranged game waits for the opponent.
	ReadyFor = 15 * time.Minute
	// readyLapse is how long after the first player was ready an arranged game may still start. Reached only if
	// something keeps it from starting.
	readyLapse = ReadyFor + 5*time.Minute
)

// BothReady reports whether both players of an arranged game are ready, the second within ReadyFor of the first.
func (b *Board) BothReady() bool {
	red, black := b.Ready[0], b.Ready[1]
	return !red.IsZero() && !black.IsZero() && red.Sub(black).Abs() <= ReadyFor
}

// hasLapsed reports whether a player of an arranged game was ready longer than readyLapse ago, and may have left.
func (b *Board) hasLapsed(now time.Time) bool {
	return now.Sub(b.Ready[0]) > readyLapse || now.Sub(b.Ready[1]) > readyLapse
}

// clearOtherReady makes the players of an arranged board that has started ready for no other board: they would sit at
// two live boards.
func (t *Tournament) clearOtherReady(at *Board) {
	for i := range t.Pairings {
		b := &t.Pairings[i]
		if b.Match != "" {
			continue
		}
		for side, number := range [2]int{b.Red, b.Black} {
			if at.has(number) {
				b.Ready[side] = time.Time{}
			}
		}
	}
}
