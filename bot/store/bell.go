package store

// Topics that are rung.
const (
	JobsBell  = "jobs"  // something is due
	CardsBell = "cards" // the card of a subject, which is named, is behind

	ShardsBell = "shards" // a shard has been given back
)

// Bell wakes the other processes that work on the same database. A ring may be lost: it saves waiting for the next look and
// nothing depends on it.
type Bell interface {
	// Ring wakes those who listen to a topic in other processes, and tells them what it is about. It returns at once.
	Ring(topic, about string)
	// Listen has f called when another process rings; with "" where rings may have been lost. f must return at once.
	Listen(topic string, f func(about string))
}

// SetBell sets the bell, before the database is used by anybody who rings. Without one there is only one process.
func (d *DB) SetBell(b Bell) { d.bell = b }

// Ring wakes the other processes that listen to a topic.
func (d *DB) Ring(topic, about string) {
	if d.bell != nil {
		d.bell.Ring(topic, about)
	}
}

// Listen has f called when another process rings for a topic.
func (d *DB) Listen(topic string, f func(about string)) {
	if d.bell != nil {
		d.bell.Listen(topic, f)
	}
}
