package uci

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"yeye/ai"
	"yeye/game"
)

// search is the state of a "go".
type search struct {
	order     goCommand
	turn      game.Color
	cancel    context.CancelFunc
	mayAnswer chan struct{} // closed when the answer may be sent
	found     chan struct{} // closed before the answer is written
	done      chan struct{} // closed after the answer was written
	hit       bool          // ponderhit was received
	released  bool          // asked is closed
}

// think starts the search of "go".
func (c *session) think(ctx context.Context, words []string) error {
	unit := time.Millisecond
	if c.settings.seconds {
		unit = time.Second
	}
	turn := c.game.Position().Turn()
	o, err := parseGo(words, turn, unit, c.readMove)
	if err != nil {
		return err
	}
	if c.refused {
		c.reportError("the last position was refused: this is about the one before it")
	}
	if o.noMove != "" {
		c.reportError("searchmoves has %q, which is no move: it is left out", clip(o.noMove))
	}
	if o.unknown != "" {
		c.reportError("go does not know %q", clip(o.unknown))
	}
	if o.perft == 0 && !o.bounded(turn) {
		o.infinite = true
	}
	searching, cancel := context.WithCancel(ctx)
	s := &search{order: o, turn: turn, cancel: cancel, mayAnswer: make(chan struct{}), found: make(chan struct{}),
		done: make(chan struct{})}
	if !o.endless() {
		s.release()
	}
	c.search = s
	g := c.game.Clone()
	set := c.settings
	o.limits.MultiPV, o.limits.Overhead = set.multiPV, set.overhead
	o.limits.SearchMoves = c.allowed(o.limits.SearchMoves)
	none := len(c.banned) > 0 && len(o.limits.SearchMoves) == 0
	seed := c.seed
	go func() {
		defer close(s.done)
		defer cancel()
		if o.perft > 0 {
			c.perft(searching, g.Position(), o.perft)
			close(s.found)
			return
		}
		var best, reply game.Move
		if !none {
			best, reply = c.find(searching, g, &o, set, seed)
		}
		select {
		case <-s.mayAnswer:
		case <-ctx.Done():
		}
		close(s.found)
		c.answer(best, reply)
	}()
	return nil
}

func (s *search) release() {
	if !s.released {
		s.released = true
		close(s.mayAnswer)
	}
}

// find returns the best move and the expected reply.
func (c *session) find(ctx context.Context, g *game.Game, o *goCommand, set settings,
	seed uint64) (best, reply game.Move) {
	wanted := func(m game.Move) bool {
		return len(o.limits.SearchMoves) == 0 || slices.Contains(o.limits.SearchMoves, m)
	}
	playing := set.character != nil
	if set.ownBook && c.book != nil && !o.infinite {
		m, ok := c.book.Move(g.Position(), seed+uint64(g.Ply()))
		if playing {
			m, ok = set.character.BookMove(c.book, g, seed)
		}
		if ok && g.Position().IsLegal(m) && wanted(m) {
			c.reportError("book move")
			return m, game.NoMove
		}
	}
	lim := o.limits
	if playing && !o.infinite {
		char := *set.character
		c.engine.Configure(set.ai)
		if turn := g.Position().Turn(); lim.MoveTime > 0 || o.timed(turn) {
			char = char.Within(o.share(turn))
		}
		m, err := c.engine.Choose(ctx, char, g, seed)
		if err != nil {
			return game.NoMove, game.NoMove
		}
		if wanted(m) {
			return m, game.NoMove
		}
		lim.Nodes = max(char.Nodes, 1) // a different move, found with as many nodes
	}
	c.engine.Configure(set.ai)
	if o.ponder { // time counts from ponderhit
		lim.MoveTime, lim.Time, lim.Increment = 0, [2]time.Duration{}, [2]time.Duration{}
	}
	var reportedNodes uint64
	info, err := c.engine.Search(ctx, g, lim, func(i ai.Info) {
		reportedNodes = i.Nodes
		c.report(i)
	})
	switch {
	case errors.Is(err, ai.ErrOver): // the answer says that there is no move
		return game.NoMove, game.NoMove
	case err != nil:
		c.reportError("%v", err)
		return game.NoMove, game.NoMove
	}
	if info.Nodes > reportedNodes { // the final count includes the nodes of the interrupted iteration
		c.report(info)
	}
	if len(info.PV) > 1 {
		reply = info.PV[1]
	}
	return info.Move(), reply
}

