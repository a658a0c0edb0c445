package notation

import (
	"regexp"
	"strings"

	"yeye/game"
)

// Coordinates name points by file a–i and rank 0–9, as in UCCI. ICCS writes H2-E2. Fairy-Stockfish
// counts ranks 1–10, which is certain only if there is a 10.

const (
	betweenPoints = `\s*(?:[-=]?>|[-:x>]|→)?\s*`
	pointPattern  = `([a-i])(10|[0-9])`
)

var (
	twoPoints = regexp.MustCompile(`^` + pointPattern + betweenPoints + pointPattern + `$`)
	// Ch2-e2, Che2, Che10, Cxe2; a bare rank that distinguishes pieces (R9e5) is allowed only after
	// letters that are not also files.
	pieceAndPoint = regexp.MustCompile(`^(?:([kaebhnrcp])\s*([a-i])?|([knrp])\s*)(10|[0-9])?` + betweenPoints +
		pointPattern + `$`)
)

// readCoordinates reads a whole cleaned text in lower case.
func readCoordinates(text string) []query {
	if m := twoPoints.FindStringSubmatch(text); m != nil {
		q := query{family: Coordinates, form: byPoint, from: parsePoint(m[1], m[2]), to: parsePoint(m[3], m[4])}
		if q.from == q.to || q.mixed() {
			return nil
		}
		return []query{q}
	}
	m := pieceAndPoint.FindStringSubmatch(text)
	if m == nil || m[1] != "" && m[2] == "" && m[4] != "" && !strings.Contains("knrp", m[1]) {
		return nil
	}
	role, _ := wxfRole(rune((m[1] + m[3])[0]))
	q := query{family: Coordinates, form: byPoint, role: role, from: parsePoint(m[2], m[4]), to: parsePoint(m[5], m[6])}
	if q.from == q.to || q.mixed() {
		return nil
	}
	return []query{q}
}

func parsePoint(file, rank string) point {
	t := anywhere
	if file != "" {
		t.file = int(file[0] - 'a')
	}
	switch {
	case rank == "10":
		t.rank = 10
	case rank != "":
		t.rank = int(rank[0] - '0')
	}
	return t
}

// mixed reports whether one move uses both ways of counting ranks.
func (q *query) mixed() bool {
	return (q.from.rank == 0 || q.to.rank == 0) && (q.from.rank == 10 || q.to.rank == 10)
}

// resolvePoints resolves coordinates with ranks from 0. A move that is legal only with ranks from 1 becomes a
// suggestion.
func (q *query) resolvePoints(p Board) resolution {
	var f resolution
	if q.from.rank != 10 && q.to.rank != 10 {
		if f = q.between(p, 0); len(f.legal) > 0 {
			return f
		}
	}
	if q.from.rank == 0 || q.to.rank == 0 {
		return f
	}
	switch g := q.between(p, 1); len(g.legal) {
	case 0:
		if f.err == nil {
			f.err = g.err
		}
	case 1:
		f.err = &Suggestion{Move: g.legal[0], Why: f.err}
	default:
		f.err = &Ambiguous{Candidates: g.legal}
	}
	return f
}

// between resolves the pieces that the query can mean, with ranks from lowest.
func (q *query) between(p Board, lowest int) (f resolution) {
	to := q.to.square(lowest)
	if to == game.NoSquare {
		return
	}
	c := p.Turn()
	if q.from.file >= 0 && q.from.rank >= 0 {
		from := q.from.square(lowest)
		if from == game.NoSquare {
			return
		}
		if piece := p.At(from); q.role != game.NoRole && piece.Role() != q.role {
			f.err = &NoSuchPiece{Piece: game.NewPiece(c, q.role), At: from}
			return
		}
		f.try(p, game.NewMove(from, to))
		return
	}
	f.err = &NoSuchPiece{Piece: game.NewPiece(c, q.role), At: game.NoSquare}
	for s := range p.Pieces(c, q.role).Squares() {
		if s != to && (q.from.file < 0 || s.File() == q.from.file) &&
			(q.from.rank < 0 || s.Rank() == q.from.rank-lowest) {
			f.try(p, game.NewMove(s, to))
		}
	}
	return
}
