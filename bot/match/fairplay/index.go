package fairplay

import (
	"context"
	"sync"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
)

const (
	// mostApart is by how many points a position may differ from the board of a running game and still be withheld, if
	// it is withheld widely: six are three moves, or three shifted pieces, or six removed ones.
	mostApart = 6
	// piecesAPoint makes that fewer where there are few pieces: the same ending arises in many games.
	piecesAPoint = 4
	// A position that has hardly left the usual start resembles most games that are being played. There it is
	// leastApart, which is one shifted piece, two removed ones, or a null move. Beyond openingFar from the start it is
	// one more for every two.
	leastApart = 2
	openingFar = 12
)

// apartFor returns by how many points, at most, a position may differ from a board and still be withheld; far is how
// far it is from the usual start.
func (b *board) apartFor(far int) int {
	return min(b.points, max(leastApart, (far-openingFar)/2))
}

// board is the position of a running game, in a form that is quickly compared.
type board struct {
	planes
	// positions that differ by so many points are withheld, whichever side is to move; -1 if none are
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
	if e.wide {
		b.points = min(mostApart, at.pieces/piecesAPoint)
	}
	return b, nil
}

// withholds reports whether a position, given by its images, is on this board or close to it.
func (b *board) withholds(images *[4]image) bool {
	if d := b.pieces - images[0].pieces; d < -mostApart || d > mostApart {
		return false
	}
	points := b.apartFor(images[0].far)
	for i := range images {
		apart := b.apart(&images[i].planes)
		if apart <= points || apart <= maxTouched && b.at.near(&images[i]) {
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

// refreshEvery is how often the index is read anew, if it is asked: that is how a process learns of games that other
// processes serve. In that time a board changes by a move or two, which is less than what is withheld around it.
// Positions that were on a board, and the boards of who asks, are looked up in the database each time.
const refreshEvery = 2 * time.Second

// index holds the boards of running games that are withheld from all users. The zero index is empty, and is read when
// it is first asked.
type index struct {
	mu    sync.RWMutex
	read  time.Time
	all   boards
	place map[id.Match]int // in all
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
	entries, err := everybodys(ctx, db.Read())
	if err != nil {
		return err
	}
	all, place := make(boards, 0, len(entries)), make(map[id.Match]int, len(entries))
	for _, e := range entries {
		var b board
		if at, known := x.place[e.game]; known && x.all[at].entry.key == e.key && x.all[at].entry.wide == e.wide {
			b = x.all[at]
		} else if b, err = boardOf(e); err != nil {
			return err
		}
		place[e.game] = len(all)
		all = append(all, b)
	}
	x.all, x.place, x.read = all, place, db.Now()
	return nil
}

// change enters a game's new position, or removes the game if it is no longer withheld from all users.
func (x *index) change(e entry, of id.Match, withheld bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.place == nil {
		return // it has not been read
	}
	at, known := x.place[of]
	b, err := boardOf(e)
	switch {
	case withheld && !e.early && err == nil && known:
		x.all[at] = b
	case withheld && !e.early && err == nil:
		x.place[of] = len(x.all)
		x.all = append(x.all, b)
	case known:
		last := len(x.all) - 1
		x.all[at] = x.all[last]
		x.place[x.all[at].entry.game] = at
		x.all = x.all[:last]
		delete(x.place, of)
	}
}
