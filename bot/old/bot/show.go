package bot

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"runtime/debug"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/board"
	"yeye/bot/gateway"
	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
)

// shower brings what is shown of sessions up to what they are. Each session that
// needs it has one goroutine, so that there is one request at a time for a card.
type shower struct {
	b       *Bot
	mu      sync.Mutex
	working map[session.ID]*showing
	doubt   map[session.ID]bool      // a card may stand of which the store does not know
	known   map[session.ID]int64     // boards' versions noted by this process, so that none such stands
	looked  map[session.ID]time.Time // when channels in doubt were last looked through
	told    map[session.ID]time.Time
	all     underway
	sending chan struct{} // bounds requests under way
}

// showing is the work in hand for one session.
type showing struct {
	again bool
	found bool // by the sweep, so that another process may be about to send it, or have died of it
	wants []want
}

// want is an interaction that is to be answered with the card.
type want struct {
	callback *callback
	chosen   game.Square // a man whose targets are shown
	anew     bool        // post the card again even if nothing changed
	say      *locale.Speaker
}

const mostSending = 64

func newShower(b *Bot) *shower {
	return &shower{b: b, working: make(map[session.ID]*showing),
		doubt: make(map[session.ID]bool), known: make(map[session.ID]int64), looked: make(map[session.ID]time.Time),
		told: make(map[session.ID]time.Time), sending: make(chan struct{}, mostSending)}
}

// poke has the session looked at.
func (s *shower) poke(id session.ID) { s.look(id, nil, false) }

// find has a session looked at of which something is owed.
func (s *shower) find(id session.ID) { s.look(id, nil, true) }

// show has the session looked at and its interaction answered.
func (s *shower) show(id session.ID, w *want) { s.look(id, w, false) }

func (s *shower) look(id session.ID, w *want, found bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	work, busy := s.working[id]
	if !busy {
		work = &showing{found: found}
		s.working[id] = work
	}
	work.again = true
	if w != nil {
		work.wants = append(work.wants, *w)
	}
	if !busy {
		s.all.Go(func() { s.run(id, work) })
	}
}

func (s *shower) wait() { s.all.wait() }

func (s *shower) run(id session.ID, work *showing) {
	for {
		s.mu.Lock()
		if !work.again {
			delete(s.working, id)
			s.mu.Unlock()
			return
		}
		work.again = false
		wants, found := work.wants, work.found
		work.wants, work.found = nil, false
		s.mu.Unlock()
		s.sending <- struct{}{}
		s.guarded(id, func() { s.once(s.b.life, id, wants, found) })
		if !s.wanted(work) { // what people wait for goes first
			s.guarded(id, func() { s.shrink(s.b.life, id) })
			s.guarded(id, func() { s.settleNotices(s.b.life, id) })
		}
		<-s.sending
	}
}

// guarded runs f with a recover around it: one session that cannot be drawn must
// not stop the bot, nor stop it again after each start. Its board stays a debt,
// which the sweep brings up.
func (s *shower) guarded(id session.ID, f func()) {
	defer func() {
		if p := recover(); p != nil {
			s.setDoubt(id, true)
			s.b.Logger.Error("panic while showing a board", "session", id, "panic", p, "stack", string(debug.Stack()))
		}
	}()
	f()
}

func (s *shower) wanted(work *showing) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return work.again
}

