package display

import (
	"context"
	"runtime/debug"

	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/store/shards"
)

// work is the pending work for a subject. A challenge and its match share an id and a card, so the match waits until
// the work for the challenge is done.
type work struct {
	subject       id.Subject
	after         []func() // run when the work is done: they enqueue the other subject with this id
	dirty         bool
	maybeInFlight bool // found by the sweep: another process may be sending it, or have died doing so
	wokenHere     bool // woken by this process, which must forward it if it is not the owner
	bySweep       bool // started by the sweep, counts towards maxSweeping
	pending       []pendingResponse
	guild         id.Guild // valid if known
	known         bool
	done          chan struct{} // closed when finished
}

// pendingResponse is an interaction that waits for the card as its response.
type pendingResponse struct {
	responder *interaction.Responder
	arg       string
	repost    bool // post the card again even if it is up to date
	text      *locale.Localizer
}

// cause is the reason why a subject is enqueued.
type cause uint8

const (
	causeLocal  cause = iota // an event in this process
	causeRemote              // another process was woken for it
	// the sweep found it outdated: another process may be sending it, or have died doing so
	causeSweep
)

func (d *Display) enqueue(s id.Subject, p *pendingResponse, why cause) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.enqueueLocked(s, p, why)
}

// enqueueLocked is enqueue for callers that hold mu.
func (d *Display) enqueueLocked(s id.Subject, p *pendingResponse, why cause) {
	if why == causeLocal && p == nil && d.timers[s.ID].held {
		return
	}
	w, busy := d.working[s.ID]
	if busy && w.subject == s && why == causeSweep { // it is being shown; if that fails, the next sweep finds it
		return
	}
	d.stopTimer(s.ID)
	if busy && w.subject != s {
		w.after = append(w.after, func() { d.enqueue(s, p, why) })
		return
	}
	if !busy {
		w = &work{subject: s, maybeInFlight: why == causeSweep, bySweep: why == causeSweep, done: make(chan struct{})}
		d.working[s.ID] = w
		if w.bySweep {
			d.sweeping++
		}
	}
	w.dirty = true
	w.wokenHere = w.wokenHere || why == causeLocal
	if p != nil {
		w.pending = append(w.pending, *p)
	}
	if !busy {
		d.tasks.Go(func(ctx context.Context) { d.run(ctx, s, w) })
	}
}

func (d *Display) run(ctx context.Context, s id.Subject, w *work) {
	for {
		d.mu.Lock()
		if !w.dirty {
			delete(d.working, s.ID)
			if w.bySweep {
				d.sweeping--
			}
			if ctx.Err() == nil {
				d.sweepNext()
			}
			d.mu.Unlock()
			for _, next := range w.after {
				next()
			}
			close(w.done)
			return
		}
		w.dirty = false
		answers, maybeInFlight, woken := w.pending, w.maybeInFlight, w.wokenHere
		w.pending, w.maybeInFlight, w.wokenHere = nil, false, false
		d.mu.Unlock()
		row, ours := (*Row)(nil), true
		d.guarded(s, func() { row, ours = d.reconcile(ctx, s, answers, maybeInFlight) })
		if !ours && woken && d.ForwardToOwner != nil {
			d.ForwardToOwner(s)
		}
		if row != nil && !d.waiting(s) { // a new card comes first
			d.guarded(s, func() { d.supersede(ctx, row) })
			d.guarded(s, func() { d.editAnnouncements(ctx, row) })
		}
	}
}

// waiting reports whether a subject whose work is in progress was enqueued again.
func (d *Display) waiting(s id.Subject) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	w := d.working[s.ID]
	return w != nil && w.dirty
}

// guarded runs f and recovers from a panic: a subject that cannot be drawn must not crash the bot on each start. Its
// card stays outdated, and the sweep enqueues it again.
func (d *Display) guarded(s id.Subject, f func()) {
	defer func() {
		if p := recover(); p != nil {
			d.setUncertain(s, true)
			d.Logger.Error("panic while showing a card", "subject", s, "panic", p, "stack", string(debug.Stack()))
			if d.Observer.Panicked != nil {
				d.Observer.Panicked()
			}
		}
	}()
	f()
}

// Working returns the number of subjects with work in progress.
func (d *Display) Working() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.working)
}

// WaitIdle waits until no work for a part of the guilds is in progress, or ctx ends.
func (d *Display) WaitIdle(ctx context.Context, of shards.Part) {
	for {
		var done chan struct{}
		d.mu.Lock()
		for _, w := range d.working {
			if !w.known || of.Has(w.guild) {
				done = w.done
			}
		}
		d.mu.Unlock()
		if done == nil {
			return
		}
		select {
		case <-done:
		case <-ctx.Done():
			return
		}
	}
}

// setGuild records the guild of a subject's work.
func (d *Display) setGuild(s id.Subject, g id.Guild) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if w := d.working[s.ID]; w != nil {
		w.guild, w.known = g, true
	}
}

// Wake reconciles the card of a subject, asynchronously.
func (d *Display) Wake(s id.Subject) { d.enqueue(s, nil, causeLocal) }

// WakeRemote is Wake for a subject that another process forwarded.
func (d *Display) WakeRemote(s id.Subject) { d.enqueue(s, nil, causeRemote) }

// Show answers an interaction with a subject's card, asynchronously.
func (d *Display) Show(r *interaction.Responder, s interaction.Show, text *locale.Localizer) {
	d.enqueue(s.Subject, &pendingResponse{responder: r, arg: s.Arg, repost: s.Repost, text: text}, causeLocal)
}
