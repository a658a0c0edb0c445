package report

import "yeye/game"

const (
	// openingPlies is the length of the opening. A loss there counts half when a side's costliest moves are selected,
	// because engines disagree most in openings.
	openingPlies = 16
	// endgamePieces is the number of rooks, cannons and horses of both sides at which the endgame starts.
	endgamePieces = 6
)

// phases returns the plies at which the middle game and the endgame start, 0 for a phase that the game does not reach.
func phases(at game.Position, moves []game.Move) (starts [2]int) {
	for i, m := range moves {
		at.Do(m)
		ply := i + 1
		pieces := 0
		for _, c := range []game.Color{game.Red, game.Black} {
			for _, role := range []game.Role{game.Rook, game.Cannon, game.Horse} {
				pieces += at.Pieces(c, role).Count()
			}
		}
		if ply == openingPlies {
			starts[0] = ply
		}
		if pieces <= endgamePieces {
			starts[1] = ply
			if starts[0] == 0 {
				starts[0] = ply
			}
			return starts
		}
	}
	return starts
}
