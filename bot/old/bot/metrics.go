package bot

import "time"

// Observer is told how long things take, for metrics. Its functions must return
// at once; nil ones are passed over.
type Observer struct {
	Acknowledged func(time.Duration) // from an interaction's arrival to its first answer
	Shown        func(time.Duration) // from a session's change to its board
	Unshown      func()              // a board could not be shown at a try
}

// Stats is how much is under way at a moment.
type Stats struct {
	Connected bool
	Lanes     int // channels with commands waiting or being worked
	Showing   int // sessions whose boards are being sent
}

// Stats looks at the bot.
func (b *Bot) Stats() Stats {
	b.lanes.mu.Lock()
	lanes := len(b.lanes.work)
	b.lanes.mu.Unlock()
	b.shower.mu.Lock()
	showing := len(b.shower.working)
	b.shower.mu.Unlock()
	return Stats{Connected: b.gateway.Connected(), Lanes: lanes, Showing: showing}
}

func (b *Bot) acknowledged(since time.Time) {
	if b.Observer.Acknowledged != nil {
		b.Observer.Acknowledged(time.Since(since))
	}
}
