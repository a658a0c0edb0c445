package bot

import "yeye/bot/store/scheduler"

// Finish waits until nothing is under way that has been taken in.
func (c *Core) Finish() {
	c.Router.Wait()
	c.Display.Wait()
}

// Idle reports whether nothing is under way. Where something ends by beginning something else it may miss both.
func (c *Core) Idle() bool {
	s := c.Stats()
	return s.Queues == 0 && s.Showing == 0 && c.Scheduler.Busy(scheduler.Timed)+c.Scheduler.Busy(scheduler.Engine)+c.Scheduler.Busy(scheduler.Slow) == 0
}
