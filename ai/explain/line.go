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

// maxPawnPly is the last ply at which winning a crossed pawn, an advisor or an elephant
// is a reason, and maxPiecePly that of a piece; that of another pawn is the first:
// further on it is an accident of the line.
const maxPawnPly, maxPiecePly = 2, 6

// balance is the gain of the side that begins a line at some point where
// nothing hangs.
type balance struct {
	ply            int // of the move before that point, from 0
	gain           int
	captured, lost []taken
}

// balances follows the trusted part of a line, and on until nothing hangs, and gives the balance at each point where the game is
// over, or the side to move is not in check and has no more than a pawn to gain by capturing. A line that ends in the middle of an
// exchange gives no balance there.
func balances(p game.Position, line []game.Move) (all []balance) {
	us := p.Turn()
	var home [game.Squares]game.Square
	for s := range home {
		home[s] = game.Square(s)
	}
	var h balance
	for i, m := range line {
		if n := len(all); !p.IsLegal(m) || i >= maxLine && n > 0 && all[n-1].ply >= maxLine-1 {
			break
		}
		if piece := p.At(m.To()); piece != game.NoPiece {
			t := taken{piece, home[m.To()], i}
			if piece.Color() == us {
				h.lost = append(h.lost, t)
				h.gain -= pieceValue(piece, m.To())
			} else {
				h.captured = append(h.captured, t)
				h.gain += pieceValue(piece, m.To())
			}
		}
		home[m.To()] = home[m.From()]
		p.Do(m)
		if i+1 < len(line) && p.At(line[i+1].To()) != game.NoPiece || !isQuiet(&p) {
			continue
		}
		all = append(all, balance{i, h.gain, slices.Clone(h.captured), slices.Clone(h.lost)})
	}
	return all
}

// isQuiet reports whether the game is over, or the side to move is not in check and has no more than a pawn to gain by capturing.
func isQuiet(p *game.Position) bool {
	if p.InCheck() {
		return !p.HasLegal()
	}
	hanging := takes(p)
	return bestCapture(&hanging).gain < threat
}

// netGain is what a line comes to: from the first point on where nothing hangs
// and at least a piece is won for good.
type netGain struct {
	least          int     // the smallest gain there and at every quiet point after it
	captured, lost []taken // without what is of similar worth on both sides
	largestTrade   int     // the worth of the dearest piece that is left out
}

// settleLine returns what the line wins and does not lose again.
func settleLine(p *game.Position, line []game.Move) (netGain, bool) {
	all := balances(*p, line)
	for i := range all {
		least := slices.MinFunc(all[i:], func(a, b balance) int { return a.gain - b.gain }).gain
		if least < LeastGain || all[i].gain+Slack < all[len(all)-1].gain {
			continue // not for good yet, or not the most of it
		}
		won, given := cancel(all[i].captured, all[i].lost)
		traded := 0
		for _, t := range all[i].captured {
			if !slices.Contains(won, t) {
				traded = max(traded, pieceValue(t.piece, t.at))
			}
		}
		return netGain{least, won, given, traded}, len(won) > 0
	}
	return netGain{}, false
}

// material finds what all the lines win, which begin with the same move: a piece
// only if it falls in each of them, and nothing comparable for it.
func material(p *game.Position, lines [][]game.Move) (Reason, bool) {
	first, ok := settleLine(p, lines[0])
	if !ok {
		return Reason{}, false
	}
	r, ok := mainGain(first)
	if !ok {
		return Reason{Kind: WinsMaterial}, profits(p, lines, 0)
	}
	if r.Kind == WinsFor && holdsFor(p, lines, r) || r.Kind == Wins && holdsWins(p, lines, &r) && !repaid(p, lines[0][0], r) {
		return r, true
	}
	return Reason{Kind: WinsMaterial}, profits(p, lines, 0)
}

// repaid reports whether the move takes the piece of r, and as much can be taken in return, there or elsewhere: what it wins all the same
// it wins later.
func repaid(p *game.Position, m game.Move, r Reason) bool {
	if m.To() != r.At {
		return false
	}
	after, dear := p.After(m), pieceValue(r.Piece, r.At)
	back := takes(&after)
	back[r.At] = take{}
	return exchange(p, m) < LeastGain || bestCapture(&back).gain >= max(threat, dear-Slack)
}

// profits reports whether the lines win material, whatever it is: an elephant at least, and in one of them a horse for a pawn beyond the
// river. So many of those after the first may not.
func profits(p *game.Position, lines [][]game.Move, fewer int) bool {
	most := 0
	for i, line := range lines {
		s, ok := settleLine(p, line)
		if !ok || s.least < Minor {
			if fewer--; i == 0 || fewer < 0 {
				return false
			}
		}
		most = max(most, s.least)
	}
	return most >= HorseForPawn
}

