package lessons

import (
	"slices"

	"yeye/game"
)

// The rules by which a step accepts moves. Each takes a position and a legal move in it.

// legal accepts every legal move, such as any way out of check.
func legal(*game.Position, game.Move) bool { return true }

// takes accepts a capture by a piece of a role.
func takes(by game.Role) func(*game.Position, game.Move) bool {
	return func(p *game.Position, m game.Move) bool {
		return p.At(m.To()) != game.NoPiece && p.At(m.From()).Role() == by
	}
}

// takesRook accepts the capture of a rook.
func takesRook(p *game.Position, m game.Move) bool { return p.At(m.To()).Role() == game.Rook }

// takesFree accepts a capture that cannot be recaptured.
func takesFree(p *game.Position, m game.Move) bool {
	after := p.After(m)
	return p.At(m.To()) != game.NoPiece && !slices.ContainsFunc(after.LegalMoves(nil),
		func(back game.Move) bool { return back.To() == m.To() })
}

// interposes accepts a move that blocks a check: neither a capture nor a king move.
func interposes(p *game.Position, m game.Move) bool {
	return p.At(m.To()) == game.NoPiece && p.At(m.From()).Role() != game.King
}

// checks accepts a move that gives check.
func checks(p *game.Position, m game.Move) bool { return p.GivesCheck(m) }

// ends accepts a move after which the opponent has no legal move: checkmate or stalemate, which both win.
func ends(p *game.Position, m game.Move) bool {
	after := p.After(m)
	return !after.HasLegal()
}

// mates accepts checkmate.
func mates(p *game.Position, m game.Move) bool { return p.GivesCheck(m) && ends(p, m) }

// endsNext accepts a move after which every reply allows a move that ends the game.
func endsNext(p *game.Position, m game.Move) bool {
	after := p.After(m)
	replies := after.LegalMoves(nil)
	for _, reply := range replies {
		next := after.After(reply)
		if !slices.ContainsFunc(next.LegalMoves(nil), func(last game.Move) bool { return ends(&next, last) }) {
			return false
		}
	}
	return len(replies) > 0
}

// oneOf accepts the given moves, for positions in which the best move is a matter of judgment and not of rules.
func oneOf(moves []game.Move) func(*game.Position, game.Move) bool {
	return func(_ *game.Position, m game.Move) bool { return slices.Contains(moves, m) }
}
