package render

import (
	"context"
	"fmt"
	"image"
	"time"

	"yeye/game"
)

// TaleLimit is the maximum size of a tale in bytes.
const TaleLimit = 1 << 20

// Tale is an animation of the highlights of a game.
type Tale struct {
	Start  game.Position
	Moves  []game.Move
	Scenes []Scene // at least one, in the order of the game; scenes do not overlap
	Below  game.Color
	Style  Style
	Banner game.Outcome // shown on the last frame if that is the end of the game
	Finish string       // the name of the mating pattern, shown with it
}

// Scene is a part of a game: a position, shown longer if it has arrows, and the moves that followed.
type Scene struct {
	From, To     int // plies played before the first and the last frame
	Played, Best game.Move
	Title        string // in the frame: see Frame
}

// Durations of frames: with arrows, of a move, the last of a scene, the last of all.
const (
	taleArrows   = 3200 * time.Millisecond
	taleMove     = 1200 * time.Millisecond
	taleSceneEnd = 2 * time.Second
	taleEnd      = 4 * time.Second
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
	g, pieces, err := s.boardParts(st)
	if err != nil {
		return Animation{}, err
	}
	im := p.pooledBoard(g)
	defer p.boards[st.Scale-1].Put(im)
	f := frameWriter{cache: s, background: g, pieces: pieces, im: im, gif: newGIF(g.layout.w, g.layout.h,
		g.board.Palette),
		below: t.Below}
	v := View{Position: t.Start, Below: t.Below, Style: st, Marks: Marks{Finish: t.Finish}}
	ply, last := 0, t.Scenes[len(t.Scenes)-1].To
	for _, scene := range t.Scenes {
		for full := true; ply <= scene.To; ply++ {
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
			full, err = f.writeScene(&v, &scene, ply, full, ply == last, t.finalOutcome(last))
			if err != nil {
				return Animation{}, err
			}
		}
	}
	a := Animation{GIF: f.gif.finish(), Width: g.layout.w, Height: g.layout.h, Frames: f.gif.frames,
		From: t.Scenes[0].From, To: last, Every: 1, Facts: v.facts()}
	if len(a.GIF) > TaleLimit {
		return Animation{}, errTooLarge
	}
	return a, nil
}

// finalOutcome returns the outcome to show on the last frame, after last plies.
func (t *Tale) finalOutcome(last int) game.Outcome {
	if last < len(t.Moves) {
		return game.Outcome{}
	}
	return t.Banner
}

// writeScene writes the frame of a ply. full means that the whole board must be drawn, because the previous frame was
// of another scene or had arrows. The result is full for the next frame.
func (f *frameWriter) writeScene(v *View, s *Scene, ply int, full, end bool, outcome game.Outcome) (bool, error) {
	v.Frame.Title, v.Marks.Played, v.Marks.Best = s.Title, game.NoMove, game.NoMove
	d := taleMove
	switch {
	case ply == s.From && s.Best != game.NoMove:
		v.Marks.Played, v.Marks.Best, d = s.Played, s.Best, taleArrows
	case end:
		d, v.Marks.Banner = taleEnd, outcome
	case ply == s.To:
		d = taleSceneEnd
	}
	if !full {
		return false, f.writeFrame(v, d)
	}
	return v.Marks.Best != game.NoMove, f.writeFullFrame(v, d)
}

// writeFullFrame writes a frame in which everything may have changed.
func (f *frameWriter) writeFullFrame(v *View, d time.Duration) error {
	if f.gif.frames == 0 {
		return f.writeFrame(v, d)
	}
	was := append(f.frame[:0], f.im.Pix...)
	f.frame = was
	banner, err := f.cache.layoutBanner(f.background.layout, v)
	if err != nil {
		return err
	}
	f.background.compose(f.im, f.pieces, v, banner.hidesRiver(f.background.layout))
	if err := f.cache.stampTitle(f.im, f.background, v); err != nil {
		return err
	}
	if err := f.cache.drawOverlays(f.im, f.background, v, banner); err != nil {
		return err
	}
	f.lastStates = v.states()
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
