package store

// Topics of notifications.
const (
	JobsTopic  = "jobs"  // a job is due
	CardsTopic = "cards" // a card is outdated; about is its subject

	ShardsTopic  = "shards"  // a shard was released
	MatchesTopic = "matches" // a match has changed; about is its id
	BoardsTopic  = "boards"  // a player is at the page of a game; about is the game and the player
)

// Notifier sends notifications to the other processes that work on the same database. One may be lost: it only
// shortens the wait for the next poll.
type Notifier interface {
	// Notify calls the listeners to a topic in other processes, with what it is about. It returns at once.
	Notify(topic, about string)
	// Listen registers f, which is called with each notification of another process, and with "" if some may have
	// been lost. f must return at once.
	Listen(topic string, f func(about string))
}

// SetNotifier sets the notifier, before anything uses the database. Without one there is only one process.
func (d *DB) SetNotifier(b Notifier) { d.notifier = b }

// Notify notifies the other processes that listen to a topic.
func (d *DB) Notify(topic, about string) {
	if d.notifier != nil {
		d.notifier.Notify(topic, about)
	}
}

// Listen registers f, which is called when another process notifies about a topic.
func (d *DB) Listen(topic string, f func(about string)) {
	if d.notifier != nil {
		d.notifier.Listen(topic, f)
	}
}
