package ai

import (
	"context"

	"yeye/game"
)

// Labeler labels the positions along one game for training: it searches them a few plies deep. Via [Engine.Search] such
// small searches would spend half their time on setup. A Labeler copies no game, keeps no list of root moves, and makes
// and unmakes one move at a time.
//
// It does not use late move pruning by count. Pruning that makes a deep search more accurate makes a shallow one
// unreliable: against a search of 30 000 nodes, the squared error in expected points of two plies was 0.0121 with that
// pruning (40 nodes) and 0.0048 without (122 nodes), of five plies with it 0.0099 (368 nodes), of the static evaluation
// alone 0.0079. It does not use correction histories either: from so few and so shallow searches they would learn noise
// (0.0028).
//
// It is for one goroutine. The same calls give the same results.
type Labeler struct {
	engine *Engine
	w      *worker
}

// Label is the search's result for a position.
type Label struct {
	Score Score     // for the side to move
	Move  game.Move // the best move; NoMove if none was found, or if standing pat is at least as good as any capture
	Depth int       // plies searched completely; 0 means quiescence only
}

// labelPly is the ply at which a label's tree starts. It is not the root's ply, where the search
// would need a list of root moves.
const labelPly = 1

// NewLabeler makes a labeler with a new engine.
func NewLabeler(o Options) *Labeler {
	o.Threads, o.Off.MoveCount, o.Off.Correction = 1, true, true
	e := New(o)
	e.ctx = context.Background()
	return &Labeler{engine: e, w: e.workers[0]}
}

// NewGame clears the engine and starts a new game.
func (l *Labeler) NewGame(start game.Position) {
	l.engine.Clear()
	l.w.reset(game.NewGame(start, game.Asian))
	l.w.ply = labelPly
	root := l.w.frame()
	root.classic, root.structures, root.checked = classicSum(&l.w.pos), structuresOf(&l.w.pos), l.w.pos.InCheck()
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
	root.classic, root.structures, root.checked, root.hasLegality, root.hasSources = next.classic, next.structures,
		next.checked, false, false
	if w.stack != nil {
		w.stack.Copy(labelPly, labelPly+1)
	}
	w.rootIndex = len(w.moves)
	l.engine.table.newSearch()
}

// Do makes a legal move that is not part of the game; Undo unmakes it.
func (l *Labeler) Do(m game.Move) { l.w.do(m) }

// Undo unmakes the last move that Do made.
func (l *Labeler) Undo() { l.w.undo() }

// Position returns the current position. It must not be changed.
func (l *Labeler) Position() *game.Position { return &l.w.pos }

// InCheck reports whether the side to move is in check in the current position.
func (l *Labeler) InCheck() bool { return l.w.frame().checked }

// maxLabelNodes limits the few searches that explode.
const maxLabelNodes = 20_000

// Search searches the position to a depth of plies.
func (l *Labeler) Search(plies int) Label {
	w := l.w
	w.nodeLimit, w.nextPoll, w.stopped = 0, 0, false
	l.engine.stop.Store(false)
	w.nullMinPly, w.selDepth = 0, 0
	// A quiescence search that takes a better score from the table has no move for it: a position about to win a rook
	// would pass for a quiet advantage.
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
		w.nodeLimit, w.nextPoll = end, 0 // the quiescence search always completes
	}
	return found
}
