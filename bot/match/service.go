package match

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"yeye/bot/id"
	"yeye/bot/match/variant"
	"yeye/bot/policy"
	"yeye/bot/store"
	"yeye/game"
)

// Service reads and changes matches. It decides each change on the stored match. Its methods are safe for concurrent
// use.
type Service struct {
	db        *store.DB
	random    func() uint64
	limits    Limits
	policy    *policy.Policy
	modes     map[id.Kind]Mode
	listeners store.Listeners[Change]
	prepare   []func(context.Context, *Change)

	away        absences
	home        func(id.Guild, id.Channel) (id.Channel, bool)
	changeCache changeCache
}

// Option configures a Service.
type Option func(*Service)

// WithRandom takes ids and seeds from next instead of crypto/rand.
func WithRandom(next func() uint64) Option { return func(s *Service) { s.random = next } }

// WithHomes sets how the service finds the channel whose permissions apply in c: a thread's parent, or c itself. home
// is "" for a private thread, or if unknown.
func WithHomes(find func(g id.Guild, c id.Channel) (home id.Channel, known bool)) Option {
	return func(s *Service) { s.home = find }
}

// WithListeners registers listeners, which are notified of every change in their order.
func WithListeners(all ...Listener) Option { return func(s *Service) { s.Listen(all...) } }

// NewService makes a service on a database.
func NewService(db *store.DB, options ...Option) *Service {
	s := &Service{db: db, random: systemRandom, modes: make(map[id.Kind]Mode),
		home: func(id.Guild, id.Channel) (id.Channel, bool) { return "", false }}
	s.policy = policy.New(db, s)
	s.policy.AddStakes(s)
	s.policy.Declare(rulingActs[:]...)
	s.Declare(Paired, Keeper, Ending, Exhibition, Voting)
	for _, v := range slices.Backward(variant.All()) { // of those with one kind, the first
		s.Declare(VersusOf(v), DuelOf(v))
	}
	for _, o := range options {
		o(s)
	}
	return s
}

// Policy returns the policy that grants the seats of matches.
func (s *Service) Policy() *policy.Policy { return s.policy }

// Declare adds modes to those of this package, before the service is used: a stored match of an undeclared mode is an
// error.
func (s *Service) Declare(modes ...Mode) {
	for _, m := range modes {
		s.modes[m.Kind] = m
	}
}

// Listen adds listeners, before the service is used.
func (s *Service) Listen(all ...Listener) { s.listeners.Listen(all...) }

// Prepare registers a function that runs before the transaction of each change, and again whenever the change is
// decided again. It may set the match's Said. It may read from the database; on an error it leaves Said alone.
func (s *Service) Prepare(f func(context.Context, *Change)) { s.prepare = append(s.prepare, f) }

func (s *Service) declared(k id.Kind) error {
	if _, ok := s.modes[k]; !ok {
		return fmt.Errorf("%w: %q", ErrUnknownMode, k)
	}
	return nil
}

func systemRandom() uint64 {
	var b [8]byte
	rand.Read(b[:]) // never fails (crypto/rand)
	return binary.LittleEndian.Uint64(b[:])
}

// NewID returns an unused id.
func (s *Service) NewID() id.Match {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], s.random())
	return id.Match(strings.ToLower(base32.StdEncoding.EncodeToString(b[:]))[:10])
}

// RandomColor returns one of the two sides at random.
func (s *Service) RandomColor() game.Color { return game.Color(s.random() & 1) }

// loader loads the match that a change is decided on.
type loader func(context.Context) (Match, error)

func (s *Service) byID(match id.Match) loader {
	return func(ctx context.Context) (Match, error) { return s.Stored(ctx, match) }
}

// asRead returns a loader for a match that its caller has already read. If it has changed since, it is loaded again
// after the failed write.
func (s *Service) asRead(m *Match) loader {
	first := true
	return func(ctx context.Context) (Match, error) {
		if first {
			first = false
			return *m, nil
		}
		return s.Stored(ctx, m.ID)
	}
}

func (s *Service) inChannel(channel id.Channel) loader {
	return func(ctx context.Context) (Match, error) { return s.InChannel(ctx, channel) }
}

// do changes a match: it is loaded, f decides the change outside the transaction and may replace verb, and the result
// is written if the match still has the revision that it was loaded with. Otherwise all of this is repeated. If f
// refuses or the write fails, the Change returned holds the match as it was read.
func (s *Service) do(ctx context.Context, by Actor, load loader, verb Verb, f func(*Change) error) (Change, error) {
	const tries = 30 // in each round one of the competing processes succeeds
	for try := 1; ; try++ {
		was, err := load(ctx)
		if err != nil {
			return Change{}, err
		}
		if was.Status == Removed {
			return Change{}, ErrNoMatch
		}
		c := Change{Match: was, Before: was.summary(), Verb: verb, By: by}
		c.Match.detach() // so that the match as read can be returned if the change fails
		if verb.acts() { // the match counts as active, so it is reminded anew
			c.Match.Reminded = false
		}
		if err := f(&c); err != nil {
			return Change{Match: was, Before: c.Before, Verb: verb, By: by}, err
		}
		charged := s.chargedUntil(Actor{}, c.Match.Guild)
		c.stopClockUnlessOpen(charged)
		now := s.db.Now()
		c.pauseForRest(&was, charged, now)
		c.complete(&was, now)
		s.runPrepared(ctx, &c)
		err = s.db.TxOnce(ctx, by.Event, func(tx store.Tx) error { return s.update(ctx, tx, &was, &c) })
		if errors.Is(err, errConflict) && try < tries && ctx.Err() == nil {
			continue
		}
		if err != nil {
			return Change{Match: was, Before: c.Before, Verb: verb, By: by}, err
		}
		s.After(ctx, &c)
		return c, nil
	}
}

