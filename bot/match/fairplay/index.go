package fairplay

import (
	"context"
	"sync"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
)

const (
	// maxDistance is on how many points a position may differ from the board of a running game and still be withheld:
	// six are three moves, or three shifted pieces, or six removed ones.
	maxDistance = 6
	// piecesPerSquare makes that fewer where there are few pieces: the same ending arises in many games.
	piecesPerSquare = 4
	// A position that has hardly left the usual start resembles most games that are being played. There it is
	// minDistance, which is one shifted piece, two removed ones, or a null move. Beyond openingDistance from the
	// start it is one more for every two.
	minDistance     = 2
	openingDistance = 12
)

// maxDistanceFor returns on how many points, at most, a position may differ from this board and still be withheld;
// fromStart is its distance from the usual start.
func (b *board) maxDistanceFor(far int) int {
	return min(b.points, max(minDistance, (far-openingDistance)/2))
}

// board is the position of a running game, as bitboards for quick comparison.
type board struct {
	planes
	// points is the greatest distance of similar positions to withhold, whichever side is to move; -1 for none
	pieces, points int
	at             *image
	entry          *entry
}

func boardOf(e entry) (board, error) {
	at, err := parseKey(e.key)
	if err != nil {
		return board{}, err
	}
	b := board{planes: at.planes, pieces: at.pieces, points: -1, at: &at, entry: &e}
	if e.similar {
		b.points = min(maxDistance, at.pieces/piecesPerSquare)
	}
	return b, nil
}

// withholds reports whether a position, given by its images, is on this board or close to it.
func (b *board) withholds(images *[4]image) bool {
	if d := b.pieces - images[0].pieces; d < -maxDistance || d > maxDistance {
		return false
	}
	points := b.maxDistanceFor(images[0].fromStart)
	for i := range images {
		apart := b.distance(&images[i].planes)
		if apart <= points || apart <= maxTouched && b.at.withinPlies(&images[i]) {
			return true
		}
	}
	return false
}

type boards []board

// withhold reports whether a position, given with its images, is withheld for one of the boards; with played, for one
// that was not set up.
func (all boards) withhold(images *[4]image, played bool) bool {
	for i := range all {
		if (!played || !all[i].entry.posed) && all[i].withholds(images) {
			return true
		}
	}
	return false
}

// refreshEvery is how often the index is reloaded, on use, to include games that other processes serve. In that time
// a board changes by a move or two, and positions that close are withheld anyway. Earlier positions, and the player's
// own boards, are looked up in the database each time.
const refreshEvery = 2 * time.Second

// index holds the boards of running games that are withheld from all users. The zero index is empty, and is read when
// it is first asked.
type index struct {
	mu      sync.RWMutex
	read    time.Time
	all     boards
	indexOf map[id.Match]int // in all
}

func (x *index) withhold(images *[4]image, played bool) bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.all.withhold(images, played)
}

// refresh reads the index if it is too old.
func (x *index) refresh(ctx context.Context, db *store.DB) error {
	x.mu.RLock()
	age := db.Now().Sub(x.read)
	x.mu.RUnlock()
	if age >= 0 && age < refreshEvery {
		return nil
	}
	x.mu.Lock() // changes from here on wait, and are entered afterwards
	defer x.mu.Unlock()
	entries, err := publicEntries(ctx, db.Read())
	if err != nil {
		return err
	}
	all, place := make(boards, 0, len(entries)), make(map[id.Match]int, len(entries))
	for _, e := range entries {
		var b board
		if at, known := x.indexOf[e.game]; known && x.all[at].entry.key == e.key &&
			x.all[at].entry.similar == e.similar {
			b = x.all[at]
		} else if b, err = boardOf(e); err != nil {
			return err
		}
		place[e.game] = len(all)
		all = append(all, b)
	}
	x.all, x.indexOf, x.read = all, place, db.Now()
	return nil
}

// update sets a game's new position, or removes the game if it is no longer withheld from all users.
func (x *index) update(e entry, of id.Match, withheld bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.indexOf == nil {
		return // it has not been read
	}
	at, known := x.indexOf[of]
	b, err := boardOf(e)
	switch {
	case withheld && !e.playersOnly && err == nil && known:
		x.all[at] = b
	case withheld && !e.playersOnly && err == nil:
		x.indexOf[of] = len(x.all)
		x.all = append(x.all, b)
	case known:
		last := len(x.all) - 1
		x.all[at] = x.all[last]
		x.indexOf[x.all[at].entry.game] = at
		x.all = x.all[:last]
		delete(x.indexOf, of)
	}
}
