package analysis

import "yeye/game"

// InDanger is the men of the side to move that the other side could take now, and
// gain a man's worth by when both go on taking there. In check it is empty: only
// the check counts then.
func InDanger(p *game.Position) (men game.Bitboard) {
	after, ok := passed(*p)
	if !ok {
		return
	}
	for s, t := range takes(&after) {
		if t.gain >= aMan {
			men = men.Or(game.BB(game.Square(s)))
		}
	}
	return
}
