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

// table is what the connections that show one match share: it is read once for all of them.
type table struct {
	of      id.Match
	conns   map[*conn]bool
	playing int                     // those of its players
	left    map[id.Player]time.Time // when players left that have no other
	awake   chan struct{}           // the match, or who may see it, may have changed
	gone    chan struct{}           // closed when the last connection has left
	now     atomic.Pointer[snapshot]
}

func (t *table) wake() {
	select {
	case t.awake <- struct{}{}:
	default: // it is about to look
	}
}

// reading is a match and who may see it, as they were read.
type snapshot struct {
	at       time.Time // when it began
	err      error     // there is no such match any more
	m        *match.Match
	sessions map[string]bool    // by key: those that are stored
	barred   map[id.Player]bool // of the players of the connections
	texts    *texts
}

// texts are the states of a match at one revision, as they are sent: who reads them in the same way gets the same.
type texts struct {
	mu  sync.Mutex // also that of the match, which is shared
	all map[string]text
}

type text struct {
	at    time.Time
	data  []byte
	sum   [32]byte                   // without revision and clocks
	frame *websocket.PreparedMessage // nil if only one gets it
}

// clocksFor is how long a state is sent as it is: its clocks go on.
const stateTTL = 50 * time.Millisecond

// tend reads a match for those who look at it, when it has changed and now and then, until all have left.
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

// againAfter is the time after which a match is read again that could not be: another process may have had the file.
const retryAfter = 300 * time.Millisecond

// reread reads the match of a table, and wakes its connections if anything is another than before. It is false where
// the database does not answer; then they keep what they have.
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
