package mine

import "yeye/game"

// shortestMate returns the length of the fastest mate of at most exactMoves moves, and its first moves, at most two;
// 0 if there is none, or if the search was too large.
func shortestMate(p *game.Position) (moves int, first []game.Move) {
	search := game.MateSearch{Left: exactPositions}
	return search.Shortest(p, exactMoves)
}

// longestDefences returns the answers that delay a mate in at most n more moves for longest.
func longestDefences(p *game.Position, n int) (answers []game.Move) {
	for _, m := range p.LegalMoves(nil) {
		after := p.After(m)
		search := game.MateSearch{Left: exactPositions}
		if n == 1 || !search.CanMate(&after, n-1) && search.Left >= 0 {
			answers = append(answers, m)
		}
	}
	return answers
}
