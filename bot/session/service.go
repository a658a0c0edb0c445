package session

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Store keeps sessions. Every write carries the id of the event that asked for
// it ("" for none) and remembers it in the same transaction.
type Store interface {
	Invitations
	Crowd
	// Insert stores a new session: [ErrSeen], or an [*OccupiedError] where one is
	// open in its place.
	Insert(ctx context.Context, event string, s Session) error
	// Update stores s on top of revision from: [ErrSeen] or [ErrConflict], or an
	// [*OccupiedError] where s is open and another is already in its place.
	Update(ctx context.Context, event string, s Session, from int64) error
	// ByID and ByPlace load a session; ByPlace the one open there. [ErrNoSession].
	ByID(ctx context.Context, id ID) (Session, error)
	ByPlace(ctx context.Context, place Place) (Session, error)
}

// Service is the one door to all sessions. It holds no session itself, and its
// methods may be called from many goroutines.
type Service struct {
	store Store
	now   func() time.Time
	rand  func() uint64

	limits Limits
	away   atomic.Int64 // see Away; Unix milliseconds, 0 for not

	opening, inviting sync.Mutex // two games, or challenges, at once are counted one after the other
}

// Option changes how a Service works.
type Option func(*Service)

// WithClock takes the time from now instead of time.Now.
func WithClock(now func() time.Time) Option { return func(s *Service) { s.now = now } }

// WithRandom takes ids and seeds from next instead of the system's randomness.
func WithRandom(next func() uint64) Option { return func(s *Service) { s.rand = next } }

// NewService works on a store.
func NewService(store Store, options ...Option) *Service {
	s := &Service{store: store, now: time.Now, rand: systemRandom}
	for _, o := range options {
		o(s)
	}
	return s
}

func systemRandom() uint64 {
	var b [8]byte
	rand.Read(b[:]) // never fails (crypto/rand)
	return binary.LittleEndian.Uint64(b[:])
}

func (s *Service) newID() ID {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], s.rand())
	return ID(strings.ToLower(base32.StdEncoding.EncodeToString(b[:]))[:10])
}

// Via is the way by which a player asked for something. It decides whether the
// answer is a new message or an edit of the one they acted on.
type Via uint8

const (
	ByControl Via = iota // a button or select of the card itself
	ByText               // a typed message
	ByCommand            // a slash command
)

// Origin is who asks, how, and the id of the event in which they did.
type Origin struct {
	Event  string
	Player PlayerID
	Name   string
	Via    Via
	Server string    // where, "" in a conversation
	At     time.Time // when they asked, by Discord's own time; zero is now
	sure   bool      // plays a move that was held back
}

// At is the session open in a place.
func (s *Service) At(ctx context.Context, place Place) (Session, error) {
	return s.store.ByPlace(ctx, place)
}

// Get is a session by its id, open or ended.
func (s *Service) Get(ctx context.Context, id ID) (Session, error) {
	se, err := s.store.ByID(ctx, id)
	if err == nil && se.Status == Removed {
		return Session{}, ErrNoSession
	}
	return se, err
}

// effect is what a change means to those who look at the session.
type effect uint8

const (
	acted   effect = iota // somebody did something, or the game went on
	redrawn               // nobody did, but the card is to show it
	unseen                // the card shows the same as before
)

func (s *Service) change(ctx context.Context, event string, load func() (Session, error), f func(*Session) error) (Session, error) {
	return s.alter(ctx, event, load, acted, f)
}

// A change to a session made from revision N is stored as N+1, or made again on
// top of what somebody else stored meanwhile.
func (s *Service) alter(ctx context.Context, event string, load func() (Session, error), e effect, f func(*Session) error) (Session, error) {
	const tries = 10
	for try := 1; ; try++ {
		se, err := load()
		if err != nil {
			return Session{}, err
		}
		if se.Status == Removed {
			return Session{}, ErrNoSession
		}
		from, turn := se.Rev, se.Turn
		if e == acted { // whoever was reminded was so of what stood before
			se.Reminded = false
		}
		if err := f(&se); err != nil {
			return se, err
		}
		now := s.now()
		se.Rev++
		if se.Turn != turn {
			se.Moved = se.Rev
		}
		if e == acted {
			se.Touched = now
		}
		if se.Unseen++; e != unseen {
			se.Unseen = 0
		}
		if se.Status != Open && !se.Clock.Since.IsZero() {
			se.halt(now)
		}
		se.Next = se.next(now)
		if se.NewCard == newCardHere {
			se.NewCard = se.Rev
		}
		err = s.store.Update(ctx, event, se, from)
		if errors.Is(err, ErrConflict) && try < tries && ctx.Err() == nil {
			continue
		}
		return se, err
	}
}

func (s *Service) inPlace(ctx context.Context, place Place) func() (Session, error) {
	return func() (Session, error) { return s.store.ByPlace(ctx, place) }
}

func (s *Service) byID(ctx context.Context, id ID) func() (Session, error) {
	return func() (Session, error) { return s.store.ByID(ctx, id) }
}
