package tactics

import "yeye/game"

// MateInOne returns a move that leaves the other side no legal move, game.NoMove if there is none.
func MateInOne(p *game.Position) game.Move {
	var buf [game.MaxMoves]game.Move
	for _, m := range p.LegalMoves(buf[:0]) {
		if after := p.After(m); !after.HasLegal() {
			return m
		}
	}
	return game.NoMove
}

// checkPositions limits the positions searched by [MateByChecks].
const checkPositions = 4000

// MateByChecks returns the length in moves of the fastest mate, at most longest, in which every move of the side to
// move gives check, and at most two of its first moves; 0 if none is found within checkPositions.
func MateByChecks(p *game.Position, longest int) (moves int, first []game.Move) {
	search := game.MateSearch{Checks: true, Budget: checkPositions}
	return search.Shortest(p, longest)
}
