package explain

import "yeye/game"

// pieceValue is the value of a piece in exchanges: a rook is worth two minor pieces, and a pawn
// doubles its value beyond the river.
func pieceValue(m game.Piece, at game.Square) int {
	switch m.Role() {
	case game.King:
		return 10000
	case game.Rook:
		return 900
	case game.Cannon, game.Horse:
		return 430
	case game.Advisor, game.Elephant:
		return Minor
	case game.Pawn:
		if at.Crossed(m.Color()) {
			return Minor
		}
		return 100
	}
	return 0
}

// PieceValue returns the value of a piece on a point in exchanges. An uncrossed pawn is 100.
func PieceValue(m game.Piece, at game.Square) int { return pieceValue(m, at) }

// Exchange returns the gain of the capture m, in the units of PieceValue, if both sides recapture
// on its target with their least valuable piece (static exchange evaluation).
func Exchange(p *game.Position, m game.Move) int { return exchange(p, m) }

// Thresholds of gains, in the units of [PieceValue].
const (
	LeastGain = 90 // the least gain that counts: an uncrossed pawn, nearly
	// by how much a line may fall short of the value of the piece it is said to win: a pawn is lost elsewhere
	Slack        = 150
	Minor        = 200 // the value of an advisor, an elephant or a crossed pawn
	HorseForPawn = 230 // a horse or a cannon for a crossed pawn

	threat  = 150 // attacks on less, such as an uncrossed pawn, are not mentioned
	similar = 60  // the largest difference of an even exchange
)

// exchange returns the gain of the capture m if both sides recapture legally on its target with
// their least valuable piece, and stop when it pays.
func exchange(p *game.Position, m game.Move) int {
	gain := pieceValue(p.At(m.To()), m.To())
	after := p.After(m)
	var buf [game.MaxMoves]game.Move
	answer, least := game.NoMove, 0
	for _, a := range after.LegalCaptures(buf[:0]) {
		if a.To() != m.To() {
			continue
		}
		if w := pieceValue(after.At(a.From()), a.From()); answer == game.NoMove || w < least {
			answer, least = a, w
		}
	}
	if answer == game.NoMove {
		return gain
	}
	return gain - max(0, exchange(&after, answer))
}

// take is a capture and its gain.
type take struct {
	move game.Move
	gain int
}

// takes returns the best captures of the side to move, by the point of the captured piece.
func takes(p *game.Position) (best [game.Squares]take) {
	var buf [game.MaxMoves]game.Move
	for _, m := range p.LegalCaptures(buf[:0]) {
		if g := exchange(p, m); g > best[m.To()].gain {
			best[m.To()] = take{m, g}
		}
	}
	return
}

// bestCapture returns the capture with the largest gain.
func bestCapture(all *[game.Squares]take) (t take) {
	for _, a := range all {
		if a.gain > t.gain {
			t = a
		}
	}
	return
}

// mateByChecks finds a mate in at most n moves in which every move of the side to move is a check.
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
