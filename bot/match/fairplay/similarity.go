package fairplay

import (
	"errors"
	"math/bits"
	"slices"
	"strings"

	"yeye/game"
)

// withheldPlies is how many plies before and after a position are withheld as well.
const withheldPlies = 2

// image is the form in which positions are compared: the board and the side to move.
type image struct {
	game.Setup
	pieces    int
	fromStart int // distance from the usual start: points that differ plus missing pieces
	planes
}

const usualPieces = 32

// startPlanes is the usual start, which is its own image in all ways.
var startPlanes = func() planes {
	start := game.Start()
	setup := start.Setup()
	return planesOf(&setup.Board)
}()

// planes are a board as four bitboards, one for each bit of the piece codes, so that two boards are compared at once.
type planes [4]game.Bitboard

func planesOf(board *[game.Squares]game.Piece) (p planes) {
	for s, piece := range board {
		for bit := range p {
			if piece>>bit&1 != 0 {
				p[bit] = p[bit].Or(game.BB(game.Square(s)))
			}
		}
	}
	return p
}

// distance returns the number of points on which two boards differ.
func (p *planes) distance(q *planes) int {
	// In Go ^ and | bind equally.
	lo := (p[0].Lo ^ q[0].Lo) | (p[1].Lo ^ q[1].Lo) | (p[2].Lo ^ q[2].Lo) | (p[3].Lo ^ q[3].Lo)
	hi := (p[0].Hi ^ q[0].Hi) | (p[1].Hi ^ q[1].Hi) | (p[2].Hi ^ q[2].Hi) | (p[3].Hi ^ q[3].Hi)
	return bits.OnesCount64(lo) + bits.OnesCount64(hi)
}

// imagesOf returns a position, its left-right reflection, its color change, and both: the same problem four times.
func imagesOf(p *game.Position) (all [4]image) {
	all[0] = image{Setup: p.Setup(), pieces: p.Occupied().Count()}
	all[1] = all[0].transformed(false)
	all[2] = all[0].transformed(true)
	all[3] = all[1].transformed(true)
	for i := range all {
		all[i].planes = planesOf(&all[i].Board)
	}
	for i := range all {
		all[i].fromStart = all[0].distance(&startPlanes) + usualPieces - all[0].pieces
	}
	return all
}

// transformed returns an image mirrored, or with the colors swapped and the board flipped.
func (i *image) transformed(colours bool) image {
	to := image{Setup: game.Setup{Turn: i.Turn}, pieces: i.pieces}
	if colours {
		to.Turn = i.Turn.Other()
	}
	for s, piece := range i.Board {
		at := game.Square(s)
		if !colours {
			to.Board[at.Mirror()] = piece
			continue
		}
		if piece != game.NoPiece {
			piece = game.NewPiece(piece.Color().Other(), piece.Role())
		}
		to.Board[game.SquareAt(at.File(), game.Ranks-1-at.Rank())] = piece
	}
	return to
}

// text returns the 90 points and the side to move, a letter each.
func (i *image) text() string {
	var b [game.Squares + 1]byte
	for s, piece := range i.Board {
		b[s] = '.'
		if piece != game.NoPiece {
			b[s] = piece.Letter()
		}
	}
	b[game.Squares] = i.Turn.String()[0]
	return string(b[:])
}

// keyOf returns one text for all images of a position.
func keyOf(all [4]image) string {
	return min(all[0].text(), all[1].text(), all[2].text(), all[3].text())
}

var errKey = errors.New("a stored position cannot be read")

// pieceLetters are the pieces of Red, then those of Black, by role.
const pieceLetters = "KABNRCPkabnrcp"

// parseKey reads what keyOf writes.
func parseKey(key string) (i image, err error) {
	if len(key) != game.Squares+1 {
		return i, errKey
	}
	for s := range game.Squares {
		if key[s] == '.' {
			continue
		}
		n := strings.IndexByte(pieceLetters, key[s])
		if n < 0 {
			return i, errKey
		}
		i.Board[s] = game.NewPiece(game.Color(n/7), game.Role(1+n%7))
		i.pieces++
	}
	if key[game.Squares] == game.Black.String()[0] {
		i.Turn = game.Black
	}
	i.planes = planesOf(&i.Board)
	return i, nil
}

// maxTouched is the number of points that two plies can change.
const maxTouched = 4

// withinPlies reports whether two images are the same, or one is at most withheldPlies plies after the other.
func (i *image) withinPlies(other *image) bool {
	if d := i.pieces - other.pieces; d < -withheldPlies || d > withheldPlies {
		return false
	}
	if i.distance(&other.planes) > maxTouched {
		return false
	}
	touched := make([]game.Square, 0, maxTouched)
	for s := range game.Squares {
		if i.Board[s] != other.Board[s] {
			touched = append(touched, game.Square(s))
		}
	}
	plies := withheldPlies
	if i.Turn != other.Turn {
		plies = 1
	}
	if len(touched) == 0 {
		return i.Turn == other.Turn
	}
	return i.reaches(other, plies, touched) || other.reaches(i, plies, touched)
}

// reaches reports whether exactly plies legal plies lead from an image to another; touched are the points on which they
// differ.
func (i *image) reaches(to *image, plies int, touched []game.Square) bool {
	from, err := i.Position()
	if err != nil {
		return false
	}
	return reachable(from, to, plies, touched)
}

func reachable(at game.Position, to *image, plies int, touched []game.Square) bool {
	if plies == 0 {
		return at.Setup() == to.Setup
	}
	var buf [game.MaxMoves]game.Move
	for _, m := range at.LegalMoves(buf[:0]) {
		// The point that a piece leaves changes. Its target may not: the next ply can recapture there with a piece like
		// the one that was taken.
		if !slices.Contains(touched, m.From()) {
			continue
		}
		next := at
		next.Do(m)
		if reachable(next, to, plies-1, touched) {
			return true
		}
	}
	return false
}
