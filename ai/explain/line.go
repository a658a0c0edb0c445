package explain

import (
	"slices"

	"yeye/ai/tactics"
	"yeye/game"
)

// taken is a piece captured in a line, with its point before the line started.
type taken struct {
	piece game.Piece
	at    game.Square
	ply   int // of the line, from 0
}

// maxLine is the number of plies of a line that are trusted. Captures beyond it do not count.
const maxLine = 8

// maxPawnPly is the last ply at which winning a crossed pawn, an advisor or an elephant is a
// reason, and maxPiecePly that for a horse or more. An uncrossed pawn counts only at ply 0. Later
// gains are accidents of the line.
const maxPawnPly, maxPiecePly = 2, 6

// balance is the material balance of the side that starts a line, at a quiet point of it.
type balance struct {
	ply            int // of the move before that point, from 0
	gain           int
	captured, lost []taken
}

// balances follows the trusted part of a line, and on to the next quiet point. It returns the balance at
// each quiet point (see isQuiet). A line that ends in the middle of an exchange has no balance there.
func balances(p game.Position, line []game.Move) (all []balance) {
	us := p.Turn()
	var home [game.Squares]game.Square
	for s := range home {
		home[s] = game.Square(s)
	}
	var b balance
	for i, m := range line {
		if n := len(all); !p.IsLegal(m) || i >= maxLine && n > 0 && all[n-1].ply >= maxLine-1 {
			break
		}
		if piece := p.At(m.To()); piece != game.NoPiece {
			t := taken{piece, home[m.To()], i}
			if piece.Color() == us {
				b.lost = append(b.lost, t)
				b.gain -= tactics.Value(piece, m.To())
			} else {
				b.captured = append(b.captured, t)
				b.gain += tactics.Value(piece, m.To())
			}
		}
		home[m.To()] = home[m.From()]
		p.Do(m)
		if i+1 < len(line) && p.At(line[i+1].To()) != game.NoPiece || !isQuiet(&p) {
			continue
		}
		all = append(all, balance{i, b.gain, slices.Clone(b.captured), slices.Clone(b.lost)})
	}
	return all
}

// isQuiet reports whether the game is over, or the side to move is not in check and can gain at
// most a pawn by capturing.
func isQuiet(p *game.Position) bool {
	if p.InCheck() {
		return !p.HasLegal()
	}
	hanging := tactics.Captures(p)
	return tactics.Best(&hanging).Gain < tactics.Threat
}

// netGain is the material balance of a line at the first quiet point where at least a piece is won for good.
type netGain struct {
	least          int     // smallest gain there and at every later quiet point
	captured, lost []taken // without pieces of similar value on both sides
	largestTrade   int     // value of the most valuable piece that was left out
}

// settleLine returns what the line wins for good.
func settleLine(p *game.Position, line []game.Move) (netGain, bool) {
	all := balances(*p, line)
	for i := range all {
		least := slices.MinFunc(all[i:], func(a, b balance) int { return a.gain - b.gain }).gain
		if least < tactics.LeastGain || all[i].gain+tactics.Slack < all[len(all)-1].gain {
			continue // not for good yet, or not the most of it
		}
		captured, lost := cancel(all[i].captured, all[i].lost)
		traded := 0
		for _, t := range all[i].captured {
			if !slices.Contains(captured, t) {
				traded = max(traded, tactics.Value(t.piece, t.at))
			}
		}
		return netGain{least, captured, lost, traded}, len(captured) > 0
	}
	return netGain{}, false
}

// material finds what all the lines win; they start with the same move. A piece is named only if it
// is captured in each of them, with no comparable loss.
func material(p *game.Position, lines [][]game.Move) (Reason, bool) {
	first, ok := settleLine(p, lines[0])
	if !ok {
		return Reason{}, false
	}
	r, ok := mainGain(first)
	if !ok {
		return Reason{Kind: WinsMaterial}, profits(p, lines, 0)
	}
	if r.Kind == WinsFor && holdsFor(p, lines, r) ||
		r.Kind == Wins && holdsWins(p, lines, &r) && !repaid(p, lines[0][0], r) {
		return r, true
	}
	return Reason{Kind: WinsMaterial}, profits(p, lines, 0)
}

// repaid reports whether the move captures the piece of r, but as much can be captured in return,
// there or elsewhere: the gain, if there is one, comes later.
func repaid(p *game.Position, m game.Move, r Reason) bool {
	if m.To() != r.At {
		return false
	}
	after, dear := p.After(m), tactics.Value(r.Piece, r.At)
	back := tactics.Captures(&after)
	back[r.At] = tactics.Capture{}
	return tactics.Exchange(p, m) < tactics.LeastGain ||
		tactics.Best(&back).Gain >= max(tactics.Threat, dear-tactics.Slack)
}

// profits reports whether the lines win material: at least an elephant in each, and in one of them
// at least a horse for a crossed pawn. Up to allowedFailures of the lines after the first may fail.
func profits(p *game.Position, lines [][]game.Move, allowedFailures int) bool {
	most := 0
	for i, line := range lines {
		s, ok := settleLine(p, line)
		if !ok || s.least < tactics.Minor {
			if allowedFailures--; i == 0 || allowedFailures < 0 {
				return false
			}
		}
		most = max(most, s.least)
	}
	return most >= tactics.HorseForPawn
}