// summary returns the fields for Change.Before.
func (m *Match) summary() Before {
	return Before{Status: m.Status, Paused: m.Paused(), Channel: m.Channel, Turn: m.Turn, Ply: m.Ply(),
		Offer: m.Offer, Casual: m.CasualReason}
}

// complete sets the fields that every change updates.
func (c *Change) complete(was *Match, now time.Time) {
	m := &c.Match
	m.Rev++
	m.reveal()
	if c.Verb.acts() {
		m.Touched = now
	}
	if !m.Live() {
		m.Premoves = [2]Premove{}
	}
	m.updateLines()
	if m.Status != Adjourned {
		m.Displacement = Displacement{}
	}
	m.dropPastRest(now)
	if m.Next = m.next(now); c.stillThinks(was) {
		m.Next = was.Next
	}
}

// update stores a changed match and the consequences of the change, if its revision is still the one that was read.
func (s *Service) update(ctx context.Context, tx store.Tx, was *Match, c *Change) error {
	if was.Status == Adjourned && c.Match.Status == Open {
		players, exceptArrangers := c.Match.livePlayers()
		if busy, err := s.AtLiveBoards(ctx, tx, exceptArrangers, players...); err != nil {
			return err
		} else if len(busy) > 0 { // a player sat down elsewhere since the change was decided
			return errConflict
		}
	}
	if changed, err := updateMatch(ctx, tx, &c.Match, was.Rev); err != nil {
		return err
	} else if !changed {
		return errConflict
	}
	c.Match.flipped.Save(ctx, tx)
	return s.storeConsequences(ctx, tx, was, c)
}

// storeConsequences stores the consequences of a change: channel ownership, the next act, and what its Write and the
// listeners store. was is nil for a match that was just created.
func (s *Service) storeConsequences(ctx context.Context, tx store.Tx, was *Match, c *Change) error {
	m := &c.Match
	if was != nil && was.Status == Open && (m.Status != Open || m.Channel != was.Channel) {
		release(ctx, tx, was)
	}
	if m.Status == Open && (was == nil || was.Status != Open || m.Channel != was.Channel) {
		if err := s.claim(ctx, tx, m); err != nil {
			return err
		}
	}
	if was == nil || !c.stillThinks(was) {
		schedule(ctx, tx, m)
	}
	if c.extraWrite != nil {
		if err := c.extraWrite(ctx, tx, c); err != nil {
			return err
		}
	}
	if err := s.listeners.InTx(ctx, tx, c); err != nil || c.endsVacationOf == "" {
		return err
	}
	_, err := endVacation(ctx, tx, c.endsVacationOf)
	return err
}

// claim makes a match the owner of its channel, or returns an [*OccupiedError] if the channel has another owner.
func (s *Service) claim(ctx context.Context, tx store.Tx, m *Match) error {
	if m.Private() {
		return nil
	}
	owner, err := claimChannel(ctx, tx, m)
	if err != nil || owner == m.Subject() {
		return err
	}
	return s.occupied(ctx, tx.Conn, owner)
}

// occupied returns the [*OccupiedError] for a channel whose owner is given.
func (s *Service) occupied(ctx context.Context, c store.Conn, owner id.Subject) error {
	occupied := &OccupiedError{Subject: owner}
	if _, ok := s.modes[owner.Kind]; ok {
		m, err := s.load(ctx, c, whereID, string(owner.ID))
		if err != nil && !errors.Is(err, ErrNoMatch) {
			return err
		}
		occupied.Match = m
	}
	return occupied
}

// runPrepared calls the functions of Prepare with a change that is about to be written.
func (s *Service) runPrepared(ctx context.Context, c *Change) {
	for _, f := range s.prepare {
		f(ctx, c)
	}
}

// After notifies listeners of a change that has been committed. Only callers of [Service.StartIn] need it.
func (s *Service) After(ctx context.Context, c *Change) {
	if !c.Match.Private() { // a private study has no card
		s.changeCache.put(&c.Match, s.db.Now())
	}
	s.listeners.After(ctx, c)
}

// acts reports whether a change of this kind counts as activity in the match.
func (v Verb) acts() bool {
	switch v {
	case ClockBegan,
		Warned,
		AbsenceDeducted,
		MadeCasual,
		Forgotten,
		PremoveChanged,
		PremoveMissed,
		VotesChanged,
		WordRevealed,
		Blamed,
		PlaceRestored,
		PlaceLost,
		RestChanged:
		return false
	}
	return true
}

// presence is how recently both players must have acted to count as present.
const presence = 2 * time.Minute

// BothPresent reports whether, at the last change, both players had acted within two minutes.
func (m *Match) BothPresent() bool {
	if m.Mode.OnePlayer {
		return true
	}
	for _, at := range m.Acted {
		if m.Touched.Sub(at) > presence {
			return false
		}
	}
	return true
}
