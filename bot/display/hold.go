package display

import (
	"context"
	"time"

	"yeye/bot/id"
)

// timer reconciles a subject after a pause. It is stopped if the subject is reconciled earlier.
type timer struct {
	*time.Timer
	rev  int64 // revision of the change that set it, 0 if none
	held bool  // Wake does nothing until the timer fires
}

// SweepEvery is the interval at which Sweep must be called.
const SweepEvery = 5 * time.Second

// typingBefore is how long the bot is shown as typing before a held card appears.
const typingBefore = 1500 * time.Millisecond

// Changed is called by the process that made a change, before Wake, with what it passed to Want. It sets the timer of a
// held card, so that Wake does not reconcile it in vain.
func (d *Display) Changed(s id.Subject, w Wanted) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timers[s.ID].rev > w.Rev {
		return // the later change counts
	}
	t := timer{rev: w.Rev, held: w.Hold > typingBefore && d.owns(w.Guild)}
	if t.held {
		t.Timer = d.after(s, w.Hold-typingBefore)
	}
	d.setTimer(s.ID, t)
}

// later sets the timer of a subject.
func (d *Display) later(s id.Subject, pause time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.setTimer(s.ID, timer{Timer: d.after(s, pause)})
}

// after returns a running timer that reconciles a subject after a pause.
func (d *Display) after(s id.Subject, pause time.Duration) *time.Timer {
	return d.tasks.After(pause, func(context.Context) {
		d.mu.Lock()
		d.stopTimer(s.ID)
		d.mu.Unlock()
		d.Wake(s)
	})
}

// WakeSoon reconciles a subject after a pause, or earlier if a timer is set already. Changes in quick succession are
// thus shown together.
func (d *Display) WakeSoon(s id.Subject, pause time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, waits := d.timers[s.ID]; !waits {
		d.setTimer(s.ID, timer{Timer: d.after(s, pause)})
	}
}

func (d *Display) setTimer(of id.Match, t timer) {
	d.stopTimer(of)
	d.timers[of] = t
}

func (d *Display) stopTimer(of id.Match) {
	if t := d.timers[of].Timer; t != nil {
		t.Stop()
	}
	delete(d.timers, of)
}

// showLater reconciles a subject after wait: the rest of a hold, during which the bot types, or of the pause after a
// failure.
func (d *Display) showLater(row *Row, wait time.Duration) {
	held := row.Tries == 0 // a hold, not a failure
	switch {
	case held && wait > typingBefore+10*time.Millisecond:
		wait -= typingBefore
	case held:
		channel := row.Channel
		d.tasks.Go(func(ctx context.Context) { // in parallel with the hold
			ctx, cancel := context.WithTimeout(ctx, wait)
			defer cancel()
			if err := d.REST.Typing(ctx, channel); err != nil {
				d.Logger.Debug("cannot show typing", "channel", channel, "err", err)
			}
		})
	}
	if wait < SweepEvery { // the sweep would be late
		d.later(row.Subject, wait+10*time.Millisecond)
	}
}
