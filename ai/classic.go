package ai

import "yeye/game"

// The classic evaluation is material plus piece-square tables, the same for both sides. The programs that this engine
// descends from used nothing else. It stays unchanged: weak characters play with it, and it is the baseline for other
// evaluations.

// classicMaterial is the value of each piece. Kings have none: both sides have one.
var classicMaterial = [8]int{
	game.Advisor:  20,
	game.Elephant: 20,
	game.Horse:    90,
	game.Rook:     200,
	game.Cannon:   100,
	game.Pawn:     40,
}

// classicTables are from Red's side: the first row is Black's back rank, the first column file a.
// Black reads them upside down.
var classicTables = [8][game.Ranks][game.Files]int{
	game.Advisor: {
		{0, 0, 0, 20, 0, 20, 0, 0, 0},
		{0, 0, 0, 0, 23, 0, 0, 0, 0},
		{0, 0, 0, 20, 0, 20, 0, 0, 0},
		{0, 0, 0, 0, 0, 0, 0, 0, 0},
		{0, 0, 0, 0, 0, 0, 0, 0, 0},
		{0, 0, 0, 0, 0, 0, 0, 0, 0},
		{0, 0, 0, 0, 0, 0, 0, 0, 0},
		{0, 0, 0, 20, 0, 20, 0, 0, 0},
		{0, 0, 0, 0, 23, 0, 0, 0, 0},
		{0, 0, 0, 20, 0, 20, 0, 0, 0},
	},
	game.Elephant: {
		{0, 0, 20, 0, 0, 0, 20, 0, 0},
		{0, 0, 0, 0, 0, 0, 0, 0, 0},
		{0, 0, 0, 0, 23, 0, 0, 0, 0},
		{0, 0, 0, 0, 0, 0, 0, 0, 0},
		{0, 0, 20, 0, 0, 0, 20, 0, 0},
		{0, 0, 20, 0, 0, 0, 20, 0, 0},
		{0, 0, 0, 0, 0, 0, 0, 0, 0},
		{18, 0, 0, 0, 23, 0, 0, 0, 18},
		{0, 0, 0, 0, 0, 0, 0, 0, 0},
		{0, 0, 20, 0, 0, 0, 20, 0, 0},
	},
	game.Horse: {
		{90, 90, 90, 96, 90, 96, 90, 90, 90},
		{90, 96, 103, 97, 94, 97, 103, 96, 90},
		{92, 98, 99, 103, 99, 103, 99, 98, 92},
		{93, 108, 100, 107, 100, 107, 100, 108, 93},
		{90, 100, 99, 103, 104, 103, 99, 100, 90},
		{90, 98, 101, 102, 103, 102, 101, 98, 90},
		{92, 94, 98, 95, 98, 95, 98, 94, 92},
		{93, 92, 94, 95, 92, 95, 94, 92, 93},
		{85, 90, 92, 93, 78, 93, 92, 90, 85},
		{88, 85, 90, 88, 90, 88, 90, 85, 88},
	},
	game.Rook: {
		{206, 208, 207, 213, 214, 213, 207, 208, 206},
		{206, 212, 209, 216, 233, 216, 209, 212, 206},
		{206, 208, 207, 214, 216, 214, 207, 208, 206},
		{206, 213, 213, 216, 216, 216, 213, 213, 206},
		{208, 211, 211, 214, 215, 214, 211, 211, 208},
		{208, 212, 212, 214, 215, 214, 212, 212, 208},
		{204, 209, 204, 212, 214, 212, 204, 209, 204},
		{198, 208, 204, 212, 212, 212, 204, 208, 198},
		{200, 208, 206, 212, 200, 212, 206, 208, 200},
		{194, 206, 204, 212, 200, 212, 204, 206, 194},
	},
	game.Cannon: {
		{100, 100, 96, 91, 90, 91, 96, 100, 100},
		{98, 98, 96, 92, 89, 92, 96, 98, 98},
		{97, 97, 96, 91, 92, 91, 96, 97, 97},
		{96, 99, 99, 98, 100, 98, 99, 99, 96},
		{96, 96, 96, 96, 100, 96, 96, 96, 96},
		{95, 96, 99, 96, 100, 96, 99, 96, 95},
		{96, 96, 96, 96, 96, 96, 96, 96, 96},
		{97, 96, 100, 99, 101, 99, 100, 96, 97},
		{96, 97, 98, 98, 98, 98, 98, 97, 96},
		{96, 96, 97, 99, 99, 99, 97, 96, 96},
	},
	game.Pawn: {
		{9, 9, 9, 11, 13, 11, 9, 9, 9},
		{19, 24, 34, 42, 44, 42, 34, 24, 19},
		{19, 24, 32, 37, 37, 37, 32, 24, 19},
		{19, 23, 27, 29, 30, 29, 27, 23, 19},
		{14, 18, 20, 27, 29, 27, 20, 18, 14},
		{7, 0, 13, 0, 16, 0, 13, 0, 7},
		{7, 0, 7, 0, 15, 0, 7, 0, 7},
		{0, 0, 0, 0, 0, 0, 0, 0, 0},
		{0, 0, 0, 0, 0, 0, 0, 0, 0},
		{0, 0, 0, 0, 0, 0, 0, 0, 0},
	},
}

// classicScale is the value of a classic unit in hundredths of a Score, so that a rook comes near
// 1000, as with the network.
const classicScale = 250

// classicValue returns the value of the piece m on s for its owner, in classic units.
func classicValue(m game.Piece, s game.Square) int {
	r := m.Role()
	row := game.Ranks - 1 - s.Rank()
	if m.Color() == game.Black {
		row = s.Rank()
	}
	return classicMaterial[r] + classicTables[r][row][s.File()]
}

// classicPieces holds the value of each piece by square in Score, negative for Black.
var classicPieces = func() (t [16][game.Squares]Score) {
	for _, c := range [2]game.Color{game.Red, game.Black} {
		for r := game.King; r <= game.Pawn; r++ {
			m := game.NewPiece(c, r)
			for s := range game.Square(game.Squares) {
				t[m&15][s] = Score(classicValue(m, s) * classicScale / 100)
				if c == game.Black {
					t[m&15][s] = -t[m&15][s]
				}
			}
		}
	}
	return
}()

// classicSum returns the classic value of a position for Red, which classicAfter updates incrementally.
func classicSum(p *game.Position) (sum Score) {
	for b := p.Occupied(); b.Any(); {
		s := b.PopFirst()
		sum += classicPieces[p.At(s)&15][s]
	}
	return
}

// classicAfter returns the sum after piece moves and captures what is on its target.
func classicAfter(sum Score, piece, taken game.Piece, m game.Move) Score {
	row := &classicPieces[piece&15]
	return sum - row[m.From()] + row[m.To()] - classicPieces[taken&15][m.To()]
}
