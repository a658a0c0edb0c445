package explain

import (
	"slices"

	"yeye/game"
)

// taken is a piece captured in a line, and its point before the line began.
type taken struct {
	piece game.Piece
	at    game.Square
	ply   int // of the line, from 0
}

// maxLine is the number of plies of a line that are trusted.
const maxLine = 8

// maxPawnPly is the last ply at which winning an uncrossed pawn is a reason: further on
// it is an accident of the line.
const maxPawnPly = 2

// balance is the gain of the side that begins a line at some point where
// nothing hangs.
type balance struct {
	gain       int
	won, given []taken
}

// balances follows a line and gives the balance at each point where the side to
// move is not in check and has nothing to gain by capturing. A line that ends in
// the middle of an exchange gives no balance there.
func balances(p game.Position, line []game.Move) (all []balance) {
	us := p.Turn()
	var home [game.Squares]game.Square
	for s := range home {
		home[s] = game.Square(s)
	}
	var h balance
	for i, m := range line[:min(len(line), maxLine)] {
		if !p.IsLegal(m) {
			break
		}
		if piece := p.At(m.To()); piece != game.NoPiece {
			t := taken{piece, home[m.To()], i}
			if piece.Color() == us {
				h.given = append(h.given, t)
				h.gain -= worth(piece, m.To())
			} else {
				h.won = append(h.won, t)
				h.gain += worth(piece, m.To())
			}
		}
		home[m.To()] = home[m.From()]
		p.Do(m)
		if p.InCheck() {
			continue
		}
		if i+1 < len(line) && p.At(line[i+1].To()) != game.NoPiece {
			continue
		}
		hanging := takes(&p)
		if most(&hanging).gain >= aPiece {
			continue
		}
		all = append(all, balance{h.gain, slices.Clone(h.won), slices.Clone(h.given)})
	}
	return all
}

// material finds what the line wins and does not lose again.
func material(p *game.Position, line []game.Move) (Reason, bool) {
	all := balances(*p, line)
	for i := range all {
		lasts := !slices.ContainsFunc(all[i:], func(h balance) bool { return h.gain < aPiece })
		if !lasts {
			continue
		}
		won, given := cancel(all[i].won, all[i].given)
		switch {
		case len(won) == 0:
			return Reason{}, false
		case len(given) == 0 && worth(won[0].piece, won[0].at) < threat && won[0].ply > maxPawnPly:
			return Reason{}, false
		case len(given) == 0:
			return Reason{Kind: Wins, N: won[0].ply/2 + 1, Piece: won[0].piece, At: won[0].at}, true
		case len(given) == 1 && won[0].piece.Role() != given[0].piece.Role() && (len(won) == 1 || dearer(won[0], given[0])):
			return Reason{Kind: WinsFor, N: won[0].ply/2 + 1, Piece: won[0].piece, At: won[0].at, Other: given[0].piece, Beside: given[0].at}, true
		}
		return Reason{Kind: WinsMaterial}, true
	}
	return Reason{}, false
}

// dearer reports whether winning a for b is the main gain of a line, whatever else
// it wins.
func dearer(a, b taken) bool { return worth(a.piece, a.at)-worth(b.piece, b.at) >= threat }

// cancel removes pieces of similar worth from both lists; the rest is sorted, most
// valuable first.
func cancel(won, given []taken) (w, g []taken) {
	value := func(t taken) int { return worth(t.piece, t.at) }
	byValue := func(a, b taken) int { return value(b) - value(a) }
	w, g = slices.Clone(won), slices.Clone(given)
	slices.SortStableFunc(w, byValue)
	slices.SortStableFunc(g, byValue)
	for i := 0; i < len(w); {
		j := slices.IndexFunc(g, func(t taken) bool { d := value(t) - value(w[i]); return d < similar && d > -similar })
		if j < 0 {
			i++
			continue
		}
		w, g = slices.Delete(w, i, i+1), slices.Delete(g, j, j+1)
	}
	return w, g
}

// swap finds the exchange at the beginning of the line: a piece taken and taken
// back, of similar worth.
func swap(p *game.Position, line []game.Move) (Reason, bool) {
	if len(line) < 2 || line[1].To() != line[0].To() || p.At(line[0].To()) == game.NoPiece {
		return Reason{}, false
	}
	theirs, own := p.At(line[0].To()), p.At(line[0].From())
	d := worth(theirs, line[0].To()) - worth(own, line[0].From())
	if d >= similar || d <= -similar {
		return Reason{}, false
	}
	return Reason{Kind: Exchanges, Piece: theirs, At: line[0].To(), Other: own, Beside: line[0].From()}, true
}
