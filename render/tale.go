package render

import (
	"context"
	"fmt"
	"image"
	"time"

	"yeye/game"
)

// TaleLimit is the largest size of a tale in bytes, because people look at it on phones.
const TaleLimit = 1 << 20

// Tale is an animation of a few scenes of a game.
type Tale struct {
	Start  game.Position
	Moves  []game.Move
	Scenes []Scene // at least one, in the order of the game; scenes do not overlap
	Below  game.Color
	Style  Style
	Banner game.Outcome // shown on the last frame if that is the end of the game
	Finish string       // with it, the name of the finishing blow
}

// Scene is a part of a game: a position, shown longer if it has arrows, and the moves that followed.
type Scene struct {
	From, To     int // the plies before the first and the last frame
	Played, Best game.Move
	Title        string // in the frame: see Frame
}

// Durations of frames: with arrows, of a move, the last of a scene, the last of all.
const (
	taleArrows = 3200 * time.Millisecond
	taleMove   = 1200 * time.Millisecond
	taleRest   = 2 * time.Second
	taleEnd    = 4 * time.Second
)

// Tale draws the animation. Moves must be legal from Start.
func (p *Painter) Tale(ctx context.Context, t Tale) (Animation, error) {
	st, err := t.Style.normal()
	if err != nil {
		return Animation{}, err
	}
	if err := t.check(); err != nil {
		return Animation{}, err
	}
	s := p.caches[st.Theme]
	g, pieces, err := s.at(st)
	if err != nil {
		return Animation{}, err
	}
	im := p.board(g)
	defer p.boards[st.Scale-1].Put(im)
	f := filmer{s: s, g: g, pieces: pieces, im: im, gif: newGIF(g.layout.w, g.layout.h, g.board.Palette),
		below: t.Below}
	v := View{Position: t.Start, Below: t.Below, Style: st, Marks: Marks{Finish: t.Finish}}
	ply, last := 0, t.Scenes[len(t.Scenes)-1].To
	for _, scene := range t.Scenes {
		for fresh := true; ply <= scene.To; ply++ {
			if ply > 0 {
				if err := v.Position.Explain(t.Moves[ply-1]); err != nil {
					return Animation{}, fmt.Errorf("render: ply %d: %w", ply, err)
				}
				v.Marks.LastMove, v.Marks.Taken = t.Moves[ply-1], v.Position.At(t.Moves[ply-1].To())
				v.Position.Do(t.Moves[ply-1])
			}
			if ply < scene.From {
				continue
			}
			if err := ctx.Err(); err != nil {
				return Animation{}, err
			}
			fresh, err = f.scene(&v, &scene, ply, fresh, ply == last, t.banner(last))
			if err != nil {
				return Animation{}, err
			}
		}
	}
	a := Animation{GIF: f.gif.finish(), Width: g.layout.w, Height: g.layout.h, Frames: f.gif.size,
		From: t.Scenes[0].From, To: last, Every: 1, Facts: v.facts()}
	if len(a.GIF) > TaleLimit {
		return Animation{}, errTooLarge
	}
	return a, nil
}

// banner returns the outcome to show on the last frame, of the position after last plies.
func (t *Tale) banner(last int) game.Outcome {
	if last < len(t.Moves) {
		return game.Outcome{}
	}
	return t.Banner
}

// scene shoots the frame of a ply. fresh says that the previous frame showed something else or had
// arrows; the result is fresh for the next frame.
func (f *filmer) scene(v *View, s *Scene, ply int, fresh, end bool, banner game.Outcome) (bool, error) {
	v.Frame.Title, v.Marks.Played, v.Marks.Best = s.Title, game.NoMove, game.NoMove
	d := taleMove
	switch {
	case ply == s.From && s.Best != game.NoMove:
		v.Marks.Played, v.Marks.Best, d = s.Played, s.Best, taleArrows
	case end:
		d, v.Marks.Banner = taleEnd, banner
	case ply == s.To:
		d = taleRest
	}
	if !fresh {
		return false, f.shoot(v, d)
	}
	return v.Marks.Best != game.NoMove, f.shootAll(v, d)
}

// shootAll shoots a frame in which everything may have changed.
func (f *filmer) shootAll(v *View, d time.Duration) error {
	if f.gif.size == 0 {
		return f.shoot(v, d)
	}
	was := append(f.frame[:0], f.im.Pix...)
	f.frame = was
	plaque, err := f.s.plaque(f.g.layout, v)
	if err != nil {
		return err
	}
	f.g.compose(f.im, f.pieces, v, plaque.bares(f.g.layout))
	if err := f.s.stampTitle(f.im, f.g, v); err != nil {
		return err
	}
	if err := f.s.drawOver(f.im, f.g, v, plaque); err != nil {
		return err
	}
	f.shown = v.states()
	for i, p := range f.im.Pix {
		if was[i] == p {
			was[i] = unchanged
		} else {
			was[i] = p
		}
	}
	f.gif.frame(image.Rectangle{Max: f.im.Rect.Size()}, was, d)
	return nil
}

// check refuses scenes that are outside the game or out of order.
func (t *Tale) check() error {
	if len(t.Scenes) == 0 {
		return fmt.Errorf("render: a tale of nothing")
	}
	at := 0
	for _, s := range t.Scenes {
		if s.From < at || s.To < s.From || s.To > len(t.Moves) {
			return fmt.Errorf("render: no scene from ply %d to %d in a game of %d", s.From, s.To, len(t.Moves))
		}
		m := Marks{Played: s.Played, Best: s.Best}
		if err := m.check(); err != nil {
			return err
		}
		at = s.To + 1
	}
	return nil
}
