package tactics

import "yeye/game"

// Values of pieces in exchanges, in hundredths of a pawn that has not crossed the river.
const (
	Pawn  = 100
	Minor = 200 // an advisor, an elephant or a crossed pawn
	Horse = 430 // or a cannon
	Rook  = 900
	King  = 10000
)

// Thresholds of gains, in the same units.
const (
	MinGain = 90  // the least gain that counts: nearly an uncrossed pawn
	Threat  = 150 // attacks on less, such as on an uncrossed pawn, are not mentioned
	Similar = 60  // the largest difference of an even trade
	// how far a line may fall short of the value of the piece that it wins: a pawn is lost elsewhere
	MaxShortfall = 150
	HorseForPawn = 230 // a horse or cannon for a crossed pawn
)

// Value returns the value of a piece on a square in exchanges: a rook is worth two horses, and a pawn doubles its value
// after crossing the river.
func Value(piece game.Piece, at game.Square) int {
	switch piece.Role() {
	case game.King:
		return King
	case game.Rook:
		return Rook
	case game.Cannon, game.Horse:
		return Horse
	case game.Advisor, game.Elephant:
		return Minor
	case game.Pawn:
		if at.Crossed(piece.Color()) {
			return Minor
		}
		return Pawn
	}
	return 0
}
