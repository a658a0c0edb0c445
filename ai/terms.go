package ai

import "yeye/game"

// The hand-crafted evaluation is a list of terms. Each term is counted for both sides and has a
// weight for a full and one for a bare board. It uses nothing else, so the weights can be fitted to
// games. A group of terms is a range of the list: its first index plus the case.
const (
	termPieces       = 0 // role × point of half a board: piece-square tables, including material
	termHorseMoves   = termPieces + 8*halfBoard
	termRookMoves    = termHorseMoves + 9
	termCannonMoves  = termRookMoves + 18
	termHorsePalace  = termCannonMoves + 18 // points of the enemy palace attacked
	termRookPalace   = termHorsePalace + 1
	termCannonPalace = termRookPalace + 1
	termPawnPalace   = termCannonPalace + 1
	termPressure     = termPawnPalace + 1 // all of these together: danger grows faster than the number of attackers
	termRookFile     = termPressure + 16  // on the enemy king's file, by the pieces between: see screenCase
	termRookRank     = termRookFile + screenCases
	termCannonFile   = termRookRank + screenCases
	termCannonRank   = termCannonFile + screenCases // the bottom cannon among them
	termHollow       = termCannonRank + screenCases // hollow cannon, by its distance from the king
	// a horse a leap from the king, blocked by an own piece, by an enemy
	termHorseLeg = termHollow + 10
	termOpenFile = termHorseLeg + 2   // rook on a file without pawns, without own ones
	termSafety   = termOpenFile + 2   // attackers R C N P × enemy advisors, then × elephants
	termKingFree = termSafety + 4*6   // points the king can go to
	termKingSees = termKingFree + 5   // points of the enemy palace on the king's open file
	termThreat   = termKingSees + 4   // attacker P N C R × victim's role × protected
	termLoose    = termThreat + 4*8*2 // unprotected piece by role
	termForce    = termLoose + 8      // rooks × cannons × horses a side has
	termDefence  = termForce + 27     // advisors × elephants
	termCrossed  = termDefence + 9    // number of pawns over the river
	termLinked   = termCrossed + 6    // crossed pawns side by side
	termRookless = termLinked + 1     // no rook against some
	termTempo    = termRookless + 1   // having the move
	terms        = termTempo + 1
)

// halfBoard is the number of points of files a to e: left and right have the same weights.
const halfBoard = 5 * game.Ranks

// halfPoint is the index of a point within half a board, from side c's view.
var halfPoint = func() (t [2][game.Squares]uint8) {
	for s := range game.Square(game.Squares) {
		file := min(s.File(), game.Files-1-s.File())
		t[game.Red][s] = uint8(s.Rank()*5 + file)
		t[game.Black][s] = uint8((game.Ranks-1-s.Rank())*5 + file)
	}
	return
}()

// The pieces between a rook or cannon and the king on its line.
const (
	screenNone       = iota // the rook checks; the cannon is hollow
	screenOwn               // one own piece: a discovered check; for the cannon a check
	screenEnemy             // one enemy: pinned; for the cannon a check
	screenTwo               // two, an own piece among them
	screenTwoEnemies        // two enemies
	screenMore
	screenCases
)

func screenCase(between, own game.Bitboard) int {
	switch between.Count() {
	case 0:
		return screenNone
	case 1:
		if between.Meets(own) {
			return screenOwn
		}
		return screenEnemy
	case 2:
		if between.Meets(own) {
			return screenTwo
		}
		return screenTwoEnemies
	}
	return screenMore
}
