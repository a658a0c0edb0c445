package display

import (
	"context"
	"time"

	"yeye/bot/id"
)

// timer reconciles a subject after a pause, unless something else does earlier.
type timer struct {
	*time.Timer
	rev  int64 // of the change that set it, 0 if none
	held bool  // the card of that change is held back: nothing is sent until the timer fires
}

// SweepEvery is how often the owner must call Sweep.
const SweepEvery = 5 * time.Second

// typingBefore is how long the bot is shown as typing before a held-back card.
const typingBefore = 1500 * time.Millisecond

// Changed is called in the process that made a change, before Wake, with what the change wanted, so that a held-back
// card is not reconciled for nothing.
func (d *Display) Changed(s id.Subject, w Wanted) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timers[s.ID].rev > w.Rev {
		return // of two changes the later one counts
	}
	t := timer{rev: w.Rev, held: w.Hold > typingBefore && d.owns(w.Guild)}
	if t.held {
		t.Timer = d.after(s, w.Hold-typingBefore)
	}
	d.setTimer(s.ID, t)
}

// later reconciles a subject after a pause.
func (d *Display) later(s id.Subject, pause time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.setTimer(s.ID, timer{Timer: d.after(s, pause)})
}

// after reconciles a subject after a pause. The timer is stopped if the subject is reconciled earlier.
func (d *Display) after(s id.Subject, pause time.Duration) *time.Timer {
	return d.tasks.After(pause, func(context.Context) {
		d.mu.Lock()
		d.stopTimer(s.ID)
		d.mu.Unlock()
		d.Wake(s)
	})
}

// WakeSoon reconciles a subject after a pause, or earlier if that is due anyway: changes in quick succession are then
// shown together.
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

// showLater reconciles a subject again when its pause is over.
func (d *Display) showLater(row *Row, wait time.Duration) {
	held := row.Tries == 0 // held back by its change, not by a failure
	switch {
	case held && wait > typingBefore+10*time.Millisecond:
		wait -= typingBefore
	case held:
		channel := row.Channel
		d.tasks.Go(func(ctx context.Context) { // the card does not wait for this
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
