package store

// Topics that are rung.
const (
	JobsBell  = "jobs"  // something is due
	CardsBell = "cards" // a card is behind
)

// Bell wakes the other processes that work on the same database. A ring may be lost: it saves waiting for the next look and
// nothing depends on it.
type Bell interface {
	// Ring wakes those who listen to a topic in other processes. It returns at once.
	Ring(topic string)
	// Listen has f called when another process rings, and where rings may have been lost. f must return at once.
	Listen(topic string, f func())
}

// SetBell sets the bell, before the database is used by anybody who rings. Without one there is only one process.
func (d *DB) SetBell(b Bell) { d.bell = b }

// Ring wakes the other processes that listen to a topic.
func (d *DB) Ring(topic string) {
	if d.bell != nil {
		d.bell.Ring(topic)
	}
}

// Listen has f called when another process rings for a topic.
func (d *DB) Listen(topic string, f func()) {
	if d.bell != nil {
		d.bell.Listen(topic, f)
	}
}
