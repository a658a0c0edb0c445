package desk

import "slices"

// Sent returns what was posted in channels so far, and is no response.
func (d *Desk) Sent() []Posted {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.posted)
}
