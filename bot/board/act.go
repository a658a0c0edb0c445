package board

import (
	"time"

	"yeye/bot/session"
)

// Act is what a moderator did, for the record. Server and the rest are Discord's
// ids.
type Act struct {
	Server  string
	Place   session.Place
	Session session.ID       // "" for none
	By      session.PlayerID // the moderator
	Kind    string           // end, pause, resume, delete, bar, lift
	Player  session.PlayerID // whom it is about, "" for nobody
	At      time.Time
}
