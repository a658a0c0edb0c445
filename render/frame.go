package render

import (
	"fmt"
	"image"

	"github.com/fogleman/gg"
	"github.com/hashicorp/golang-lru/v2/simplelru"

	"yeye/game"
	"yeye/render/glyph"
)

// The frame's bands are as wide as their coordinates need. The right one has none, and
// shows the captured pieces: at its end next to each side the pieces that this side has
// taken. The opening's name is at the top if there are no files, else on the left if
// there are no ranks, else on the right if the captured pieces leave room for it.

const (
	tokenSize = 17.0 // of a captured piece, pixels at scale 1
	tokenStep = 17.5
)

// capturedOrder is the order of captured pieces: the most valuable first.
var capturedOrder = [...]game.Role{game.King, game.Rook, game.Cannon, game.Horse, game.Elephant, game.Advisor, game.Pawn}

// stampCaptured draws the captured pieces on the right band.
func (g *background) stampCaptured(dst *image.Paletted, pieces *pieceSet, v *View) {
	l := g.layout
	x := l.w - (frameBand*l.scale+pieces.tokenPixels)/2
	for c := range 2 {
		taker := game.Color(c).Other()
		for n, token := range v.Frame.tokens(game.Color(c), pieces) {
			off := int(float64(n)*tokenStep*float64(l.scale)) + (frameBand+4)*l.scale
			if off+pieces.tokenPixels > l.h/2 {
				return // more than there are in a game
			}
			y := off
			if taker == v.Below {
				y = l.h - off - pieces.tokenPixels
			}
			token.stamp(dst, x, y)
		}
	}
}

// tokens returns a side's captured pieces, from its end of the band: open ones, those captured
// face down that the viewer knows, and a back with the number of the others.
func (f *Frame) tokens(c game.Color, pieces *pieceSet) (out []*sprite) {
	for _, r := range capturedOrder {
		for range f.Captured[c][r] {
			out = append(out, pieces.tokens[game.NewPiece(c, r)])
		}
	}
	if pieces.backs == nil {
		return out
	}
	for _, r := range capturedOrder {
		for range f.Dark[c][r] {
			out = append(out, pieces.backs.roles.known[game.NewPiece(c, r)])
		}
	}
	if n := f.Dark[c][0]; n > 0 {
		out = append(out, pieces.backs.unknown[c])
		if n > 1 {
			out = append(out, pieces.backs.count[min(int(n), len(pieces.backs.count)-1)])
		}
	}
	return out
}

// capturedEnds returns how far the captured pieces reach from the top and from the
// bottom.
func (v *View) capturedEnds(l layout) (top, bottom float64) {
	reach := func(c game.Color) float64 {
		n := 0
		for _, k := range v.Frame.Captured[c] {
			n += int(k)
		}
		for _, k := range v.Frame.Dark[c] {
			n += int(k)
		}
		return (float64(n)*tokenStep + frameBand + 8) * float64(l.scale)
	}
	return reach(v.Below), reach(v.Below.Other()) // the side at the top took the pieces of the side at the bottom
}

// titleKey identifies a title in the cache: downwards or from left to right.
type titleKey struct {
	text  string
	scale int
	down  bool
}

// title is a drawn title.
type title struct {
	long   int     // length in pixels along its line
	sprite *sprite // as wide as the frame's band; nil if it cannot be written or is too long
}

// maxTitles is the number of titles kept per theme: mostly those of the games in
// progress. One of Chinese characters takes as long to draw as the rest of a board.
const maxTitles = 24

// titleSize is the em of a title, pixels at scale 1.
const titleSize = 14.5

// title returns a title, drawing it if it is not kept.
func (s *themeCache) title(l layout, text string, down bool) (title, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := titleKey{text, l.scale, down}
	if s.titles == nil {
		kept, err := simplelru.NewLRU[titleKey, title](maxTitles, nil)
		if err != nil {
			return title{}, fmt.Errorf("render: %w", err)
		}
		s.titles = kept
	}
	if t, ok := s.titles.Get(key); ok {
		return t, nil
	}
	t, err := s.drawTitle(l, text, down)
	if err == nil {
		s.titles.Add(key, t)
	}
	return t, err
}

func (s *themeCache) drawTitle(l layout, text string, down bool) (title, error) {
	if !CanWrite(text) {
		return title{}, nil
	}
	size := titleSize * float64(l.scale)
	w, err := setWord(text, size, glyph.Medium)
	if err != nil || w.width > float64(l.h) {
		return title{}, err
	}
	const beside = 3 // pixels at each end, for strokes that overhang
	t := title{long: int(w.width) + 2*beside}
	band := frameBand * l.scale
	box := image.Rect(0, 0, t.long, band)
	if down {
		box = image.Rect(0, 0, band, t.long)
	}
	im := image.NewRGBA(box)
	dc := gg.NewContextForRGBA(im)
	dc.SetColor(s.look.label)
	if down {
		w.drawDown(dc, float64(band)/2, beside)
	} else {
		w.draw(dc, beside, float64(band)/2+w.lineRise()*size-0.5*float64(l.scale))
	}
	mix := newMixer(s.pal)
	t.sprite = mix.cut(im)
	mix.seal(t.sprite)
	return t, nil
}

// bytes returns approximately how much memory the title takes.
func (t title) bytes() int {
	if t.sprite == nil {
		return 0
	}
	return t.sprite.bytes() + len(t.sprite.tables)*len(mix{})
}

// stampTitle writes the title if the coordinates leave room for it.
func (s *themeCache) stampTitle(im *image.Paletted, g *background, v *View) error {
	if v.Frame.Title == "" {
		return nil
	}
	l := g.layout
	band := frameBand * l.scale
	across := v.Style.Coords == Algebraic || v.Style.Coords == NoCoords
	t, err := s.title(l, v.Frame.Title, !across)
	if err != nil || t.sprite == nil {
		return err
	}
	aside := 30 * l.scale // distance from the corners
	at, from, to := image.Point{}, aside, l.h-aside
	switch {
	case across:
		to = l.w - aside
	case v.Style.Coords == BothCoords:
		top, bottom := v.capturedEnds(l)
		at.X, from, to = l.w-band, int(top), l.h-int(bottom)
	}
	if t.long > to-from {
		return nil
	}
	if along := (from + to - t.long) / 2; across {
		at.X = along
	} else {
		at.Y = along
	}
	t.sprite.stamp(im, at.X, at.Y)
	return nil
}