// linesPerFailure is how many lines are needed for each one that may fail to win material, if the
// score says that material is won.
const linesPerFailure = 5

// Likely reports whether the expected line and nearly all other lines of the same move win
// material. Short searches made the lines and sometimes miss the continuation, so this means
// something only together with a score that shows the gain.
func Likely(p *game.Position, line []game.Move, also ...[]game.Move) bool {
	lines := append([][]game.Move{line}, also...)
	return profits(p, lines, len(lines)/linesPerFailure)
}

// forced reports whether, up to the ply, the side that does not start the line had only one legal
// move each time after its first answer. Alternatives at later answers are not searched, so what
// follows a choice is only one of many possibilities.
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
	captured, lost := s.captured, s.lost
	switch minor := len(lost) == 0 && tactics.Value(captured[0].piece, captured[0].at) <= tactics.Minor; {
	case minor && captured[0].ply > maxPawnPly, captured[0].ply > maxPiecePly,
		tactics.Value(captured[0].piece, captured[0].at) < tactics.Minor && captured[0].ply > 0:
		return Reason{}, false
	case minor && s.largestTrade > tactics.Minor:
		return Reason{}, false // nobody trades rooks to win a pawn
	case len(lost) == 0:
		return Reason{Kind: Wins, N: captured[0].ply/2 + 1, Piece: captured[0].piece, At: captured[0].at}, true
	case len(lost) == 1 && captured[0].piece.Role() != lost[0].piece.Role() &&
		(len(captured) == 1 || dearer(captured[0], lost[0])):
		return Reason{Kind: WinsFor, N: captured[0].ply/2 + 1, Piece: captured[0].piece, At: captured[0].at,
			Other: lost[0].piece, OtherAt: lost[0].at}, true
	}
	return Reason{Kind: WinsMaterial}, true
}

// holdsWins reports whether the piece of r is captured in all the lines and not paid for. r.N
// becomes the number of moves that the longest of them takes.
func holdsWins(p *game.Position, lines [][]game.Move, r *Reason) bool {
	for _, line := range lines {
		ply := takenOn(*p, line, r.At)
		s, ok := settleLine(p, line)
		if ply < 0 || ply >= maxLine || !ok ||
			s.least < max(tactics.LeastGain, tactics.Value(r.Piece, r.At)-tactics.Slack) ||
			!forced(*p, line, ply) {
			return false
		}
		r.N = max(r.N, ply/2+1)
	}
	return true
}

// holdsFor reports whether all the lines trade the two pieces of r.
func holdsFor(p *game.Position, lines [][]game.Move, r Reason) bool {
	return !slices.ContainsFunc(lines, func(line []game.Move) bool {
		s, ok := settleLine(p, line)
		ply := takenOn(*p, line, r.At)
		return !ok || s.least < tactics.Threat || ply < 0 || takenOn(*p, line, r.OtherAt) < 0 || !forced(*p, line, ply)
	})
}

// NetGain returns the least that the lines, which start at p, win for the side to move, in
// hundredths of a pawn, each at its last quiet point. ok is false if one of them has no such point.
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

// dearer reports whether winning a for b is the main gain of a line, whatever else it wins.
func dearer(a, b taken) bool {
	return tactics.Value(a.piece, a.at)-tactics.Value(b.piece, b.at) >= tactics.Threat
}

// cancel removes pieces of similar value from both lists. The remaining pieces are sorted, most valuable first.
func cancel(captured, lost []taken) (w, g []taken) {
	value := func(t taken) int { return tactics.Value(t.piece, t.at) }
	byValue := func(a, b taken) int { return value(b) - value(a) }
	w, g = slices.Clone(captured), slices.Clone(lost)
	slices.SortStableFunc(w, byValue)
	slices.SortStableFunc(g, byValue)
	for i := 0; i < len(w); {
		j := slices.IndexFunc(g, func(t taken) bool {
			d := value(t) - value(w[i])
			return d < tactics.Similar && d > -tactics.Similar
		})
		if j < 0 {
			i++
			continue
		}
		w, g = slices.Delete(w, i, i+1), slices.Delete(g, j, j+1)
	}
	return w, g
}

// exchangeReason finds an exchange at the start of the line: a capture and a recapture of similar value.
func exchangeReason(p *game.Position, line []game.Move) (Reason, bool) {
	if len(line) < 2 || line[1].To() != line[0].To() || p.At(line[0].To()) == game.NoPiece {
		return Reason{}, false
	}
	theirs, own := p.At(line[0].To()), p.At(line[0].From())
	d := tactics.Value(theirs, line[0].To()) - tactics.Value(own, line[0].From())
	if d >= tactics.Similar || d <= -tactics.Similar {
		return Reason{}, false
	}
	return Reason{Kind: Exchanges, Piece: theirs, At: line[0].To(), Other: own, OtherAt: line[0].From()}, true
}
