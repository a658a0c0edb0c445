package game

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// slowBoard is a second, slow and obvious set of rules to compare the quick one
// with: ranks from Red's side, letters as in FEN, '.' for nothing. It shares no
// code with the package, only the FEN that it starts from.
type slowBoard struct {
	at    [10][9]byte
	black bool
}

type slowPoint struct{ file, rank int }

type slowMove struct{ from, to slowPoint }

func (m slowMove) String() string {
	return string([]byte{byte('a' + m.from.file), byte('0' + m.from.rank), byte('a' + m.to.file),
		byte('0' + m.to.rank)})
}

func slowParse(fen string) (b slowBoard) {
	fields := strings.Fields(fen)
	for i, row := range strings.Split(fields[0], "/") {
		file := 0
		for _, ch := range []byte(row) {
			if ch >= '1' && ch <= '9' {
				for range ch - '0' {
					b.at[9-i][file] = '.'
					file++
				}
				continue
			}
			b.at[9-i][file] = ch
			file++
		}
	}
	b.black = fields[1] == "b"
	return
}

func (b *slowBoard) get(p slowPoint) byte { return b.at[p.rank][p.file] }

func isBlack(piece byte) bool { return piece >= 'a' && piece <= 'z' }

func slowAbs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// piecesBetween counts the pieces strictly between two points of a line.
func (b *slowBoard) piecesBetween(from, to slowPoint) (n int) {
	df, dr := to.file-from.file, to.rank-from.rank
	steps := slowAbs(df) + slowAbs(dr)
	for i := 1; i < steps; i++ {
		if b.at[from.rank+dr/steps*i][from.file+df/steps*i] != '.' {
			n++
		}
	}
	return
}

// reaches reports whether the piece on from moves to to, by its rule alone.
func (b *slowBoard) reaches(from, to slowPoint) bool {
	piece, victim := b.get(from), b.get(to)
	if piece == '.' || from == to || victim != '.' && isBlack(piece) == isBlack(victim) {
		return false
	}
	df, dr := to.file-from.file, to.rank-from.rank
	f, r := slowAbs(df), slowAbs(dr)
	home := to.rank // rank as the mover's side counts it
	forward := dr
	crossed := from.rank >= 5
	if isBlack(piece) {
		home, forward, crossed = 9-to.rank, -dr, from.rank <= 4
	}
	inPalace := to.file >= 3 && to.file <= 5 && home <= 2
	switch piece | 0x20 {
	case 'k':
		return f+r == 1 && inPalace
	case 'a':
		return f == 1 && r == 1 && inPalace
	case 'b':
		return f == 2 && r == 2 && home <= 4 && b.at[from.rank+dr/2][from.file+df/2] == '.'
	case 'n':
		switch {
		case f == 2 && r == 1:
			return b.at[from.rank][from.file+df/2] == '.'
		case f == 1 && r == 2:
			return b.at[from.rank+dr/2][from.file] == '.'
		}
	case 'r':
		return (f == 0 || r == 0) && b.piecesBetween(from, to) == 0
	case 'c':
		if f != 0 && r != 0 {
			return false
		}
		if victim == '.' {
			return b.piecesBetween(from, to) == 0
		}
		return b.piecesBetween(from, to) == 1
	case 'p':
		return f == 0 && forward == 1 || crossed && f == 1 && r == 0
	}
	return false
}

func slowPoints() (all []slowPoint) {
	for rank := range 10 {
		for file := range 9 {
			all = append(all, slowPoint{file, rank})
		}
	}
	return
}

var everyPoint = slowPoints()

func (b *slowBoard) find(piece byte) slowPoint {
	for _, p := range everyPoint {
		if b.get(p) == piece {
			return p
		}
	}
	return slowPoint{-1, -1}
}

// attackersOfKing returns the attackers of a side's king, including the other
// king on an open file.
func (b *slowBoard) attackersOfKing(black bool) (by []slowPoint) {
	king, other := byte('K'), byte('k')
	if black {
		king, other = 'k', 'K'
	}
	at := b.find(king)
	for _, p := range everyPoint {
		if piece := b.get(p); piece != '.' && isBlack(piece) != black {
			if b.reaches(p, at) || piece == other && p.file == at.file && b.piecesBetween(p, at) == 0 {
				by = append(by, p)
			}
		}
	}
	return
}

func (b slowBoard) after(m slowMove) slowBoard {
	b.at[m.to.rank][m.to.file] = b.get(m.from)
	b.at[m.from.rank][m.from.file] = '.'
	b.black = !b.black
	return b
}

func (b *slowBoard) legal() (moves []slowMove) {
	for _, from := range everyPoint {
		if piece := b.get(from); piece == '.' || isBlack(piece) != b.black {
			continue
		}
		for _, to := range everyPoint {
			if b.reaches(from, to) {
				m := slowMove{from, to}
				after := b.after(m)
				if len(after.attackersOfKing(b.black)) == 0 {
					moves = append(moves, m)
				}
			}
		}
	}
	return
}