func (c *session) answer(best, reply game.Move) {
	switch {
	case best == game.NoMove && c.ucci:
		c.say("nobestmove")
	case best == game.NoMove:
		c.say("bestmove (none)")
	case reply != game.NoMove:
		c.say("bestmove %s ponder %s", best, reply)
	default:
		c.say("bestmove %s", best)
	}
}

// report writes an info line about the running search.
func (c *session) report(i ai.Info) {
	if c.ucci && (i.MultiPV > 1 || i.Bound != 0) {
		return // UCCI cannot mark bounds, and a GUI would take the last line for the best
	}
	var pv strings.Builder
	for _, m := range i.PV {
		pv.WriteString(" " + m.String())
	}
	if c.ucci {
		c.say("info time %d nodes %d\ninfo depth %d score %d pv%s", i.Time.Milliseconds(), i.Nodes, i.Depth,
			int(i.Score), pv.String())
		return
	}
	bound := ""
	switch {
	case i.Bound > 0:
		bound = " lowerbound"
	case i.Bound < 0:
		bound = " upperbound"
	}
	c.say("info depth %d seldepth %d multipv %d score %s%s nodes %d nps %d hashfull %d time %d pv%s",
		i.Depth, i.SelDepth, i.MultiPV, i.Score, bound, i.Nodes, i.NPS(), i.HashFull, i.Time.Milliseconds(),
		pv.String())
}

// stop ends a search and waits for its answer, which takes at most 10 ms.
func (c *session) stop() {
	if s := c.search; s != nil {
		s.release()
		s.cancel()
		<-s.done
	}
}

// settle waits for a search that has limits and stops any other one.
func (c *session) settle() {
	s := c.search
	if s == nil {
		return
	}
	if !s.released {
		c.stop()
		return
	}
	<-s.done
}

// ponderhit turns pondering into a timed search.
func (c *session) ponderhit() {
	s := c.search
	if s == nil || !s.order.ponder || s.hit {
		return
	}
	s.hit = true
	if s.order.infinite {
		return
	}
	if s.order.timed(s.turn) || s.order.limits.MoveTime > 0 {
		limits := s.order.limits
		limits.Overhead = c.settings.overhead
		o := goCommand{limits: limits}
		timer := time.AfterFunc(o.share(s.turn), s.cancel)
		go func() {
			<-s.done
			timer.Stop()
		}()
	}
	s.release()
}

// perft counts leaves move by move.
func (c *session) perft(ctx context.Context, p *game.Position, depth int) {
	var total uint64
	for _, m := range p.LegalMoves(nil) {
		after := p.After(m)
		n, ok := count(ctx, &after, depth-1)
		if !ok {
			c.reportError("stopped")
			return
		}
		c.say("%s: %d", m, n)
		total += n
	}
	c.say("%s", fmt.Sprintf("\nNodes searched: %d\n", total))
}

// uncheckedDepth is a depth that is counted without checking the context, because it takes only milliseconds.
const uncheckedDepth = 3

// count is [game.Position.Perft] with a context; it returns false if the context ended.
func count(ctx context.Context, p *game.Position, depth int) (n uint64, ok bool) {
	if depth <= uncheckedDepth {
		return p.Perft(depth), ctx.Err() == nil
	}
	for _, m := range p.LegalMoves(nil) {
		after := p.After(m)
		leaves, ok := count(ctx, &after, depth-1)
		if !ok {
			return 0, false
		}
		n += leaves
	}
	return n, true
}
