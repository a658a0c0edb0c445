package game

// Rooks and cannons attack along their rank and file. The occupied points of a rank are nine bits and those of a file
// ten, so attacks within a line are looked up in a table and mapped back to the board.

// lineAttacks returns the points attacked from at within one line of length n: up to and including the
// first piece each way (rook), and the second piece each way (cannon capture). at < n, occ < 1<<n.
func lineAttacks(n, at int, occ uint) (rook, cannon uint16) {
	for _, d := range [2]int{1, -1} {
		pieces := 0
		for i := at + d; i >= 0 && i < n; i += d {
			if pieces == 0 {
				rook |= 1 << i
			}
			if occ>>i&1 == 1 {
				pieces++
				if pieces == 2 {
					cannon |= 1 << i
					break
				}
			}
		}
	}
	return
}

var (
	rankRook, rankCannon = rankTables()
	fileRook, fileCannon = fileTables()
)

func rankTables() (rook, cannon [Files][1 << Files]uint16) {
	for at := range Files {
		for occ := range uint(1 << Files) {
			rook[at][occ], cannon[at][occ] = lineAttacks(Files, at, occ)
		}
	}
	return
}

func fileTables() (rook, cannon [Ranks][1 << Ranks]uint16) {
	for at := range Ranks {
		for occ := range uint(1 << Ranks) {
			rook[at][occ], cannon[at][occ] = lineAttacks(Ranks, at, occ)
		}
	}
	return
}

// spreadFile maps five bits to file a of one word, nine bits apart.
var spreadFile = func() (t [32]uint64) {
	for b := range t {
		for i := range 5 {
			t[b] |= uint64(b>>i&1) << (9 * i)
		}
	}
	return
}()

type coordinates struct{ file, rank uint8 }

// coordinatesOf holds the file and rank of each square, to avoid divisions.
var coordinatesOf = func() (t [Squares]coordinates) {
	for s := range t {
		t[s] = coordinates{uint8(s % Files), uint8(s / Files)}
	}
	return
}()

func expandLines(s Square, at coordinates, onRank, onFile uint16) Bitboard {
	b := Bitboard{spreadFile[onFile&31] << (at.file & 15), spreadFile[onFile>>5&31] << (at.file & 15)}
	if s < half {
		b.Lo |= uint64(onRank) << (rankShift[s] & 63)
	} else {
		b.Hi |= uint64(onRank) << (rankShift[s] & 63)
	}
	return b
}

// RookAttacks returns the points a rook on s attacks, including the first piece each way. A
// cannon's quiet moves are the empty points among them.
func RookAttacks(s Square, occ Bitboard) Bitboard {
	at := coordinatesOf[s]
	return expandLines(s, at,
		rankRook[at.file%Files][occ.rankOf(s)&(1<<Files-1)],
		fileRook[at.rank%Ranks][occ.fileOf(uint(at.file))&(1<<Ranks-1)])
}

// CannonCaptures returns the pieces a cannon on s attacks: the second piece each way.
func CannonCaptures(s Square, occ Bitboard) Bitboard {
	at := coordinatesOf[s]
	return expandLines(s, at,
		rankCannon[at.file%Files][occ.rankOf(s)&(1<<Files-1)],
		fileCannon[at.rank%Ranks][occ.fileOf(uint(at.file))&(1<<Ranks-1)])
}

// cannonMoves returns a cannon's quiet moves and captures together.
func cannonMoves(s Square, occ Bitboard) Bitboard {
	at := coordinatesOf[s]
	r, f := occ.rankOf(s)&(1<<Files-1), occ.fileOf(uint(at.file))&(1<<Ranks-1)
	return expandLines(s, at,
		rankRook[at.file%Files][r]&^uint16(r)|rankCannon[at.file%Files][r],
		fileRook[at.rank%Ranks][f]&^uint16(f)|fileCannon[at.rank%Ranks][f])
}

// Between returns the points strictly between two on one file or rank, else the
// empty set.
func Between(a, b Square) Bitboard { return between[a][b] }

var between = func() (t [Squares][Squares]Bitboard) {
	for a := range Square(Squares) {
		for _, d := range orthogonal {
			var path Bitboard
			for i := 1; ; i++ {
				b := SquareAt(a.File()+i*d[0], a.Rank()+i*d[1])
				if b == NoSquare {
					break
				}
				t[a][b] = path
				path = path.Or(BB(b))
			}
		}
	}
	return
}()

// lines[s] holds the file and rank of s without s.
var lines = func() (t stepTable) {
	for s := range Square(Squares) {
		t[s] = RookAttacks(s, Bitboard{})
	}
	return
}()
