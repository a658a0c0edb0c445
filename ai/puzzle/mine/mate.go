package mine

import "yeye/game"

// shortestMate returns the length of the fastest mate of at most exactMoves moves, and at most two of its first moves;
// 0 if there is none, or if the search grew too large.
func shortestMate(p *game.Position) (moves int, first []game.Move) {
	search := game.MateSearch{Budget: exactPositions}
	return search.Shortest(p, exactMoves)
}

// longestDefences returns the answers that delay a mate in at most n more moves the longest.
func longestDefences(p *game.Position, n int) (answers []game.Move) {
	for _, m := range p.LegalMoves(nil) {
		after := p.After(m)
		search := game.MateSearch{Budget: exactPositions}
		if n == 1 || !search.CanMate(&after, n-1) && search.Budget >= 0 {
			answers = append(answers, m)
		}
	}
	return answers
}
