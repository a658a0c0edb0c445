package desk

import "slices"

// Sent returns the messages posted in channels so far, without responses.
func (d *Desk) Sent() []Posted {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.posted)
}
