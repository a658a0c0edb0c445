package store

// Topics of the bell.
const (
	JobsBell  = "jobs"  // a job is due
	CardsBell = "cards" // a card is outdated; about is its subject

	ShardsBell  = "shards"  // a shard was released
	MatchesBell = "matches" // a match has changed; about is its id
	BoardsBell  = "boards"  // a player is at the page of a game; about is the game and the player
)

// Bell notifies the other processes that work on the same database. A ring may be lost: it only shortens the wait for
// the next poll, and nothing depends on it.
type Bell interface {
	// Ring wakes the listeners to a topic in other processes, with what it is about. It returns at once.
	Ring(topic, about string)
	// Listen registers f, which is called when another process rings; with "" if rings may have been lost. f must
	// return at once.
	Listen(topic string, f func(about string))
}

// SetBell sets the bell, before the database is used by anything that rings. Without one there is only one process.
func (d *DB) SetBell(b Bell) { d.bell = b }

// Ring wakes the other processes that listen to a topic.
func (d *DB) Ring(topic, about string) {
	if d.bell != nil {
		d.bell.Ring(topic, about)
	}
}

// Listen registers f, which is called when another process rings for a topic.
func (d *DB) Listen(topic string, f func(about string)) {
	if d.bell != nil {
		d.bell.Listen(topic, f)
	}
}
