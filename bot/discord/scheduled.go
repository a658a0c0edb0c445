package discord

import "time"

// ScheduledEvent is an event of a server that takes place where Location says: text or a link, at most 100 characters.
// Its name has at most 100 characters, its description 1000.
type ScheduledEvent struct {
	Name, About, Location string
	Start, End            time.Time
}