// randomPosition places pieces at random: few or many, near the kings or anywhere.
func randomPosition(r *rand.Rand) Position {
	for {
		var at [10][9]byte
		put := func(piece byte, points []slowPoint) {
			p := points[r.IntN(len(points))]
			if at[p.rank][p.file] == 0 {
				at[p.rank][p.file] = piece
			}
		}
		near := everyPoint
		if r.IntN(3) == 0 { // crowd a part of the board
			lo := r.IntN(5)
			near = slices.DeleteFunc(slowPoints(), func(p slowPoint) bool {
				return p.rank < lo || p.rank > lo+5 ||
					p.file < 1 || p.file > 7
			})
		}
		var points [2][8][]slowPoint
		for _, c := range []Color{Red, Black} {
			for _, p := range everyPoint {
				s := SquareAt(p.file, p.rank)
				home := p.rank
				if c == Black {
					home = 9 - p.rank
				}
				if home <= 2 && p.file >= 3 && p.file <= 5 {
					points[c][King] = append(points[c][King], p)
				}
				if advisorPoints[c].Has(s) {
					points[c][Advisor] = append(points[c][Advisor], p)
				}
				if elephantPoints[c].Has(s) {
					points[c][Elephant] = append(points[c][Elephant], p)
				}
				if pawnPoints[c].Has(s) {
					points[c][Pawn] = append(points[c][Pawn], p)
				}
			}
			for _, role := range []Role{Horse, Rook, Cannon} {
				points[c][role] = near
			}
			put(NewPiece(c, King).Letter(), points[c][King])
		}
		density := 1 + r.IntN(4)
		for _, c := range []Color{Red, Black} {
			for role := Advisor; role <= Pawn; role++ {
				for range maxPieces[role] {
					if r.IntN(5) < density {
						put(NewPiece(c, role).Letter(), points[c][role])
					}
				}
			}
		}
		var b strings.Builder
		for rank := 9; rank >= 0; rank-- {
			for file := range 9 {
				if at[rank][file] == 0 {
					b.WriteByte('1')
				} else {
					b.WriteByte(at[rank][file])
				}
			}
			if rank > 0 {
				b.WriteByte('/')
			}
		}
		side := " w"
		if r.IntN(2) == 0 {
			side = " b"
		}
		if p, err := ParseFEN(b.String() + side); err == nil {
			return p
		}
	}
}

// compareRules compares every result about one position.
func compareRules(t testing.TB, p *Position) {
	t.Helper()
	b := slowParse(p.FEN())
	var want, got []string
	for _, m := range b.legal() {
		want = append(want, m.String())
	}
	for _, m := range p.LegalMoves(nil) {
		got = append(got, m.String())
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		t.Fatalf("%s\nlegal moves %v\nnot        %v", p.FEN(), got, want)
	}
	if check := len(b.attackersOfKing(b.black)) > 0; check != p.InCheck() {
		t.Fatalf("%s: in check: %v", p.FEN(), p.InCheck())
	}
	if p.HasLegal() != (len(want) > 0) || p.CountLegal() != len(want) {
		t.Fatalf("%s: HasLegal or CountLegal", p.FEN())
	}
	captures, quiets := p.LegalCaptures(nil), p.LegalQuiets(nil)
	if len(captures)+len(quiets) != len(want) {
		t.Fatalf("%s: %d captures and %d quiet moves make not %d", p.FEN(), len(captures), len(quiets), len(want))
	}
	for _, m := range captures {
		if p.At(m.To()) == NoPiece {
			t.Fatalf("%s: %s captures nothing", p.FEN(), m)
		}
	}
}

// compareEveryMove checks all 8100 moves one by one.
func compareEveryMove(t testing.TB, p *Position) {
	t.Helper()
	legal := make(map[Move]bool)
	for _, m := range p.LegalMoves(nil) {
		legal[m] = true
	}
	for from := range Square(Squares) {
		for to := range Square(Squares) {
			m := NewMove(from, to)
			if p.IsLegal(m) != legal[m] || (p.Explain(m) == nil) != legal[m] {
				t.Fatalf("%s: %s legal %v, IsLegal %v, Explain %v", p.FEN(), m, legal[m], p.IsLegal(m), p.Explain(m))
			}
			for _, c := range []Color{Red, Black} {
				b := slowParse(p.FEN())
				if to != 0 || from%7 != 0 { // one column of the table is enough
					continue
				}
				by := p.Attackers(from, c, p.Occupied()).And(p.All(c))
				for _, pt := range everyPoint {
					s := SquareAt(pt.file, pt.rank)
					target := slowPoint{from.File(), from.Rank()}
					if piece := b.get(pt); piece == '.' || isBlack(piece) != (c == Black) {
						continue
					}
					probe := b // any piece there is treated as an enemy
					if probe.get(target) == '.' || isBlack(probe.get(target)) == (c == Black) {
						probe.at[target.rank][target.file] = "pP"[c]
					}
					if pt == target {
						continue
					}
					// the kings' facing is no capture, but Attackers may include it
					king := b.get(pt)|0x20 == 'k' && p.At(from).Role() == King
					if probe.reaches(pt, target) != by.Has(s) && !king {
						t.Fatalf("%s: does the piece on %s attack %s: %v", p.FEN(), s, from, by.Has(s))
					}
				}
			}
		}
	}
}

func TestRulesAgainstSlow(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	n := 200
	if testing.Short() {
		n = 60
	}
	for i := range n {
		p := randomPosition(r)
		compareRules(t, &p)
		if i%10 == 0 {
			compareEveryMove(t, &p)
		}
	}
	for range n / 40 {
		p := Start()
		for range 150 {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			before := p
			m := moves[r.IntN(len(moves))]
			key := p.KeyAfter(m)
			u := p.Do(m)
			if p.Key() != p.keyFromScratch() || p.Key() != key {
				t.Fatalf("%s: the key is not that from scratch, or not what was expected of %s", p.FEN(), m)
			}
			after := p
			p.Undo(m, u)
			if p != before {
				t.Fatalf("%s: unmaking %s does not restore", before.FEN(), m)
			}
			p = after
			if q, err := ParseFEN(p.FEN()); err != nil || q != p {
				t.Fatalf("%s does not round-trip: %v", p.FEN(), err)
			}
			compareRules(t, &p)
		}
	}
}
