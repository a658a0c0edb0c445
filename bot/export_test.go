package bot

import (
	"yeye/bot/discord"
	"yeye/bot/store/scheduler"
)

// Finish waits until everything that was received has been processed.
func (b *Bot) Finish() {
	b.Tasks.Wait()
	b.Display.Wait()
}

// Idle reports whether nothing is in progress. It may miss work that ends by starting other work.
func (b *Bot) Idle() bool {
	s := b.Stats()
	return s.Queues == 0 && s.Showing == 0 && b.scheduler.Busy(scheduler.Timed)+b.scheduler.Busy(scheduler.Engine)+b.scheduler.Busy(scheduler.Slow) == 0
}

// Handle takes an event of a shard that this process serves.
func (b *Bot) Handle(ev discord.Event) { b.handle(ev) }