// once compares and does what is missing. Failures are noted in the board and
// come up again by the sweep.
func (s *shower) once(ctx context.Context, id session.ID, wants []want, found bool) {
	defer func() {
		for _, w := range wants { // those that did not become the card's own answer
			w.callback.settled(ctx)
		}
	}()
	log := s.b.Logger.With("session", id)
	se, err := s.b.Sessions.Stored(ctx, id)
	if errors.Is(err, session.ErrNoSession) {
		return // it was removed, and its cards with it
	}
	if err != nil {
		log.Error("cannot load a session to show", "err", err)
		return
	}
	shown, err := s.b.Boards.Board(ctx, id)
	if err != nil {
		log.Error("cannot load a board", "err", err)
		return
	}
	if len(wants) == 0 && shown.ShownRev >= se.Look() && !shown.Stale {
		if shown.Doubt.IsZero() && s.doubted(id) { // what was sent could not be noted
			shown.Doubt = s.b.Now().Add(lateWithin)
			if err := s.note(ctx, &shown); err != nil {
				log.Error("cannot note that a card may stand", "err", err)
				s.later(id, time.Minute)
				return
			}
			s.setDoubt(id, false)
		}
		s.settle(ctx, &se, &shown)
		return
	}
	if len(wants) == 0 && s.b.Now().Before(shown.Retry) {
		return
	}
	if found || !s.knows(&se, &shown) {
		s.setDoubt(id, true)
	}
	if se.Status == session.Removed {
		s.erase(ctx, &se, &shown)
		return
	}
	var w want
	if len(wants) > 0 {
		// The newest is drawn, for clicks come faster than cards are sent, and a card that
		// any of them wants posted again is.
		last := len(wants) - 1
		for _, earlier := range wants[:last] {
			wants[last].anew = wants[last].anew || earlier.anew
		}
		w, wants = wants[last], wants[:last]
	} else {
		w.chosen = game.NoSquare
	}
	var seen time.Time
	before := shown.Doubt
	err = s.bring(ctx, &se, &shown, w, &seen)
	if errors.Is(err, board.ErrOvertaken) {
		if s.poke(id); w.callback != nil {
			s.show(id, &w)
		}
		return
	}
	if err != nil && s.strand(ctx, &se, &shown, err) {
		return
	}
	if err != nil {
		s.failed(ctx, &se, &shown, err)
		if s.b.Observer.Unshown != nil {
			s.b.Observer.Unshown()
		}
		s.tell(ctx, &se, w, err)
		return
	}
	if shown.Doubt = before; shown.Doubt.IsZero() && (shown.Tries > 0 || s.doubted(id)) {
		shown.Doubt = s.b.Now().Add(lateWithin)
	}
	log.Debug("card shown", "rev", se.Rev, "message", shown.Message, "version", shown.Version, "late", shown.Late)
	shown.ShownRev, shown.Retry, shown.Tries, shown.Stale = se.Rev, time.Time{}, 0, false
	err = s.ticks(ctx, &se, seen)
	if err == nil {
		err = s.note(ctx, &shown)
	}
	if errors.Is(err, board.ErrOvertaken) {
		log.Debug("shown by two processes at the same time, showing it again")
		s.poke(id)
		return
	}
	if err != nil {
		s.setDoubt(id, true)
		log.Error("cannot note what was shown", "err", err)
		s.later(id, time.Second)
		return
	}
	s.setDoubt(id, false)
	s.settle(ctx, &se, &shown)
	if s.b.Observer.Shown != nil && se.Touched.After(s.b.started) && len(wants) == 0 {
		s.b.Observer.Shown(max(0, s.b.Now().Sub(se.Touched)))
	}
	s.b.traffic.saw(shown.Channel, shown.Message)
}

// bring makes the card show the session, by the callback of w where that can
// carry it, and leaves in shown where it now is and in seen since when, by Discord's
// time.
func (s *shower) bring(ctx context.Context, se *session.Session, shown *board.Board, w want, seen *time.Time) (err error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	channel := string(se.Place)
	unheard := false // whether Discord took an answer with the card, but has not said what became of it
	taste := s.b.tableTaste(ctx, se)
	c := s.b.card(se, w.chosen, taste)
	m, err := s.b.message(c)
	if err != nil {
		return err
	}
	m.Content, m.Mention = s.b.hushed(ctx, se, m.Content, m.Mention)
	if se.Moved <= shown.ShownRev && se.NewCard <= shown.ShownRev {
		m.Mention = nil // they were called when this was shown first; anybody may have it posted again
	}
	anew := shown.Message == "" || w.anew || se.NewCard > shown.ShownRev || (taste.Speak == "on" && se.Moved > shown.ShownRev) || s.b.traffic.buried(channel, shown.Message)
	if se.Status == session.Closed && shown.Message != "" {
		anew = w.anew // a challenge that is over is news to nobody: its message says so where it stands
	}
	forgotten := se.Forgotten() && !w.anew // a name is taken off where it stands, and nothing is posted for that
	if anew = anew && !forgotten; forgotten && shown.Message == "" {
		return nil
	}
	if w.callback != nil {
		if !w.callback.component() {
			if err := s.intend(ctx, se, shown); err != nil {
				return err
			}
		}
		defer func() {
			if err == nil { // else tell says what is the matter
				w.callback.settled(ctx) // nothing once its answer was given
			}
		}()
		onCard := w.callback.component() && w.callback.i.Message != nil && w.callback.i.Message.ID == shown.Message
		switch {
		case w.callback.component() && (anew || !onCard):
		case w.callback.take():
			kind := discordgo.InteractionResponseChannelMessageWithSource
			if onCard {
				kind = discordgo.InteractionResponseUpdateMessage
				m.Mention = nil
			}
			soon, cancel := context.WithTimeout(ctx, respondWithin)
			id, err := w.callback.respond(soon, kind, m)
			cancel()
			if err == nil {
				*seen = w.callback.now()
				if !onCard {
					shown.Channel, shown.Message = channel, id
				}
				return nil
			}
			s.b.Logger.Info("card not shown by the interaction's answer, sending it", "session", se.ID, "err", err)
			anew = anew || !onCard
			var api *gateway.APIError
			if !onCard && (errors.Is(err, gateway.ErrMayStand) || !(errors.As(err, &api) && api.Dead())) {
				s.setDoubt(se.ID, true)
			}
			unheard = !onCard && errors.Is(err, context.DeadlineExceeded)
		}
	}
	if !anew {
		m.Mention = nil
		*seen, err = s.b.send.EditAt(ctx, shown.Channel, shown.Message, m)
		var api *gateway.APIError
		if err == nil || !errors.As(err, &api) || !api.Gone() {
			return err
		}
		if api.Archived() && s.b.send.Unarchive(ctx, shown.Channel) == nil {
			if *seen, err = s.b.send.EditAt(ctx, shown.Channel, shown.Message, m); err == nil {
				return nil
			}
		}
		if forgotten {
			return nil
		}
		// The card was deleted: post another.
	}
	id, turn, err := s.adopt(ctx, se, shown)
	if err == nil && id == "" && unheard {
		// What comes in late stands all the same, and a card posted beside it would call people twice.
		select {
		case <-time.After(lookAgain):
		case <-ctx.Done():
		}
		id, turn, err = s.adopt(ctx, se, shown)
	}
	if err != nil {
		return err
	}
	if id != "" {
		shown.Channel, shown.Message = channel, id
		if !anew || len(m.Mention) == 0 || turn == se.Turn {
			m.Mention = nil
			*seen, err = s.b.send.EditAt(ctx, channel, id, m)
			return err
		}
		// It told of an earlier turn, and an edit would not call whose turn it is now: it
		// becomes one of the earlier cards.
		if err := s.note(ctx, shown); err != nil {
			return err
		}
	}
	if err := s.intend(ctx, se, shown); err != nil {
		return err
	}
	// The same for each try at this card, another for the next card, and after two
	// processes have met, for what came of the first is not known then.
	m.Nonce = fmt.Sprintf("%s-%08x", se.ID, crc32.ChecksumIEEE(fmt.Append(nil, se.Look(), shown.Message, " ", shown.Late)))
	if id, err = s.b.send.Create(ctx, channel, m); err == nil {
		s.b.Logger.Debug("card posted", "session", se.ID, "rev", se.Rev, "message", id, "after", shown.Message)
		shown.Channel, shown.Message = channel, id
		*seen = madeAt(id)
	}
	return err
}

