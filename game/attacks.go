package game

// Attack tables: the targets of a piece on a point, by role, given the occupied points. Own pieces and the safety of
// the king are not considered here; see movegen.go and legality.go.

// The orthogonal and diagonal steps, as file and rank.
var (
	orthogonal = [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	diagonal   = [4][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
)

func bitboardOf(squares ...Square) (b Bitboard) {
	for _, s := range squares {
		if s != NoSquare {
			b = b.Or(BB(s))
		}
	}
	return
}

// palace[c] holds the nine squares of side c's palace.
var palace = func() (t [2]Bitboard) {
	for f := 3; f <= 5; f++ {
		for r := 0; r <= 2; r++ {
			t[Red] = t[Red].Or(BB(SquareAt(f, r)))
			t[Black] = t[Black].Or(BB(SquareAt(f, 9-r)))
		}
	}
	return
}()

// advisorPoints and elephantPoints are all squares that those pieces can ever reach.
var (
	advisorPoints = [2]Bitboard{
		bitboardOf(3, 5, 13, 21, 23),
		bitboardOf(86, 84, 76, 68, 66),
	}
	elephantPoints = [2]Bitboard{
		bitboardOf(2, 6, 18, 22, 26, 38, 42),
		bitboardOf(87, 83, 71, 67, 63, 51, 47),
	}
)

// pawnPoints[c] holds all points that a pawn of side c can ever be on.
var pawnPoints = func() (t [2]Bitboard) {
	for f := range Files {
		for r := range Ranks {
			if r >= 5 || (r >= 3 && f%2 == 0) {
				t[Red] = t[Red].Or(BB(SquareAt(f, r)))
				t[Black] = t[Black].Or(BB(SquareAt(f, 9-r)))
			}
		}
	}
	return
}()

type stepTable [Squares]Bitboard

func stepsWithin(steps [4][2]int, points Bitboard) (t stepTable) {
	for s := range Square(Squares) {
		if !points.Has(s) {
			continue // no pawn of this side can be on s, nor come from there
		}
		for _, d := range steps {
			if to := SquareAt(s.File()+d[0], s.Rank()+d[1]); to != NoSquare && points.Has(to) {
				t[s] = t[s].Or(BB(to))
			}
		}
	}
	return
}

var (
	kingMoves    = [2]stepTable{stepsWithin(orthogonal, palace[Red]), stepsWithin(orthogonal, palace[Black])}
	advisorMoves = [2]stepTable{stepsWithin(diagonal, advisorPoints[Red]), stepsWithin(diagonal, advisorPoints[Black])}
	pawnMoves    = [2]stepTable{pawnSteps(Red), pawnSteps(Black)}
	// pawnSources[c][s] holds the points from which a pawn of c attacks s.
	pawnSources = [2]stepTable{pawnMoves[Red].inverse(), pawnMoves[Black].inverse()}
)

func pawnSteps(c Color) (t stepTable) {
	forward := 1
	if c == Black {
		forward = -1
	}
	for s := range Square(Squares) {
		t[s] = bitboardOf(SquareAt(s.File(), s.Rank()+forward))
		if s.Crossed(c) {
			t[s] = t[s].Or(bitboardOf(SquareAt(s.File()-1, s.Rank()), SquareAt(s.File()+1, s.Rank())))
		}
	}
	return
}

func (t stepTable) inverse() (u stepTable) {
	for from := range Square(Squares) {
		for b := t[from]; b.Any(); {
			to := b.PopFirst()
			u[to] = u[to].Or(BB(from))
		}
	}
	return
}

// KingMoves returns the points of c's palace next to s.
func KingMoves(c Color, s Square) Bitboard { return kingMoves[c][s] }

// AdvisorMoves returns the advisor's points of c's palace diagonally next to s.
func AdvisorMoves(c Color, s Square) Bitboard { return advisorMoves[c][s] }

// PawnMoves returns the targets of a pawn of c on s: one step forward and, beyond the river, sideways.
func PawnMoves(c Color, s Square) Bitboard { return pawnMoves[c][s] }

// PawnAttackers returns the points from which a pawn of c would attack s.
func PawnAttackers(c Color, s Square) Bitboard { return pawnSources[c][s] }

// leap holds the moves of a horse or elephant from one point: each of four adjacent points, if occupied, blocks the
// targets beyond it.
type leap struct {
	blockers    [4]Bitboard // the blocking points (legs or eyes), empty if off the board
	allBlockers Bitboard    // their union
	targets     [16]Bitboard
}

func newLeap(s Square, blockers [4][2]int, targets func(i int) []Square) (l leap) {
	var targetsOver [4]Bitboard
	for i, d := range blockers {
		if o := SquareAt(s.File()+d[0], s.Rank()+d[1]); o != NoSquare {
			l.blockers[i] = BB(o)
			l.allBlockers = l.allBlockers.Or(BB(o))
			targetsOver[i] = bitboardOf(targets(i)...)
		}
	}
	for blocked := range l.targets {
		for i := range targetsOver {
			if blocked>>i&1 == 0 {
				l.targets[blocked] = l.targets[blocked].Or(targetsOver[i])
			}
		}
	}
	return
}

func (l *leap) destinations(occ *Bitboard) Bitboard {
	if occ.Lo&l.allBlockers.Lo|occ.Hi&l.allBlockers.Hi == 0 {
		return l.targets[0]
	}
	i := 0
	for k := range l.blockers {
		if occ.Lo&l.blockers[k].Lo|occ.Hi&l.blockers[k].Hi != 0 {
			i |= 1 << k
		}
	}
	return l.targets[i&15]
}

var (
	// horseLeaps are the moves of a horse: its legs are the orthogonal neighbors.
	horseLeaps = func() (t [Squares]leap) {
		for s := range Square(Squares) {
			t[s] = newLeap(s, orthogonal, func(i int) []Square {
				d := orthogonal[i]
				return []Square{
					SquareAt(s.File()+2*d[0]+d[1], s.Rank()+2*d[1]+d[0]),
					SquareAt(s.File()+2*d[0]-d[1], s.Rank()+2*d[1]-d[0]),
				}
			})
		}
		return
	}()
	// horseSources holds the points from which a horse attacks s. From the view of s, the legs are the diagonal
	// neighbors.
	horseSources = func() (t [Squares]leap) {
		for s := range Square(Squares) {
			t[s] = newLeap(s, diagonal, func(i int) []Square {
				d := diagonal[i]
				return []Square{
					SquareAt(s.File()+2*d[0], s.Rank()+d[1]),
					SquareAt(s.File()+d[0], s.Rank()+2*d[1]),
				}
			})
		}
		return
	}()
	elephantLeaps = func() (t [Squares]leap) {
		points := elephantPoints[Red].Or(elephantPoints[Black])
		for s := range Square(Squares) {
			if !points.Has(s) {
				continue
			}
			t[s] = newLeap(s, diagonal, func(i int) []Square {
				to := SquareAt(s.File()+2*diagonal[i][0], s.Rank()+2*diagonal[i][1])
				if to == NoSquare || !points.Has(to) {
					return nil // no elephant point is on the far side of the river
				}
				return []Square{to}
			})
		}
		return
	}()
)

// HorseMoves returns the targets of a horse on s; pieces on its legs block it.
func HorseMoves(s Square, occ Bitboard) Bitboard { return horseLeaps[s].destinations(&occ) }

// HorseAttackers returns the points from which a horse would attack s. It differs from HorseMoves, because blocking is
// not symmetric.
func HorseAttackers(s Square, occ Bitboard) Bitboard { return horseSources[s].destinations(&occ) }

// HorseLeg returns the point that blocks a horse going from one point to another.
func HorseLeg(from, to Square) Square { return horseLeg[from][to] }

var horseLeg = func() (t [Squares][Squares]Square) {
	for from := range Square(Squares) {
		for to := range t[from] {
			t[from][to] = NoSquare
		}
		l := &horseLeaps[from]
		for i := range l.blockers {
			for b := l.targets[15&^(1<<i)]; b.Any(); {
				t[from][b.PopFirst()] = l.blockers[i].First()
			}
		}
	}
	return
}()

// ElephantMoves returns the targets of an elephant on s; pieces on its eyes block it.
func ElephantMoves(s Square, occ Bitboard) Bitboard { return elephantLeaps[s].destinations(&occ) }
