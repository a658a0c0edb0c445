package ai

import "yeye/game"

// The picker hands out the moves of a position, likeliest refutation first, and
// generates no more than it is asked for: the move of the table, captures that
// do not lose material, killers and the counter move, quiet moves by history,
// losing captures last.
//
// A killer is a quiet move that refuted a brother of this node: most moves of
// the opponent do not change what refutes them. A counter move refuted the same
// move of the opponent elsewhere. Both are tried before quiet moves are even
// generated, and mostly spare the work.

type scored struct {
	move  game.Move
	score int32
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
	w         *worker
	f         *frame
	list      []scored // losing captures collect at its front
	next, end int
	losing    int
	table     game.Move
	specials  [3]game.Move // killers, counter move
	special   int
	stage     stage
	skip      bool // hand out no more quiet moves
	only      bool // captures only
	threshold Score
}

// pick is a picker over all moves of the node at ply.
func (w *worker) pick(pk *picker, f *frame, list []scored, table game.Move) {
	*pk = picker{w: w, f: f, list: list, table: table}
	if !w.off.Killers {
		pk.specials[0], pk.specials[1] = f.killers[0], f.killers[1]
	}
	if prev := w.before(f, 1); !w.off.CounterMoves && prev.move != game.NoMove {
		pk.specials[2] = w.hist.counter[prev.index]
	}
}

// pickCaptures is a picker over captures that gain at least threshold.
func (w *worker) pickCaptures(pk *picker, f *frame, list []scored, table game.Move, threshold Score) {
	*pk = picker{w: w, f: f, list: list, table: table, only: true, threshold: threshold}
	if table != game.NoMove && w.pos.At(table.To()) == game.NoPiece {
		pk.table = game.NoMove
	}
}

// best moves the best scored of list[next:end] to next and returns it.
func (pk *picker) best() scored {
	b := pk.next
	top := pk.list[b].score
	for i := b + 1; i < pk.end; i++ {
		if pk.list[i].score > top {
			b, top = i, pk.list[i].score
		}
	}
	m := pk.list[b]
	pk.list[b] = pk.list[pk.next]
	pk.next++
	return m
}

// move is the next move, NoMove when there is none left.
func (pk *picker) move() game.Move {
	w := pk.w
	switch pk.stage {
	case stageTable:
		pk.stage = stageMakeCaptures
		if pk.table != game.NoMove && w.pos.Allows(pk.table, w.legal(pk.f)) {
			return pk.table
		}
		pk.table = game.NoMove
		fallthrough
	case stageMakeCaptures:
		pk.stage = stageCaptures
		pk.makeCaptures()
		fallthrough
	case stageCaptures:
		for pk.next < pk.end {
			m := pk.best()
			if m.move == pk.table {
				continue
			}
			threshold := pk.threshold
			if !pk.only {
				threshold = -Score(m.score / 64)
			}
			if !w.gains(m.move, min(threshold, pk.threshold)) {
				pk.list[pk.losing] = m
				pk.losing++
				continue
			}
			return m.move
		}
		if pk.only {
			pk.stage = stageDone
			return game.NoMove
		}
		pk.stage = stageKillers
		fallthrough
	case stageKillers:
		for !pk.skip && pk.special < len(pk.specials) {
			m := pk.specials[pk.special]
			pk.special++
			if m == game.NoMove || m == pk.table || w.pos.At(m.To()) != game.NoPiece || !w.pos.Allows(m, w.legal(pk.f)) {
				pk.specials[pk.special-1] = game.NoMove
				continue
			}
			if (pk.special > 1 && m == pk.specials[0]) || (pk.special > 2 && m == pk.specials[1]) {
				continue
			}
			return m
		}
		pk.stage = stageMakeQuiets
		fallthrough
	case stageMakeQuiets:
		pk.stage = stageQuiets
		if !pk.skip {
			pk.makeQuiets()
		}
		fallthrough
	case stageQuiets:
		for !pk.skip && pk.next < pk.end {
			m := pk.best().move
			if m == pk.table || m == pk.specials[0] || m == pk.specials[1] || m == pk.specials[2] {
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
			return pk.list[pk.next-1].move
		}
		pk.stage = stageDone
	}
	return game.NoMove
}

// makeCaptures orders captures by victim first, then by how they fared before.
func (pk *picker) makeCaptures() {
	w := pk.w
	n := pk.losing
	for _, m := range w.pos.Captures(w.made[:0], w.legal(pk.f)) {
		piece, victim := w.pos.At(m.From()), w.pos.At(m.To()).Role()
		s := int32(exchangeValue[victim])*16 - int32(exchangeValue[piece.Role()])
		if piece.Role() == game.King {
			s += int32(exchangeValue[game.King])
		}
		if !w.off.CaptureHistory {
			s += int32(w.hist.capture[pieceToIndex(piece, m.To())][victim]) / 2
		}
		pk.list[n] = scored{m, s}
		n++
	}
	pk.next, pk.end = pk.losing, n
}

// makeQuiets orders quiet moves by their histories.
func (pk *picker) makeQuiets() {
	w := pk.w
	us := w.pos.Turn() & 1
	f := pk.f
	c1, c2, c4 := w.before(f, 1).cont, w.before(f, 2).cont, w.before(f, 4).cont
	n := pk.losing
	for _, m := range w.pos.Quiets(w.made[:0], w.legal(f)) {
		s := int32(0)
		if !w.off.History {
			s += int32(w.hist.quiet[us][m&(1<<14-1)])
		}
		if !w.off.Continuation {
			i := pieceToIndex(w.pos.At(m.From()), m.To())
			s += int32(c1[i]) + int32(c2[i]) + int32(c4[i])/2
		}
		pk.list[n] = scored{m, s}
		n++
	}
	pk.next, pk.end = pk.losing, n
}
