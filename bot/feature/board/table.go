package board

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"yeye/bot/id"
	"yeye/bot/match"
)

// table is shared by the connections at one match, which is read once for all of them.
type table struct {
	of      id.Match
	conns   map[*conn]bool
	playing int                     // number of players' connections
	left    map[id.Player]time.Time // when players closed their last connection
	awake   chan struct{}           // signals that the match, or who may see it, may have changed
	gone    chan struct{}           // closed when the last connection has left
	now     atomic.Pointer[snapshot]
}

func (t *table) wake() {
	select {
	case t.awake <- struct{}{}:
	default: // a signal is pending
	}
}

// snapshot is a match and who may see it, as read at a time.
type snapshot struct {
	at       time.Time // when reading started
	err      error     // errOver if the match no longer exists
	m        *match.Match
	sessions map[string]bool    // valid sessions, by key
	barred   map[id.Player]bool // barred players at the table
	texts    *texts
}

// texts caches rendered states of a match at one revision, by language and notation.
type texts struct {
	mu  sync.Mutex // also guards the shared match
	all map[string]text
}

type text struct {
	at    time.Time
	data  []byte
	sum   [32]byte                   // hash without revision and clocks
	frame *websocket.PreparedMessage // nil for a text of one connection
}

// stateTTL is how long a cached state is used, since its clocks run.
const stateTTL = 50 * time.Millisecond

// readLoop reads a table's match when it is woken and every readEvery, until the last connection has left.
func (s *site) readLoop(t *table) {
	defer s.hub.ended.Done()
	look := time.NewTicker(readEvery)
	defer look.Stop()
	for {
		var again <-chan time.Time
		if !s.refresh(t) {
			again = time.After(retryAfter)
		}
		select {
		case <-again:
		case <-t.gone:
			return
		case <-s.ctx.Done():
			return
		case <-t.awake:
		case <-look.C:
		}
	}
}

// retryAfter is the delay after a failed read: another process may have locked the database file.
const retryAfter = 300 * time.Millisecond

// refresh reads the match of a table, and wakes its connections if anything has changed. It returns false if reading
// fails; the old snapshot then stays.
func (s *site) refresh(t *table) bool {
	ctx, cancel := context.WithTimeout(s.ctx, actTimeout)
	defer cancel()
	old := t.now.Load()
	r, err := s.readTable(ctx, t, old)
	switch {
	case errors.Is(err, match.ErrNoMatch):
		r = &snapshot{at: r.at, err: errOver}
	case err != nil:
		if s.ctx.Err() == nil {
			s.Logger.Warn("cannot read the match of a board's page", "match", t.of, "err", err)
		}
		return false
	}
	t.now.Store(r)
	if old != nil && old.err == r.err && old.m == r.m && maps.Equal(old.sessions, r.sessions) &&
		maps.Equal(old.barred, r.barred) {
		return true
	}
	for _, c := range s.hub.conns(t) {
		c.wake()
	}
	return true
}

func (s *site) readTable(ctx context.Context, t *table, old *snapshot) (r *snapshot, err error) {
	r = &snapshot{at: time.Now(), barred: map[id.Player]bool{}}
	defer func() {
		if p := recover(); p != nil {
			s.Logger.Error("panic at a board", "panic", p, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	rev, err := s.Matches.Revision(ctx, t.of)
	if err != nil {
		return r, err
	}
	if old != nil && old.m != nil && old.m.Rev == rev {
		r.m, r.texts = old.m, old.texts
	} else {
		m, err := s.Matches.Get(ctx, t.of)
		if err != nil {
			return r, err
		}
		r.m, r.texts = &m, &texts{all: map[string]text{}}
		if old != nil && old.m != nil && old.m.Channel != m.Channel { // perhaps by another process
			s.views.noteTransfer(m.ID, s.DB.Now())
		}
	}
	if r.sessions, err = sessionKeys(ctx, s.DB.Read(), t.of, s.DB.Now()); err != nil || r.m.Guild == "" {
		return r, err
	}
	for some := range slices.Chunk(s.hub.players(t), 500) {
		barred, err := s.Guilds.BarredIn(ctx, s.DB.Read(), r.m.Guild, some...)
		if err != nil {
			return r, err
		}
		for _, p := range barred {
			r.barred[p] = true
		}
	}
	return r, nil
}
