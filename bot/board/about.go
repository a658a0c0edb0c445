package board

import "yeye/bot/session"

// About is what is stored of a person beside their taste.
type About struct {
	Sessions  []session.Session // in which they sit, or which they started
	Kept      []session.Kept    // that they read in
	Blocked   []session.Seat    // whose challenges they do not take
	BlockedBy int               // how many do not take theirs
	Acts      []Act             // of theirs as a moderator, or about them
	Barred    []string          // servers
}
