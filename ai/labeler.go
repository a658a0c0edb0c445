package ai

import (
	"context"

	"yeye/game"
)

// Labeler values the positions along one game by searches a few plies deep, from which
// a network learns. A search of that size by [Engine.Search] would spend half its time
// on setting up; this one copies no game, keeps no list of root moves, and goes one
// move down from the position of the game and back again.
//
// It does not leave out late moves by their number. Pruning that makes a deep search
// more accurate makes a shallow one unreliable: against a search of 30 000 nodes, the
// squared error in expected points of two plies (40 nodes) was 0.0121 with that
// pruning and 0.0048 (122 nodes) without, of five plies (368 nodes) with it 0.0099, of
// the static value alone 0.0079. Nor does it correct static values by the errors of
// the searches before: from so few and so shallow searches it would learn noise
// (0.0028).
//
// It must not be used concurrently. The same calls give the same answers.
type Labeler struct {
	engine *Engine
	w      *worker
}

// Label is the search's verdict on a position.
type Label struct {
	Score Score     // for the side to move
	Move  game.Move // the best move; NoMove where not moving is as good as any capture, or none was found
	Depth int       // plies searched completely; 0 means captures only
}

// labelPly is the ply at which the tree of a label begins. The root's ply stays free:
// there the search would need a list of root moves.
const labelPly = 1

// NewLabeler builds a labeler with its own engine of the given options.
func NewLabeler(o Options) *Labeler {
	o.Threads, o.Off.MoveCount, o.Off.Correction = 1, true, true
	e := New(o)
	e.ctx = context.Background()
	return &Labeler{engine: e, w: e.workers[0]}
}

// Begin forgets everything and goes to the start of a new game.
func (l *Labeler) Begin(start game.Position) {
	l.engine.Clear()
	l.w.reset(game.NewGame(start, game.Asian))
	l.w.ply = labelPly
	root := l.w.frame()
	root.acc, root.structures, root.checked = l.w.eval.fromScratch(&l.w.pos), structuresOf(&l.w.pos), l.w.pos.InCheck()
	l.w.resetStack()
}

// Play plays a legal move of the game.
func (l *Labeler) Play(m game.Move) {
	w := l.w
	w.do(m)
	w.ply = labelPly
	for i := range w.frames[:labelPly+stackOffset] {
		f, next := &w.frames[i], &w.frames[i+1]
		f.move, f.index, f.cont, f.eval = next.move, next.index, next.cont, next.eval
	}
	root, next := &w.frames[labelPly+stackOffset], &w.frames[labelPly+stackOffset+1]
	root.acc, root.structures, root.checked, root.hasLegality, root.hasSources = next.acc, next.structures, next.checked, false, false
	if w.stack != nil {
		w.stack.Moved(labelPly, labelPly+1)
	}
	w.rootIndex = len(w.moves)
	l.engine.table.newSearch()
}

// Down makes a legal move off the game; Up takes the last one back.
func (l *Labeler) Down(m game.Move) { l.w.do(m) }

// Up takes back the last move that Down made.
func (l *Labeler) Up() { l.w.undo() }

// Position returns the labeler's current position. It must not be changed.
func (l *Labeler) Position() *game.Position { return &l.w.pos }

// InCheck reports whether the side to move is in check in the current position.
func (l *Labeler) InCheck() bool { return l.w.frame().checked }

// maxLabelNodes ends a search that explodes; few do.
const maxLabelNodes = 20_000

// Look searches the position that many plies deep.
func (l *Labeler) Look(plies int) Label {
	w := l.w
	w.nodeLimit, w.nextPoll, w.stopped = 0, 0, false
	l.engine.stop.Store(false)
	w.nullMinPly, w.selDepth = 0, 0
	// A search of captures alone that takes a better value from the table has no move
	// for it: a rook about to be won would pass for a quiet advantage.
	w.off.Table = plies == 0
	end := w.nodes + maxLabelNodes
	var found Label
	for depth := 0; depth <= plies; depth++ {
		w.depth = w.ply + depth
		s := w.search(-infinite, infinite, depth, false)
		if w.stopped {
			break
		}
		found = Label{Score: s, Depth: depth}
		if f := w.frame(); f.pvLen > 0 {
			found.Move = f.pv[0]
		}
		w.nodeLimit, w.nextPoll = end, 0 // the first search, of captures alone, always completes
	}
	return found
}
