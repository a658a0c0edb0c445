package sandbox

import (
	"encoding/json"
	"log/slog"
	"slices"
	"sync"
	"time"

	"yeye/bot/sandbox/internal/fault"
	"yeye/bot/sandbox/internal/socket"
)

// hub passes events to the sessions of the gateway. The state's lock guards it, so all sessions get events in the order
// in which they happened.
type hub struct {
	mu       *sync.Mutex
	log      *slog.Logger
	faults   *fault.Queue
	sessions map[string]*session
}

// session is the state that RESUME continues: the user, and the events with their numbers.
type session struct {
	id             string
	user           *user
	intents        int
	shard          [2]int // of a bot: index and number of shards; {0, 1} if IDENTIFY has none
	seq            int64
	log            []loggedEvent // the newest maxLog events
	conn           *conn         // nil while no client is connected
	disconnectedAt time.Time
	heldEvents     []loggedEvent // events that an injected fault delays
}

type loggedEvent struct {
	seq   int64
	event string
	frame []byte
}

const (
	maxLoggedEvents = 2000
	resumeWithin    = 5 * time.Minute // of real time
)

// ownsGuild reports whether a guild belongs to a session's shard. Events without a guild belong to shard 0.
func (ses *session) ownsGuild(g *guild) bool {
	switch {
	case !ses.user.bot || ses.shard[1] < 2:
		return true
	case g == nil:
		return ses.shard[0] == 0
	}
	return g.shard(ses.shard[1]) == ses.shard[0]
}

// emit sends an event to every session whose user receives it, whose shard has the guild (nil for none) and whose
// intents include the event's. build makes the payload for one viewer. The caller holds mu.
func (h *hub) emit(event string, intent int, g *guild, receives func(*user) bool, build func(*user) any) {
	h.emitContent(event, intent, g, receives, func(u *user, _ bool) any { return build(u) })
}

// emitContent emits payloads that depend on whether the session may read message content.
func (h *hub) emitContent(event string, intent int, g *guild, receives func(*user) bool,
	build func(u *user, content bool) any) {
	for _, ses := range h.sessions {
		if !receives(ses.user) || !ses.ownsGuild(g) || ses.user.bot && intent != 0 && ses.intents&intent == 0 {
			continue
		}
		h.dispatch(ses, event, build(ses.user, !ses.user.bot || ses.intents&intentContent != 0))
	}
}

// toUser sends an event to one user's own connections. The caller holds mu.
func (h *hub) toUser(u *user, event string, payload any) {
	h.emit(event, 0, nil, func(v *user) bool { return v == u }, func(*user) any { return payload })
}

// dispatch numbers an event, stores it for RESUME and sends it if a client is connected. The caller holds mu.
func (h *hub) dispatch(ses *session, event string, payload any) {
	data, err := json.Marshal(payload)
	if err != nil {
		h.log.Error("event cannot be written", "event", event, "err", err)
		return
	}
	for _, data := range h.applyEventFaults(ses, event, data) {
		h.deliver(ses, event, data)
	}
}

func (h *hub) deliver(ses *session, event string, data json.RawMessage) {
	ses.seq++
	seq := ses.seq
	b, _ := json.Marshal(socket.Frame{Op: socket.OpDispatch, Data: data, Seq: &seq, Type: &event})
	ses.log = append(ses.log, loggedEvent{seq, event, b})
	if len(ses.log) > maxLoggedEvents+maxLoggedEvents/4 {
		ses.log = slices.Clone(ses.log[len(ses.log)-maxLoggedEvents:])
	}
	if ses.conn != nil {
		ses.conn.Send(b)
	}
}

// releaseHeld delivers the events that an injected fault has delayed. The caller holds mu.
func (h *hub) releaseHeld(ses *session) {
	held := ses.heldEvents
	ses.heldEvents = nil
	for _, l := range held {
		h.deliver(ses, l.event, l.frame)
	}
}

// allAcknowledged reports whether at least one bot is connected and all connected bots have acknowledged every event.
// It requests a heartbeat from those that have not. The caller holds mu.
func (h *hub) allAcknowledged() bool {
	bots, all := 0, true
	for _, ses := range h.sessions {
		if !ses.user.bot || ses.conn == nil {
			continue
		}
		bots++
		if c := ses.conn; c.ackedSeq < ses.seq {
			all = false
			// a client may send 120 payloads in a minute, and drop others
			if c.askedSeq < ses.seq || time.Since(c.askedAt) > time.Second {
				c.askedSeq, c.askedAt = ses.seq, time.Now()
				c.SendOp(socket.OpHeartbeat, nil)
			}
		}
		all = all && len(ses.heldEvents) == 0
	}
	return all && bots > 0
}

// prune deletes sessions that were not resumed in time. The caller holds mu.
func (h *hub) prune() {
	for id, ses := range h.sessions {
		if ses.conn == nil && time.Since(ses.disconnectedAt) > resumeWithin {
			delete(h.sessions, id)
		}
	}
}
