package ai

import (
	"yeye/ai/net"
	"yeye/game"
)

// pair holds two values, one for a full board in the low half and one for a bare board in the high
// half. Adding pairs adds both, so the phase of the game is applied once, at the end.
type pair int32

func makePair(full, bare int) pair { return pair(bare<<16 + full) }

func (s pair) full() int { return int(int16(s)) }
func (s pair) bare() int { return int(int16((s + 0x8000) >> 16)) }

// evaluator evaluates positions. Each worker has one; it allocates nothing.
type evaluator struct {
	pieces  *[16][game.Squares]pair // by piece and square, Red's view
	weights *[terms]pair
	classic bool
	net     *net.Net // nil where there is none
	noise   uint64
	seed    uint64

	p            *game.Position
	occ          game.Bitboard
	sum          [2]pair
	minorAttacks [2]game.Bitboard // attacked by pawns, advisors, elephants
	attacks      [2][4]game.Bitboard
	allAttacks   [2]game.Bitboard // attacked by any piece: own pieces there are protected
	palace       [2]int           // points of the enemy palace attacked
}

// Indices of evaluator.attacks, and of the attackers of termThreat.
const (
	byPawn = iota
	byHorse
	byCannon
	byRook
)

// piecesTable returns the piece-square tables by piece, Black's negated.
func piecesTable(value func(m game.Piece, s game.Square) pair) *[16][game.Squares]pair {
	var t [16][game.Squares]pair
	for _, c := range [2]game.Color{game.Red, game.Black} {
		for r := game.King; r <= game.Pawn; r++ {
			m := game.NewPiece(c, r)
			for s := range game.Square(game.Squares) {
				v := value(m, s)
				if c == game.Black {
					v = -v
				}
				t[m&15][s] = v
			}
		}
	}
	return &t
}

var classicPieces = piecesTable(classicPair)

func (e *evaluator) configure(o *Options) {
	e.classic, e.net = o.Evaluation == Classic, nil
	if o.Evaluation == Net {
		if e.net = o.Network; e.net == nil {
			e.net = net.BuiltIn()
		}
	}
	e.pieces, e.weights = handmade.pieces, &handmade.terms
	if e.classic {
		e.pieces = classicPieces
	}
	e.noise, e.seed = uint64(max(o.Noise, 0)), o.Seed
}

// HandmadeValue returns the static value of p by the hand-crafted evaluation, for the side to move.
func HandmadeValue(p *game.Position) Score {
	var e evaluator
	e.configure(&Options{Evaluation: Handmade})
	return Score(scaleByQuiet(e.byHand(p, e.fromScratch(p)), p))
}

// fromScratch computes the piece-square sum that moved updates incrementally.
func (e *evaluator) fromScratch(p *game.Position) (sum pair) {
	for b := p.Occupied(); b.Any(); {
		s := b.PopFirst()
		sum += e.pieces[p.At(s)&15][s]
	}
	return
}

// moved returns the sum after piece moves and captures what is on its target.
func (e *evaluator) moved(sum pair, piece, taken game.Piece, m game.Move) pair {
	row := &e.pieces[piece&15]
	return sum - row[m.From()] + row[m.To()] - e.pieces[taken&15][m.To()]
}

// evaluate returns the static value of the current position for the side to move.
func (w *worker) evaluate(f *frame) Score {
	e, p := &w.eval, &w.pos
	var v int
	switch {
	case e.net != nil:
		v = scaleByQuiet(scaleByWinnable(w.stack.Value(w.ply, p), p), p)
	case e.classic:
		v = f.acc.full()
		if p.Turn() == game.Black {
			v = -v
		}
	default:
		v = scaleByQuiet(e.byHand(p, f.acc), p)
	}
	if n := e.noise; n > 0 {
		h := (p.Key() ^ e.seed) * 0x9e3779b97f4a7c15
		v += int((h>>32)*n>>32) * classicScale / 100
	}
	return Score(max(-int(RuleBound)+1, min(int(RuleBound)-1, v)))
}

// QuietScale is the number of plies without a capture after which a value would become zero. At
// least a quarter of the value remains, for games with other move limits.
const QuietScale = 240

// scaleByQuiet scales v down by the number of plies since the last capture: boards that have been
// quiet for long tend to stay so.
func scaleByQuiet(v int, p *game.Position) int {
	return v * max(QuietScale/4, QuietScale-p.HalfMoves()) / QuietScale
}

func (e *evaluator) add(c game.Color, term, n int) {
	e.sum[c&1] += e.weights[term] * pair(n)
}

// fullBoard is the phase of the start position; see phase.
const fullBoard = 32

// phase returns how full the board is of fighting pieces, 0 to fullBoard.
func phase(p *game.Position) int {
	n := 0
	for _, c := range [2]game.Color{game.Red, game.Black} {
		n += 4*p.Pieces(c, game.Rook).Count() + 2*p.Pieces(c, game.Cannon).Or(p.Pieces(c, game.Horse)).Count()
	}
	return n
}