// intend notes, before another card is posted, that it may come to stand though this
// process should not live to see it. Where something is owed that says so already.
func (s *shower) intend(ctx context.Context, se *session.Session, shown *board.Board) error {
	if shown.ShownRev < se.Look() || !shown.Doubt.IsZero() {
		return nil
	}
	shown.Doubt = s.b.Now().Add(lateWithin)
	return s.note(ctx, shown)
}

// ticks starts the clock of a board that is now seen, if one waits for that.
func (s *shower) ticks(ctx context.Context, se *session.Session, seen time.Time) error {
	if !se.Waits() {
		return nil
	}
	if seen.IsZero() {
		seen = s.b.Now()
	}
	if _, err := s.b.Sessions.Shown(ctx, se.ID, se.Turn, seen); !errors.Is(err, session.ErrStale) {
		return err
	}
	return nil // the game has moved on
}

// later has the session looked at after a pause.
func (s *shower) later(id session.ID, pause time.Duration) {
	time.AfterFunc(pause, func() {
		if s.b.life.Err() == nil {
			s.poke(id)
		}
	})
}

// failed notes a failure and when to try again.
func (s *shower) failed(ctx context.Context, se *session.Session, shown *board.Board, err error) {
	shown.Tries++
	if errors.Is(err, gateway.ErrMayStand) || s.doubted(se.ID) {
		shown.Doubt = s.b.Now().Add(lateWithin)
	}
	pause := min(time.Second<<min(shown.Tries, 10), 10*time.Minute)
	var api *gateway.APIError
	if errors.As(err, &api) {
		pause = max(pause, api.RetryAfter)
		if api.Forbidden() || api.Gone() { // people mend that, or nobody does
			pause = max(pause, []time.Duration{10 * time.Second, time.Minute, 10 * time.Minute}[min(shown.Tries, 3)-1])
		}
	}
	shown.Retry = s.b.Now().Add(pause)
	if pause <= time.Minute { // the sweep would be late
		s.later(se.ID, pause+10*time.Millisecond)
	}
	s.b.faces.missed(err)
	s.b.Logger.Warn("board not shown, will be tried again", "session", se.ID, "place", se.Place, "tries", shown.Tries, "in", pause, "err", err)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callTimeout)
	defer cancel()
	switch err := s.note(ctx, shown); {
	case errors.Is(err, board.ErrOvertaken):
		s.poke(se.ID)
	case err != nil:
		s.b.Logger.Error("cannot note that a board was not shown", "session", se.ID, "err", err)
	}
}
