package render

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"time"

	"yeye/game"
	"yeye/game/jieqi"
)

// GIFLimit is the default limit of a replay's size in bytes. Discord accepts attachments of 10 MiB, and the message
// needs a little of that.
const GIFLimit = 10<<20 - 64<<10

// Replay is a game to be shown as an animation.
type Replay struct {
	Start  game.Position
	Moves  []game.Move
	Plies  []jieqi.Ply // a game of flipped chess from its start; if not nil, it replaces Start and Moves
	From   int         // the first frame is the position after this many plies
	To     int         // the last one after this many; 0 means all
	Below  game.Color
	Style  Style
	Delay  time.Duration // of a frame; 0 means 1 s
	Hold   time.Duration // of the last frame; 0 means 4 s
	Banner game.Outcome  // shown on the last frame
	Finish string        // the name of the mating pattern, shown with it
	Title  string        // the opening's name, in the frame: see Frame
	Short  string        // a shorter title, used if there is no room for Title
	Limit  int           // bytes; 0 means GIFLimit
}

// Animation is a drawn replay.
type Animation struct {
	GIF           []byte
	Width, Height int // pixels
	Frames        int
	From, To      int   // plies shown
	Every         int   // plies between frames: 1 unless the game was thinned to fit
	Facts         Facts // of the last frame
}

// Thinned reports whether plies were left out to stay under the limit.
func (a Animation) Thinned() bool { return a.Every > 1 }

// errTooLarge means that an animation exceeds its limit.
var errTooLarge = errors.New("render: the replay is too large")

// Replay draws the animation. Moves must be legal from Start. If all plies do not fit the limit, it
// shows every second, third … ply, and always the last one.
func (p *Painter) Replay(ctx context.Context, r Replay) (Animation, error) {
	st, err := r.Style.normal()
	if err != nil {
		return Animation{}, err
	}
	r.Style = st
	if r.To == 0 {
		r.To = r.length()
	}
	if r.From < 0 || r.From > r.To || r.To > r.length() {
		return Animation{}, fmt.Errorf("render: no plies %d to %d in a game of %d", r.From, r.To, r.length())
	}
	if r.Delay == 0 {
		r.Delay = time.Second
	}
	if r.Hold == 0 {
		r.Hold = 4 * time.Second
	}
	if r.Limit == 0 {
		r.Limit = GIFLimit
	}
	s := p.caches[st.Theme]
	g, pieces, err := s.boardParts(st)
	if err != nil {
		return Animation{}, err
	}
	if r.Plies != nil {
		if pieces, err = s.withBacks(g.layout, pieces, st); err != nil {
			return Animation{}, err
		}
	}
	for every := 1; ; {
		a, done, err := p.encodeReplay(ctx, s, g, pieces, r, every)
		if err == nil {
			return a, nil
		}
		if !errors.Is(err, errTooLarge) || done < 2 {
			return Animation{}, err
		}
		// Only done frames fit the limit: thin in proportion.
		frames := (r.To-r.From)/every + 1
		every = max(every+1, (every*frames+done-1)/done)
	}
}

// length returns the number of plies.
func (r *Replay) length() int {
	if r.Plies != nil {
		return len(r.Plies)
	}
	return len(r.Moves)
}

// play makes ply i of the game on the view's board.
func (r *Replay) play(v *View, i int) error {
	if r.Plies == nil {
		m := r.Moves[i]
		if err := v.Position.Explain(m); err != nil {
			return err
		}
		v.Marks.LastMove, v.Marks.Taken = m, v.Position.At(m.To())
		v.Position.Do(m)
		return nil
	}
	p := r.Plies[i]
	if err := v.Flipped.Explain(p.Move); err != nil {
		return err
	}
	if p.Turned == game.NoRole && v.Flipped.Dark(p.Move.From()) {
		return fmt.Errorf("%s turns over nothing", p.Move)
	}
	v.Marks.setFlippedMove(p, v.Flipped.Turn())
	v.Flipped.Do(p.Move, p.Turned)
	return nil
}

