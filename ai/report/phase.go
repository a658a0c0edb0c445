package report

import "yeye/game"

const (
	// openingPlies is the length of the opening. Engines disagree most in it: what a move there
	// cost counts for half when the dearest of a side are sought.
	openingPlies = 16
	// fewPieces is the number of rooks, cannons and horses of both sides with which the endgame begins.
	fewPieces = 6
)

// phases returns the plies with which the middle game and the endgame begin, 0 for those that do not.
func phases(at game.Position, moves []game.Move) (begin [2]int) {
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
			begin[0] = ply
		}
		if pieces <= fewPieces {
			begin[1] = ply
			if begin[0] == 0 {
				begin[0] = ply
			}
			return begin
		}
	}
	return begin
}
