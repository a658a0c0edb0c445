package ai

import "yeye/game"

// allWinnable is the denominator of winnable.
const allWinnable = 64

// winnable returns how much of side c's advantage is likely to become a win, in parts of allWinnable. Advisors and
// elephants cannot attack the king, so a side without other pieces cannot win at all. With one other piece it often
// wins only against a broken defence: one cannon needs mounts of its own side, one horse cannot break two advisors or
// two elephants, one rook cannot break a full defence.
func winnable(p *game.Position, c game.Color) int {
	rooks, cannons := p.Pieces(c, game.Rook).Count(), p.Pieces(c, game.Cannon).Count()
	horses, pawns := p.Pieces(c, game.Horse).Count(), p.Pieces(c, game.Pawn).Count()
	fighters := rooks + cannons + horses
	if fighters+pawns == 0 {
		return 0
	}
	if fighters > 1 || fighters+pawns > 2 {
		return allWinnable
	}
	them := c ^ 1
	advisors, elephants := p.Pieces(them, game.Advisor).Count(), p.Pieces(them, game.Elephant).Count()
	defenders := advisors + elephants
	helpers := p.Pieces(them, game.Rook).Or(p.Pieces(them, game.Cannon)).Or(p.Pieces(them, game.Horse)).Count()
	switch {
	case fighters == 0: // one or two pawns
		if pawns == 1 && (defenders >= 2 || helpers > 0) {
			return 12
		}
		if defenders+2*helpers >= 3 {
			return 24
		}
	case pawns > 0:
		if helpers > 0 && defenders >= 2 {
			return 40
		}
	case cannons == 1:
		own := p.Pieces(c, game.Advisor).Or(p.Pieces(c, game.Elephant)).Count()
		if own == 0 || p.Pieces(c, game.Advisor).Empty() || defenders >= 2 || helpers > 0 {
			return 6
		}
		return 24
	case horses == 1:
		if advisors == 2 || elephants == 2 || helpers > 0 {
			return 10
		}
		if defenders >= 2 {
			return 24
		}
	case rooks == 1:
		if defenders == 4 {
			return 12
		}
		if helpers > 0 && defenders >= 2 {
			return 16
		}
	}
	return allWinnable
}
