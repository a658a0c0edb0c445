// Package daily is the puzzle of the day, which is the same for all servers, by number. It stores where and when
// servers want it posted, results, and reminders, and computes streaks. A post and the job of the next one are written
// in one transaction. A unique key allows one post for each server and number.
//
// Out of scope: texts, checking moves, Discord beyond opaque ids.
package daily

import (
	"context"
	"errors"
	"sync"
	"time"

	_ "time/tzdata" // zones by name, wherever the program runs

	"yeye/bot/id"
	"yeye/bot/store"
)

// ErrUnknown means that there is no such post or puzzle, ErrZone that there is no such time zone.
var (
	ErrUnknown = errors.New("no such puzzle of the day")
	ErrZone    = errors.New("no such time zone")
)

// Service reads and changes posts, results and reminders. Use New.
type Service struct {
	db      *store.DB
	puzzles []string // ids; puzzles[0] is that of number 1
	newID   func() id.Match

	mu    sync.Mutex
	world map[Number]worldTotal
}

// worldTotal is a cached total of all servers, with the time of its computation.
type worldTotal struct {
	Total
	at time.Time
}

// New returns the service. puzzles are the ids of the puzzles by number; they repeat after the last one.
func New(db *store.DB, puzzles []string, newID func() id.Match) *Service {
	return &Service{db: db, puzzles: puzzles, newID: newID, world: make(map[Number]worldTotal)}
}

// Puzzle returns the id of a number's puzzle, "" if it has none.
func (s *Service) Puzzle(n Number) string {
	if n < 1 || len(s.puzzles) == 0 {
		return ""
	}
	return s.puzzles[(int(n)-1)%len(s.puzzles)]
}

// reservedDays is how many days before its date a puzzle is reserved.
const reservedDays = 60

// Reserved returns the ids of the puzzles of open numbers and of the reservedDays ahead. They must not be shown
// elsewhere, so that players do not know them on their day.
func (s *Service) Reserved() map[string]bool {
	ids := make(map[string]bool, reservedDays)
	from := LastClosed(s.db.Now()) + 1
	for n := from; n < from+reservedDays; n++ {
		ids[s.Puzzle(n)] = true
	}
	return ids
}

// Now returns today's number in a server's zone, UTC by default.
func (s *Service) Now(ctx context.Context, g id.Guild) (Number, error) {
	server, err := s.Server(ctx, g)
	if err != nil {
		return 0, err
	}
	return Today(s.db.Now(), server.zone()), nil
}

// DateOver reports whether a number's date is over in a server's zone, so that its solution may be shown there.
func (s *Service) DateOver(ctx context.Context, g id.Guild, n Number) (bool, error) {
	now, err := s.Now(ctx, g)
	return now > n, err
}

// Closed reports whether a number's date is over everywhere.
func (s *Service) Closed(n Number) bool { return !s.db.Now().Before(n.Closes()) }
