package ai

import "yeye/game"

// The picker yields the moves of a position, likeliest refutation first, and generates no more
// moves than needed: the table's move, captures that do not lose material, killers and the counter
// move, quiet moves by history, losing captures last.
//
// A killer is a quiet move that refuted a sibling of this node: most moves of the opponent do not
// change what refutes them. A counter move refuted the same move of the opponent elsewhere. Both
// are tried before quiet moves are generated, which mostly saves that work.

// scored is a move with its sort key in the bits above it, so that the largest value of a list is the move to try
// first. The key is the score, then the index in the list, earlier ones being larger.
type scored uint64

const (
	moveBits  = 14
	moveMask  = 1<<moveBits - 1
	indexBits = 7
	scoreBase = 1 << 30 // added to the score, so that it is never negative
)

func makeScored(m game.Move, score int32, place int) scored {
	return scored(score+scoreBase)<<32 | scored(game.MaxMoves-1-place)<<moveBits | scored(m)
}

func (s scored) move() game.Move { return game.Move(s & moveMask) }
func (s scored) score() int32    { return int32(s>>32) - scoreBase }
func (s scored) index() int      { return game.MaxMoves - 1 - int(s>>moveBits&(1<<indexBits-1)) }

// at returns s with another index.
func (s scored) at(place int) scored {
	const mask = (1<<indexBits - 1) << moveBits
	return s&^mask | scored(game.MaxMoves-1-place)<<moveBits
}

type stage uint8

const (
	stageTable stage = iota
	stageMakeCaptures
	stageCaptures
	stageKillers
	stageMakeQuiets
	stageQuiets
	stageLosing
	stageDone
)

type picker struct {
	w              *worker
	f              *frame
	list           []scored // losing captures are collected at its front
	next, end      int
	losing         int
	tableMove      game.Move
	refutations    [3]game.Move // killers, counter move
	nextRefutation int
	stage          stage
	skipQuiets     bool // yield no more quiet moves
	capturesOnly   bool // captures only
	threshold      Score
}

// pick sets up a picker over all moves of the node at ply.
func (w *worker) pick(pk *picker, f *frame, list []scored, table game.Move) {
	*pk = picker{w: w, f: f, list: list, tableMove: table}
	if !w.off.Killers {
		pk.refutations[0], pk.refutations[1] = f.killers[0], f.killers[1]
	}
	if prev := w.ancestor(1); !w.off.CounterMoves && prev.move != game.NoMove {
		pk.refutations[2] = w.hist.counter[prev.index]
	}
}

// pickCaptures sets up a picker over captures that win at least threshold by static exchange evaluation.
func (w *worker) pickCaptures(pk *picker, f *frame, list []scored, table game.Move, threshold Score) {
	*pk = picker{w: w, f: f, list: list, tableMove: table, capturesOnly: true, threshold: threshold}
	if table != game.NoMove && w.pos.At(table.To()) == game.NoPiece {
		pk.tableMove = game.NoMove
	}
}

// best swaps the best of list[next:end] to next and returns it. It takes the maximum without a
// branch, because branch prediction fails here.
func (pk *picker) best() scored {
	var a, b scored
	rest := pk.list[pk.next:pk.end]
	for len(rest) >= 2 {
		a, b = max(a, rest[0]), max(b, rest[1])
		rest = rest[2:]
	}
	if len(rest) > 0 {
		a = max(a, rest[0])
	}
	a = max(a, b)
	at := a.index()
	pk.list[at] = pk.list[pk.next].at(at)
	pk.next++
	return a
}