// byHand returns the hand-crafted evaluation for the side to move. acc is the piece-square sum from
// Red's view.
func (e *evaluator) byHand(p *game.Position, acc pair) int {
	e.p, e.occ = p, p.Occupied()
	e.sum = [2]pair{}
	for _, c := range [2]game.Color{game.Red, game.Black} {
		e.defenders(c)
	}
	for _, c := range [2]game.Color{game.Red, game.Black} {
		e.horses(c)
	}
	for _, c := range [2]game.Color{game.Red, game.Black} {
		e.rooks(c)
		e.cannons(c)
	}
	for _, c := range [2]game.Color{game.Red, game.Black} {
		e.kings(c)
		e.threats(c)
		e.counts(c)
	}
	us := p.Turn() & 1
	e.add(us, termTempo, 1)
	sum := acc + e.sum[game.Red] - e.sum[game.Black]
	n := phase(p)
	v := (sum.full()*n + sum.bare()*(fullBoard-n)) / fullBoard
	strong := game.Red
	if v < 0 {
		strong = game.Black
	}
	v = v * winnable(p, strong) / allWinnable
	if us == game.Black {
		v = -v
	}
	return v
}

// palaces holds the points of each palace.
var palaces = [2]game.Bitboard{
	game.PointsOf(game.NewPiece(game.Red, game.King)),
	game.PointsOf(game.NewPiece(game.Black, game.King)),
}

// defenders adds the terms of c's pawns, advisors, elephants and king.
func (e *evaluator) defenders(c game.Color) {
	p := e.p
	var pawns, small game.Bitboard
	pieces := p.Pieces(c, game.Pawn)
	for b := pieces; b.Any(); {
		pawns = pawns.Or(game.PawnMoves(c, b.PopFirst()))
	}
	for b := p.Pieces(c, game.Advisor); b.Any(); {
		small = small.Or(game.AdvisorMoves(c, b.PopFirst()))
	}
	for b := p.Pieces(c, game.Elephant); b.Any(); {
		small = small.Or(game.ElephantMoves(b.PopFirst(), e.occ))
	}
	e.attacks[c] = [4]game.Bitboard{byPawn: pawns}
	e.minorAttacks[c] = small.Or(pawns)
	e.allAttacks[c] = e.minorAttacks[c].Or(game.KingMoves(c, p.King(c)))
	n := pawns.And(palaces[c^1]).Count()
	e.palace[c] = n
	e.add(c, termPawnPalace, n)
}

func (e *evaluator) horses(c game.Color) {
	p := e.p
	closed := p.All(c).Or(e.minorAttacks[c^1])
	king := p.King(c ^ 1)
	near := game.HorseAttackers(king, game.Bitboard{})
	for b := p.Pieces(c, game.Horse); b.Any(); {
		s := b.PopFirst()
		to := game.HorseMoves(s, e.occ)
		e.attacks[c][byHorse] = e.attacks[c][byHorse].Or(to)
		e.add(c, termHorseMoves+to.Minus(closed).Count(), 1)
		n := to.And(palaces[c^1]).Count()
		e.palace[c] += n
		e.add(c, termHorsePalace, n)
		if near.Has(s) {
			if leg := game.BB(game.HorseLeg(s, king)); leg.Meets(p.All(c)) {
				e.add(c, termHorseLeg, 1)
			} else if leg.Meets(e.occ) {
				e.add(c, termHorseLeg+1, 1)
			}
		}
	}
	e.allAttacks[c] = e.allAttacks[c].Or(e.attacks[c][byHorse])
}

// files[f] holds the points of one file.
var files = func() (t [game.Files]game.Bitboard) {
	for s := range game.Square(game.Squares) {
		t[s.File()] = t[s.File()].Or(game.BB(s))
	}
	return
}()

func (e *evaluator) rooks(c game.Color) {
	p := e.p
	closed := p.All(c).Or(e.minorAttacks[c^1]).Or(e.attacks[c^1][byHorse])
	king := p.King(c ^ 1)
	pawns, others := p.Pieces(c, game.Pawn), p.Pieces(c^1, game.Pawn)
	for b := p.Pieces(c, game.Rook); b.Any(); {
		s := b.PopFirst()
		to := game.RookAttacks(s, e.occ)
		e.attacks[c][byRook] = e.attacks[c][byRook].Or(to)
		e.add(c, termRookMoves+to.Minus(closed).Count(), 1)
		n := to.And(palaces[c^1]).Count()
		e.palace[c] += n
		e.add(c, termRookPalace, n)
		file := s.File()
		if file == king.File() {
			e.add(c, termRookFile+screenCase(game.Between(s, king).And(e.occ), p.All(c)), 1)
		} else if s.Rank() == king.Rank() {
			e.add(c, termRookRank+screenCase(game.Between(s, king).And(e.occ), p.All(c)), 1)
		}
		if !files[file].Meets(pawns) {
			if files[file].Meets(others) {
				e.add(c, termOpenFile+1, 1)
			} else {
				e.add(c, termOpenFile, 1)
			}
		}
	}
	e.allAttacks[c] = e.allAttacks[c].Or(e.attacks[c][byRook])
}

