// Package daily is the puzzle of the day: one for the whole world, by number. It knows which puzzle a number has, where and when
// servers want it posted, who has solved which, streaks, and who wants to be reminded. A post and the job of the next one are written in
// one transaction. A key of the database allows one post for each server and number.
//
// What may not enter: pages and words, how a move is judged, Discord beyond opaque ids.
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

// ErrUnknown is returned for a post that does not exist, and ErrZone for a zone that is none.
var (
	ErrUnknown = errors.New("no such puzzle of the day")
	ErrZone    = errors.New("no such time zone")
)

// Service answers for everybody. Make one with New.
type Service struct {
	db      *store.DB
	puzzles []string // ids, in the order of numbers
	newID   func() id.Match

	mu    sync.Mutex
	world map[Number]world
}

// world is what is known of how a number went everywhere, at a time.
type world struct {
	Total
	at time.Time
}

// New returns the service. puzzles are the ids of the puzzles in the order of numbers; after the last it begins again.
func New(db *store.DB, puzzles []string, newID func() id.Match) *Service {
	return &Service{db: db, puzzles: puzzles, newID: newID, world: make(map[Number]world)}
}

// Puzzle returns the id of a number's puzzle, "" if there is none.
func (s *Service) Puzzle(n Number) string {
	if n < 1 || len(s.puzzles) == 0 {
		return ""
	}
	return s.puzzles[(int(n)-1)%len(s.puzzles)]
}

// soon is how many days before its own a puzzle is reserved.
const soon = 60

// Reserved returns the ids of the puzzles whose day is not over everywhere, or comes soon: whoever met them elsewhere would know them.
func (s *Service) Reserved() map[string]bool {
	ids := make(map[string]bool, soon)
	from := LastClosed(s.db.Now()) + 1
	for n := from; n < from+soon; n++ {
		ids[s.Puzzle(n)] = true
	}
	return ids
}

// Now returns the number of today: in the zone that a server has chosen, else in UTC.
func (s *Service) Now(ctx context.Context, g id.Guild) (Number, error) {
	server, err := s.Server(ctx, g)
	if err != nil {
		return 0, err
	}
	return Today(s.db.Now(), server.zone()), nil
}

// Settled reports whether a number's date is over in a server, so that its solution may be shown there.
func (s *Service) Settled(ctx context.Context, g id.Guild, n Number) (bool, error) {
	now, err := s.Now(ctx, g)
	return now > n, err
}

// Closed reports whether a number's date is over everywhere.
func (s *Service) Closed(n Number) bool { return !s.db.Now().Before(n.Closes()) }