// move returns the next move, NoMove if none is left.
func (pk *picker) move() game.Move {
	w := pk.w
	switch pk.stage {
	case stageTable:
		pk.stage = stageMakeCaptures
		if pk.tableMove != game.NoMove && w.pos.Allows(pk.tableMove, w.legal(pk.f)) {
			return pk.tableMove
		}
		pk.tableMove = game.NoMove
		fallthrough
	case stageMakeCaptures:
		pk.stage = stageCaptures
		pk.makeCaptures()
		fallthrough
	case stageCaptures:
		for pk.next < pk.end {
			m := pk.best()
			if m.move() == pk.tableMove {
				continue
			}
			threshold := pk.threshold
			if !pk.capturesOnly {
				threshold = -Score(m.score() / 64)
			}
			if !w.seeGE(m.move(), min(threshold, pk.threshold)) {
				pk.list[pk.losing] = m
				pk.losing++
				continue
			}
			return m.move()
		}
		if pk.capturesOnly {
			pk.stage = stageDone
			return game.NoMove
		}
		pk.stage = stageKillers
		fallthrough
	case stageKillers:
		for !pk.skipQuiets && pk.nextRefutation < len(pk.refutations) {
			m := pk.refutations[pk.nextRefutation]
			pk.nextRefutation++
			if m == game.NoMove || m == pk.tableMove || w.pos.At(m.To()) != game.NoPiece ||
				!w.pos.Allows(m, w.legal(pk.f)) {
				pk.refutations[pk.nextRefutation-1] = game.NoMove
				continue
			}
			if (pk.nextRefutation > 1 && m == pk.refutations[0]) || (pk.nextRefutation > 2 && m == pk.refutations[1]) {
				continue
			}
			return m
		}
		pk.stage = stageMakeQuiets
		fallthrough
	case stageMakeQuiets:
		pk.stage = stageQuiets
		if !pk.skipQuiets {
			pk.makeQuiets()
		}
		fallthrough
	case stageQuiets:
		for !pk.skipQuiets && pk.next < pk.end {
			m := pk.best().move()
			if m == pk.tableMove || m == pk.refutations[0] || m == pk.refutations[1] || m == pk.refutations[2] {
				continue
			}
			return m
		}
		pk.stage = stageLosing
		pk.next, pk.end = 0, pk.losing
		fallthrough
	case stageLosing:
		if pk.next < pk.end {
			pk.next++
			return pk.list[pk.next-1].move()
		}
		pk.stage = stageDone
	}
	return game.NoMove
}

// makeCaptures adds the captures, scored by victim first, then by their history.
func (pk *picker) makeCaptures() {
	w, p := pk.w, &pk.w.pos
	us := p.Turn()
	enemy := p.All(us.Other())
	pk.next, pk.end = pk.losing, pk.losing
	king := p.King(us)
	pk.addCaptures(king, p.KingTargets(w.legal(pk.f), enemy), 0)
	for _, s := range w.sources(pk.f) {
		if to := s.To.And(enemy); to.Any() {
			pk.addCaptures(s.From, to, int32(exchangeValue[p.At(s.From).Role()]))
		}
	}
}

// addCaptures adds the captures of the piece on from, whose exchange value is worth.
func (pk *picker) addCaptures(from game.Square, to game.Bitboard, worth int32) {
	w, p := pk.w, &pk.w.pos
	base := pieceToIndex(p.At(from), 0)
	for to.Any() {
		t := to.PopFirst()
		victim := p.At(t).Role()
		s := int32(exchangeValue[victim])*16 - worth
		if !w.off.CaptureHistory {
			s += int32(w.hist.capture[base+int(t)][victim]) / 2
		}
		pk.list[pk.end] = makeScored(game.NewMove(from, t), s, pk.end)
		pk.end++
	}
}

// makeQuiets adds the quiet moves, scored by their histories.
func (pk *picker) makeQuiets() {
	w, p := pk.w, &pk.w.pos
	f := pk.f
	us := p.Turn() & 1
	var h quietHistories
	h.quiet = &w.hist.quiet[us]
	h.c1, h.c2, h.c4 = w.ancestor(1).cont, w.ancestor(2).cont, w.ancestor(4).cont
	if w.off.History {
		h.quiet = &w.noQuiet
	}
	if w.off.Continuation {
		h.c1, h.c2, h.c4 = &w.noContinuation, &w.noContinuation, &w.noContinuation
	}
	free := p.Occupied().Not()
	pk.next, pk.end = pk.losing, pk.losing
	king := p.King(us)
	pk.addQuiets(&h, king, p.KingTargets(w.legal(f), free))
	for _, s := range w.sources(f) {
		pk.addQuiets(&h, s.From, s.To.And(free))
	}
}

// quietHistories holds the histories that order the quiet moves of one position.
type quietHistories struct {
	quiet      *butterfly
	c1, c2, c4 *continuation
}

// addQuiets adds the quiet moves of the piece on from.
func (pk *picker) addQuiets(h *quietHistories, from game.Square, to game.Bitboard) {
	base := pieceToIndex(pk.w.pos.At(from), 0)
	for to.Any() {
		t := to.PopFirst()
		m, i := game.NewMove(from, t), base+int(t)
		s := int32(*h.quiet.of(m)) + int32(h.c1[i]) + int32(h.c2[i]) + int32(h.c4[i])/2
		pk.list[pk.end] = makeScored(m, s, pk.end)
		pk.end++
	}
}
