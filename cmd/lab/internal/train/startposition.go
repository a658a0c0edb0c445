package train

import (
	"math/rand/v2"

	"yeye/game"
)

// startPosition returns the start position of game i: after random moves, or a random endgame. It
// returns false if the random moves ended the game.
func startPosition(random *rand.Rand, i int) (game.Position, bool) {
	if i%8 == 7 {
		return endgame(random)
	}
	p := game.Start()
	for range minOpeningPlies + random.IntN(openingLengths) {
		var buf [game.MaxMoves]game.Move
		moves := p.LegalMoves(buf[:0])
		if len(moves) == 0 {
			return p, false
		}
		p.Do(moves[random.IntN(len(moves))])
	}
	return p, p.HasLegal()
}

// endgame puts a few pieces of each side on squares where they can be: one or two rooks, horses and cannons per side,
// as balanced as a random draw makes them.
func endgame(random *rand.Rand) (game.Position, bool) {
	for range 50 {
		var s game.Setup
		s.Turn = game.Color(random.IntN(2))
		var attackers [8]int
		for range 1 + random.IntN(3) {
			attackers[game.Horse+game.Role(random.IntN(3))]++
		}
		for _, c := range [2]game.Color{game.Red, game.Black} {
			if c == game.Black && random.IntN(2) == 0 { // half of the time the sides have different pieces
				attackers = [8]int{}
				for range random.IntN(4) {
					attackers[game.Horse+game.Role(random.IntN(3))]++
				}
			}
			count := attackers
			count[game.King] = 1
			count[game.Advisor], count[game.Elephant] = random.IntN(3), random.IntN(3)
			count[game.Pawn] = random.IntN(4)
			for r := game.King; r <= game.Pawn; r++ {
				for range min(count[r], game.MaxOf(r)) {
					place(random, &s, game.NewPiece(c, r))
				}
			}
		}
		p, err := s.Position()
		if err == nil && p.HasLegal() && !p.InsufficientMaterial() {
			return p, true
		}
	}
	return game.Position{}, false
}

// place puts a piece on a random empty square where it can be.
func place(random *rand.Rand, s *game.Setup, piece game.Piece) {
	var free []game.Square
	for at := range game.PointsOf(piece).Squares() {
		if s.Board[at] == game.NoPiece {
			free = append(free, at)
		}
	}
	if len(free) > 0 {
		s.Board[free[random.IntN(len(free))]] = piece
	}
}
