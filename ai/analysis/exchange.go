package analysis

import "yeye/game"

// worth is what a piece counts in exchanges: a rook is two lighter pieces, a pawn
// doubles beyond the river.
func worth(m game.Piece, at game.Square) int {
	switch m.Role() {
	case game.King:
		return 10000
	case game.Rook:
		return 900
	case game.Cannon, game.Horse:
		return 430
	case game.Advisor, game.Elephant:
		return 200
	case game.Pawn:
		if at.Crossed(m.Color()) {
			return 200
		}
		return 100
	}
	return 0
}

// Worth is what a piece on a point counts in exchanges, an uncrossed pawn 100.
func Worth(m game.Piece, at game.Square) int { return worth(m, at) }

const (
	aPiece  = 90  // gaining this much is gaining a piece
	threat  = 150 // attacks on less, an uncrossed pawn, are not worth a word
	similar = 60  // pieces whose worth differs by less are exchanged evenly
)

// exchange is what the capture m brings when both sides go on taking on its
// target with their cheapest piece, legally, and stop when it pays to.
func exchange(p *game.Position, m game.Move) int {
	gain := worth(p.At(m.To()), m.To())
	after := p.After(m)
	var buf [game.MaxMoves]game.Move
	answer, least := game.NoMove, 0
	for _, a := range after.LegalCaptures(buf[:0]) {
		if a.To() != m.To() {
			continue
		}
		if w := worth(after.At(a.From()), a.From()); answer == game.NoMove || w < least {
			answer, least = a, w
		}
	}
	if answer == game.NoMove {
		return gain
	}
	return gain - max(0, exchange(&after, answer))
}

// take is a capture and what it brings.
type take struct {
	move game.Move
	gain int
}

// takes is, by the point of the piece taken, the best capture of the side to move.
func takes(p *game.Position) (best [game.Squares]take) {
	var buf [game.MaxMoves]game.Move
	for _, m := range p.LegalCaptures(buf[:0]) {
		if g := exchange(p, m); g > best[m.To()].gain {
			best[m.To()] = take{m, g}
		}
	}
	return
}

// most is the capture that brings most.
func most(all *[game.Squares]take) (t take) {
	for _, a := range all {
		if a.gain > t.gain {
			t = a
		}
	}
	return
}

// mateByChecks finds a mate of the side to move in at most n moves, every one a
// check, against every answer.
func mateByChecks(p *game.Position, n int) (first game.Move, moves int) {
	for k := 1; k <= n; k++ {
		if m := mateInExactly(p, k); m != game.NoMove {
			return m, k
		}
	}
	return game.NoMove, 0
}

func mateInExactly(p *game.Position, n int) game.Move {
	var buf [game.MaxMoves]game.Move
	for _, m := range p.LegalMoves(buf[:0]) {
		if !p.GivesCheck(m) {
			continue
		}
		after := p.After(m)
		var answers [game.MaxMoves]game.Move
		list := after.LegalMoves(answers[:0])
		if len(list) == 0 {
			return m
		}
		all := n > 1
		for _, a := range list {
			if !all {
				break
			}
			next := after.After(a)
			_, found := mateByChecks(&next, n-1)
			all = found > 0
		}
		if all {
			return m
		}
	}
	return game.NoMove
}
