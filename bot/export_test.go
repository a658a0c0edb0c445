package bot

import (
	"yeye/bot/discord"
	"yeye/bot/store/scheduler"
)

// Finish waits until everything that was received has been processed.
func (c *Core) Finish() {
	c.Tasks.Wait()
	c.Display.Wait()
}

// Idle reports whether nothing is in progress. It may miss work that ends by starting other work.
func (c *Core) Idle() bool {
	s := c.Stats()
	return s.Queues == 0 && s.Showing == 0 && c.Scheduler.Busy(scheduler.Timed)+c.Scheduler.Busy(scheduler.Engine)+c.Scheduler.Busy(scheduler.Slow) == 0
}

// Handle takes an event of a shard that this process serves.
func (c *Core) Handle(ev discord.Event) { c.handle(ev) }