func (e *evaluator) cannons(c game.Color) {
	p := e.p
	closed := e.minorAttacks[c^1].Or(e.attacks[c^1][byHorse]).Or(e.occ)
	king := p.King(c ^ 1)
	for b := p.Pieces(c, game.Cannon); b.Any(); {
		s := b.PopFirst()
		hits := game.CannonCaptures(s, e.occ)
		e.attacks[c][byCannon] = e.attacks[c][byCannon].Or(hits)
		e.add(c, termCannonMoves+game.RookAttacks(s, e.occ).Minus(closed).Count(), 1)
		n := hits.And(palaces[c^1]).Count()
		e.palace[c] += n
		e.add(c, termCannonPalace, n)
		if s.File() == king.File() {
			i := screenCase(game.Between(s, king).And(e.occ), p.All(c))
			e.add(c, termCannonFile+i, 1)
			if i == screenNone {
				e.add(c, termHollow+abs(s.Rank()-king.Rank()), 1)
			}
		} else if s.Rank() == king.Rank() {
			e.add(c, termCannonRank+screenCase(game.Between(s, king).And(e.occ), p.All(c)), 1)
		}
	}
	e.allAttacks[c] = e.allAttacks[c].Or(e.attacks[c][byCannon])
}

// kings adds the terms of c's king safety. Missing advisors and elephants matter depending on the
// attackers.
func (e *evaluator) kings(c game.Color) {
	p := e.p
	them := c ^ 1
	advisors, elephants := p.Pieces(c, game.Advisor).Count(), p.Pieces(c, game.Elephant).Count()
	crossed := 0
	for b := p.Pieces(them, game.Pawn); b.Any(); {
		if b.PopFirst().Crossed(them) {
			crossed++
		}
	}
	for i, n := range [4]int{
		p.Pieces(them, game.Rook).Count(), p.Pieces(them, game.Cannon).Count(), p.Pieces(them, game.Horse).Count(),
		crossed,
	} {
		e.add(them, termSafety+i*6+min(advisors, 2), n)
		e.add(them, termSafety+i*6+3+min(elephants, 2), n)
	}
	e.add(them, termPressure+min(e.palace[them], 15), 1)
	e.add(them, termCrossed+min(crossed, 5), 1)
	king := p.King(c)
	free := game.KingMoves(c, king).Minus(p.All(c)).Minus(e.allAttacks[them])
	e.add(c, termKingFree+free.Count(), 1)
	e.add(c, termKingSees+game.RookAttacks(king, e.occ).And(palaces[them]).Count(), 1)
}

// threats adds the terms of what c attacks, and of its own pieces that are unprotected.
func (e *evaluator) threats(c game.Color) {
	p := e.p
	prey := p.All(c ^ 1).Minus(p.Pieces(c^1, game.King))
	for by, attacks := range e.attacks[c] {
		for b := attacks.And(prey); b.Any(); {
			s := b.PopFirst()
			i := termThreat + (by*8+int(p.At(s).Role()))*2
			if e.allAttacks[c^1].Has(s) {
				i++
			}
			e.add(c, i, 1)
		}
	}
	for b := p.All(c).Minus(e.allAttacks[c]).Minus(p.Pieces(c, game.King)); b.Any(); {
		e.add(c, termLoose+int(p.At(b.PopFirst()).Role()), 1)
	}
}

// counts adds the terms of c's material, beyond the sum of its pieces.
func (e *evaluator) counts(c game.Color) {
	p := e.p
	rooks, cannons, horses := p.Pieces(c, game.Rook).Count(), p.Pieces(c, game.Cannon).Count(),
		p.Pieces(c, game.Horse).Count()
	e.add(c, termForce+min(rooks, 2)*9+min(cannons, 2)*3+min(horses, 2), 1)
	e.add(c, termDefence+min(p.Pieces(c, game.Advisor).Count(), 2)*3+min(p.Pieces(c, game.Elephant).Count(), 2), 1)
	if rooks == 0 && p.Pieces(c^1, game.Rook).Any() {
		e.add(c, termRookless, 1)
	}
	pawns := p.Pieces(c, game.Pawn)
	for b := pawns; b.Any(); {
		s := b.PopFirst()
		if s.Crossed(c) && s.File() < game.Files-1 && pawns.Has(s+1) {
			e.add(c, termLinked, 1)
		}
	}
}
