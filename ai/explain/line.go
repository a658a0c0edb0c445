package explain

import (
	"slices"

	"yeye/ai/tactics"
	"yeye/game"
)

// capturedPiece is a piece captured in a line, with its square before the line started.
type capturedPiece struct {
	piece game.Piece
	at    game.Square
	ply   int // of the line, from 0
}

// maxLine is the number of plies of a line that are trusted. Captures after them do not count.
const maxLine = 8

// maxPawnPly is the last ply at which winning a crossed pawn, an advisor or an elephant is a reason, and maxPiecePly
// that for a horse or more. An uncrossed pawn counts only at ply 0. Later gains are accidents of the line.
const maxPawnPly, maxPiecePly = 2, 6

// balance is the material balance of the side that starts a line, at a quiet point of the line.
type balance struct {
	ply       int // of the move before that point, from 0
	gain      int
	won, lost []capturedPiece
}

// balances follows the trusted part of a line and on to the next quiet point. It returns the balance at each quiet
// point (see isQuiet). A line that ends in the middle of an exchange has no balance there.
func balances(p game.Position, line []game.Move) (all []balance) {
	us := p.Turn()
	var origin [game.Squares]game.Square
	for s := range origin {
		origin[s] = game.Square(s)
	}
	var b balance
	for i, m := range line {
		if n := len(all); !p.IsLegal(m) || i >= maxLine && n > 0 && all[n-1].ply >= maxLine-1 {
			break
		}
		if piece := p.At(m.To()); piece != game.NoPiece {
			t := capturedPiece{piece, origin[m.To()], i}
			if piece.Color() == us {
				b.lost = append(b.lost, t)
				b.gain -= tactics.Value(piece, m.To())
			} else {
				b.won = append(b.won, t)
				b.gain += tactics.Value(piece, m.To())
			}
		}
		origin[m.To()] = origin[m.From()]
		p.Do(m)
		if i+1 < len(line) && p.At(line[i+1].To()) != game.NoPiece || !isQuiet(&p) {
			continue
		}
		all = append(all, balance{i, b.gain, slices.Clone(b.won), slices.Clone(b.lost)})
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

// netGain is the material balance of a line at the first quiet point from which at least a pawn stays won.
type netGain struct {
	least        int             // smallest gain there and at every later quiet point
	won, lost    []capturedPiece // without equal trades
	largestTrade int             // value of the most valuable piece left out as an equal trade
}

// settleLine returns what the line wins for good.
func settleLine(p *game.Position, line []game.Move) (netGain, bool) {
	all := balances(*p, line)
	for i := range all {
		least := slices.MinFunc(all[i:], func(a, b balance) int { return a.gain - b.gain }).gain
		if least < tactics.MinGain || all[i].gain+tactics.MaxShortfall < all[len(all)-1].gain {
			continue // not for good yet, or more is won later
		}
		won, lost := cancel(all[i].won, all[i].lost)
		traded := 0
		for _, t := range all[i].won {
			if !slices.Contains(won, t) {
				traded = max(traded, tactics.Value(t.piece, t.at))
			}
		}
		return netGain{least, won, lost, traded}, len(won) > 0
	}
	return netGain{}, false
}

// material finds what all lines win; they start with the same move. A piece is named only if every line captures it
// without a comparable loss.
func material(p *game.Position, lines [][]game.Move) (Reason, bool) {
	first, ok := settleLine(p, lines[0])
	if !ok {
		return Reason{}, false
	}
	r, ok := mainGain(first)
	if !ok {
		return Reason{Kind: WinsMaterial}, winMaterial(p, lines, 0)
	}
	if r.Kind == WinsFor && holdsFor(p, lines, r) ||
		r.Kind == Wins && holdsWins(p, lines, &r) && !recoups(p, lines[0][0], r) {
		return r, true
	}
	return Reason{Kind: WinsMaterial}, winMaterial(p, lines, 0)
}

// recoups reports whether the move captures the piece of r, but the opponent can capture as much in return, there or
// elsewhere. Then the gain, if there is one, comes later.
func recoups(p *game.Position, m game.Move, r Reason) bool {
	if m.To() != r.At {
		return false
	}
	after, value := p.After(m), tactics.Value(r.Piece, r.At)
	returns := tactics.Captures(&after)
	returns[r.At] = tactics.Capture{}
	return tactics.Exchange(p, m) < tactics.MinGain ||
		tactics.Best(&returns).Gain >= max(tactics.Threat, value-tactics.MaxShortfall)
}

// winMaterial reports whether the lines win material: at least an elephant in each, and in one of them at least a horse
// for a crossed pawn. Up to allowedFailures of the lines after the first may fail.
func winMaterial(p *game.Position, lines [][]game.Move, allowedFailures int) bool {
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

// linesPerFailure is how many lines are needed for each one that may fail to win material, if the score shows a gain.
const linesPerFailure = 5

// Likely reports whether the expected line and nearly all other lines of the same move win material. The lines come
// from short searches and sometimes miss the continuation, so use it only together with a score that shows the gain.
func Likely(p *game.Position, line []game.Move, alternatives ...[]game.Move) bool {
	lines := append([][]game.Move{line}, alternatives...)
	return winMaterial(p, lines, len(lines)/linesPerFailure)
}

// forced reports whether, after its first reply and up to the ply, the side that does not start the line had only one
// legal move each time. Alternatives to later replies are not searched, so what follows a choice is only one of many
// possibilities.
func forced(p game.Position, line []game.Move, ply int) bool {
	for i, m := range line[:ply] {
		if i > 1 && i%2 == 1 && p.CountLegal() > 1 {
			return false
		}
		p.Do(m)
	}
	return true
}

// mainGain returns the reason for what one line wins.
func mainGain(s netGain) (Reason, bool) {
	won, lost := s.won, s.lost
	switch minor := len(lost) == 0 && tactics.Value(won[0].piece, won[0].at) <= tactics.Minor; {
	case minor && won[0].ply > maxPawnPly, won[0].ply > maxPiecePly,
		tactics.Value(won[0].piece, won[0].at) < tactics.Minor && won[0].ply > 0:
		return Reason{}, false
	case minor && s.largestTrade > tactics.Minor:
		return Reason{}, false // a pawn is not why rooks are traded
	case len(lost) == 0:
		return Reason{Kind: Wins, N: won[0].ply/2 + 1, Piece: won[0].piece, At: won[0].at}, true
	case len(lost) == 1 && won[0].piece.Role() != lost[0].piece.Role() &&
		(len(won) == 1 || worthMore(won[0], lost[0])):
		return Reason{Kind: WinsFor, N: won[0].ply/2 + 1, Piece: won[0].piece, At: won[0].at,
			Other: lost[0].piece, OtherAt: lost[0].at}, true
	}
	return Reason{Kind: WinsMaterial}, true
}

// holdsWins reports whether every line captures the piece of r without paying for it. It sets r.N to the number of
// moves that the longest takes.
func holdsWins(p *game.Position, lines [][]game.Move, r *Reason) bool {
	for _, line := range lines {
		ply := capturePly(*p, line, r.At)
		s, ok := settleLine(p, line)
		if ply < 0 || ply >= maxLine || !ok ||
			s.least < max(tactics.MinGain, tactics.Value(r.Piece, r.At)-tactics.MaxShortfall) ||
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
		ply := capturePly(*p, line, r.At)
		return !ok || s.least < tactics.Threat || ply < 0 || capturePly(*p, line, r.OtherAt) < 0 ||
			!forced(*p, line, ply)
	})
}

// NetGain returns the least that the lines, which start at p, win for the side to move, in centipawns, each at its last
// quiet point. ok is false if one of them has no quiet point.
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

// worthMore reports whether winning a for b is the main gain of a line, whatever else it wins.
func worthMore(a, b capturedPiece) bool {
	return tactics.Value(a.piece, a.at)-tactics.Value(b.piece, b.at) >= tactics.Threat
}

// cancel removes pairs of similar value from both lists. The remaining pieces are sorted, most valuable first.
func cancel(won, lost []capturedPiece) (wonLeft, lostLeft []capturedPiece) {
	value := func(t capturedPiece) int { return tactics.Value(t.piece, t.at) }
	byValue := func(a, b capturedPiece) int { return value(b) - value(a) }
	wonLeft, lostLeft = slices.Clone(won), slices.Clone(lost)
	slices.SortStableFunc(wonLeft, byValue)
	slices.SortStableFunc(lostLeft, byValue)
	for i := 0; i < len(wonLeft); {
		j := slices.IndexFunc(lostLeft, func(t capturedPiece) bool {
			d := value(t) - value(wonLeft[i])
			return d < tactics.Similar && d > -tactics.Similar
		})
		if j < 0 {
			i++
			continue
		}
		wonLeft, lostLeft = slices.Delete(wonLeft, i, i+1), slices.Delete(lostLeft, j, j+1)
	}
	return wonLeft, lostLeft
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