// linesPerFailure is how many lines there must be to one that may not win material, where the score says that material is won.
const linesPerFailure = 5

// Likely reports whether the expected line wins material, and so do nearly all others of the same move. Short searches made those, and
// miss how to go on now and then: it says something only beside a score that shows the gain.
func Likely(p *game.Position, line []game.Move, also ...[]game.Move) bool {
	lines := append([][]game.Move{line}, also...)
	return profits(p, lines, len(lines)/linesPerFailure)
}

// forced reports whether the side that does not begin the line had no choice but its first answer before the ply: others than
// the first are not looked at, so that what comes after a choice is only one way among many.
func forced(p game.Position, line []game.Move, ply int) bool {
	for i, m := range line[:ply] {
		if i > 1 && i%2 == 1 && p.CountLegal() > 1 {
			return false
		}
		p.Do(m)
	}
	return true
}

// mainGain says what one line wins.
func mainGain(s netGain) (Reason, bool) {
	won, given := s.captured, s.lost
	switch minor := len(given) == 0 && pieceValue(won[0].piece, won[0].at) <= Minor; {
	case minor && won[0].ply > maxPawnPly, won[0].ply > maxPiecePly, pieceValue(won[0].piece, won[0].at) < Minor && won[0].ply > 0:
		return Reason{}, false
	case minor && s.largestTrade > Minor:
		return Reason{}, false // who trades rooks does not do it for a pawn
	case len(given) == 0:
		return Reason{Kind: Wins, N: won[0].ply/2 + 1, Piece: won[0].piece, At: won[0].at}, true
	case len(given) == 1 && won[0].piece.Role() != given[0].piece.Role() && (len(won) == 1 || dearer(won[0], given[0])):
		return Reason{Kind: WinsFor, N: won[0].ply/2 + 1, Piece: won[0].piece, At: won[0].at, Other: given[0].piece, OtherAt: given[0].at}, true
	}
	return Reason{Kind: WinsMaterial}, true
}

// holdsWins reports whether the piece of r falls in all the lines and is not paid
// for. r.N becomes the number of moves that the longest of them takes.
func holdsWins(p *game.Position, lines [][]game.Move, r *Reason) bool {
	for _, line := range lines {
		ply := takenOn(*p, line, r.At)
		s, ok := settleLine(p, line)
		if ply < 0 || ply >= maxLine || !ok || s.least < max(LeastGain, pieceValue(r.Piece, r.At)-Slack) || !forced(*p, line, ply) {
			return false
		}
		r.N = max(r.N, ply/2+1)
	}
	return true
}

// holdsFor reports whether in all the lines the one piece falls for the other.
func holdsFor(p *game.Position, lines [][]game.Move, r Reason) bool {
	return !slices.ContainsFunc(lines, func(line []game.Move) bool {
		s, ok := settleLine(p, line)
		ply := takenOn(*p, line, r.At)
		return !ok || s.least < threat || ply < 0 || takenOn(*p, line, r.OtherAt) < 0 || !forced(*p, line, ply)
	})
}

// NetGain returns what the lines, which begin at p, win at least for the side to move,
// in hundredths of a pawn, each at its last point where nothing hangs. ok is false
// if one of them has no such point.
func NetGain(p *game.Position, lines ...[]game.Move) (least int, ok bool) {
	for i, line := range lines {
		all := balances(*p, line)
		if len(all) == 0 {
			return 0, false
		}
		if gain := all[len(all)-1].gain; i == 0 || gain < least {
			least = gain
		}
	}
	return least, len(lines) > 0
}

// dearer reports whether winning a for b is the main gain of a line, whatever else
// it wins.
func dearer(a, b taken) bool { return pieceValue(a.piece, a.at)-pieceValue(b.piece, b.at) >= threat }

// cancel removes pieces of similar worth from both lists; the rest is sorted, most
// valuable first.
func cancel(won, given []taken) (w, g []taken) {
	value := func(t taken) int { return pieceValue(t.piece, t.at) }
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

// exchangeReason finds the exchange at the beginning of the line: a piece taken and taken
// back, of similar worth.
func exchangeReason(p *game.Position, line []game.Move) (Reason, bool) {
	if len(line) < 2 || line[1].To() != line[0].To() || p.At(line[0].To()) == game.NoPiece {
		return Reason{}, false
	}
	theirs, own := p.At(line[0].To()), p.At(line[0].From())
	d := pieceValue(theirs, line[0].To()) - pieceValue(own, line[0].From())
	if d >= similar || d <= -similar {
		return Reason{}, false
	}
	return Reason{Kind: Exchanges, Piece: theirs, At: line[0].To(), Other: own, OtherAt: line[0].From()}, true
}