// encodeReplay encodes every nth ply. done is the number of frames written, also on errTooLarge.
func (p *Painter) encodeReplay(ctx context.Context, s *themeCache, g *background, pieces *pieceSet, r Replay,
	every int) (a Animation, done int, err error) {
	im := p.pooledBoard(g)
	defer p.boards[r.Style.Scale-1].Put(im)
	f := frameWriter{cache: s, background: g, pieces: pieces, im: im, gif: newGIF(g.layout.w, g.layout.h,
		g.board.Palette),
		below: r.Below}

	v := View{Position: r.Start, Below: r.Below, Style: r.Style, Frame: Frame{Title: r.Title, Short: r.Short}}
	if r.Plies != nil {
		start := jieqi.Start()
		v.Flipped = &start
	}
	for ply := 0; ply <= r.To; ply++ {
		if ply > 0 {
			if err := r.play(&v, ply-1); err != nil {
				return a, f.gif.frames, fmt.Errorf("render: ply %d: %w", ply, err)
			}
		}
		// Frames are counted back from the last ply, so that it always gets one.
		if ply < r.From || ply != r.From && (r.To-ply)%every != 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return a, f.gif.frames, err
		}
		d := r.Delay
		if ply == r.To {
			d = r.Hold
			v.Marks.Banner, v.Marks.Finish = r.Banner, r.Finish
		}
		if err := f.writeFrame(&v, d); err != nil {
			return a, f.gif.frames, err
		}
		if f.gif.buf.Len() >= r.Limit {
			return a, f.gif.frames, errTooLarge
		}
	}
	return Animation{
		GIF: f.gif.finish(), Width: g.layout.w, Height: g.layout.h, Frames: f.gif.frames,
		From: r.From, To: r.To, Every: every, Facts: v.facts(),
	}, f.gif.frames, nil
}

// frameWriter writes the frames of a GIF: first the whole board, then the bounding box of the cells whose state
// changed. It compares pixels only inside them, so unchanged ground costs nothing.
type frameWriter struct {
	cache      *themeCache
	background *background
	pieces     *pieceSet
	im         *image.Paletted // the board as of the last frame
	gif        *gifWriter
	below      game.Color
	lastStates [game.Squares]cellState
	frame      []uint8
}

func (f *frameWriter) writeFrame(v *View, d time.Duration) error {
	states := v.states()
	banner, err := f.cache.layoutBanner(f.background.layout, v)
	if err != nil {
		return err
	}
	if f.gif.frames == 0 {
		f.background.compose(f.im, f.pieces, v, banner.hidesRiver(f.background.layout))
		if err := f.cache.stampTitle(f.im, f.background, v); err != nil {
			return err
		}
		if err := f.cache.drawOverlays(f.im, f.background, v, banner); err != nil {
			return err
		}
		f.lastStates = states
		f.gif.frame(f.im.Rect, f.im.Pix, d)
		return nil
	}
	bare := banner.hidesRiver(f.background.layout)
	var changed [game.Squares]bool
	var all image.Rectangle
	for s := range game.Square(game.Squares) {
		// A banner changes the cells it covers, and the whole river if it covers part of it.
		changed[s] = states[s] != f.lastStates[s] || bare && (s.Rank() == 4 || s.Rank() == 5) ||
			banner != nil && banner.box().Overlaps(f.background.layout.box(s, f.below))
		if changed[s] {
			all = all.Union(f.background.layout.box(s, f.below))
		}
	}
	if all.Empty() {
		all = f.background.layout.box(0, f.below) // a frame must have some pixels
	}
	// The frame starts with the previous pixels of the changed cells; pixels that differ are replaced below.
	n := all.Dx() * all.Dy()
	f.frame = slices.Grow(f.frame[:0], n)[:n]
	for i := range f.frame {
		f.frame[i] = unchanged
	}
	f.eachRow(&changed, all, func(was, now []uint8) { copy(was, now) })
	for s := range game.Square(game.Squares) {
		if changed[s] {
			copyRect(f.im, f.background.board, f.background.layout.box(s, f.below))
		}
	}
	if bare {
		copyRect(f.im, f.background.bareRiver, f.background.bareRiver.Rect)
	}
	for s := range game.Square(game.Squares) {
		if changed[s] {
			f.background.stampCell(f.im, f.pieces, states[s], f.background.layout.box(s, f.below).Min)
		}
	}
	if err := f.cache.drawOverlays(f.im, f.background, v, banner); err != nil {
		return err
	}
	f.lastStates = states
	f.eachRow(&changed, all, func(was, now []uint8) {
		for i, p := range now {
			if was[i] == p {
				p = unchanged
			}
			was[i] = p
		}
	})
	f.gif.frame(all, f.frame, d)
	return nil
}

// eachRow calls do with each row of each changed cell, in the frame and in the board. all is the frame's box.
func (f *frameWriter) eachRow(changed *[game.Squares]bool, all image.Rectangle, do func(frame, board []uint8)) {
	for s, is := range changed {
		if !is {
			continue
		}
		b := f.background.layout.box(game.Square(s), f.below)
		for y := b.Min.Y; y < b.Max.Y; y++ {
			do(f.frame[(y-all.Min.Y)*all.Dx()+b.Min.X-all.Min.X:][:b.Dx()],
				f.im.Pix[f.im.PixOffset(b.Min.X, y):][:b.Dx()])
		}
	}
}

// copyRect copies r, in both pictures' coordinates.
func copyRect(dst, src *image.Paletted, r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		copy(dst.Pix[dst.PixOffset(r.Min.X, y):][:r.Dx()], src.Pix[src.PixOffset(r.Min.X, y):])
	}
}
