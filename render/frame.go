package render

import (
	"fmt"
	"image"

	"github.com/fogleman/gg"
	"github.com/hashicorp/golang-lru/v2/simplelru"

	"yeye/game"
	"yeye/render/glyph"
)

// The frame's bands are as wide as their coordinates need. The right band has no coordinates and
// shows the captured pieces: at each end those captured by the side at that end. The opening's name
// is at the top if there are no files, else on the left if there are no ranks, else on the right if
// the captured pieces leave room.

// Measures of captured pieces at scale 1, in pixels. The pieces overlap the frame's edge.
const (
	tokenSize        = 25.0
	tokenStep        = 26.0          // to the next token
	tokenOverlapStep = 9.0           // to the next token of the same kind, which overlaps it
	tokenMargin      = frameBand + 4 // from the end of the band
)

// capturedOrder is the order of captured pieces: the most valuable first.
var capturedOrder = [...]game.Role{game.King, game.Rook, game.Cannon, game.Horse, game.Elephant, game.Advisor,
	game.Pawn}

// token is a captured piece in the frame.
type token struct {
	piece game.Piece
	known bool  // captured face down, but the viewer knows it
	backs uint8 // how many unknown pieces it stands for; 0 means that it is one known piece
}

// tokens returns a side's captured pieces, from its end of the band: open ones, those captured face
// down that the viewer knows, and a back for the others.
func (f *Frame) tokens(c game.Color) (out []token) {
	for known, n := range [2]*[8]uint8{&f.Captured[c], &f.Dark[c]} {
		for _, r := range capturedOrder {
			for range n[r] {
				out = append(out, token{piece: game.NewPiece(c, r), known: known > 0})
			}
		}
	}
	if n := f.Dark[c][0]; n > 0 {
		out = append(out, token{backs: n})
	}
	return out
}

// tokenOffsets returns the offset of each token from the end of the band, and where the last one ends, in pixels at
// scale 1. Tokens move closer together if there are so many kinds that they would reach the middle.
func tokenOffsets(all []token) (places []float64, end float64) {
	const most = unitHeight/2 - tokenMargin - tokenSize
	at := 0.0
	for i, t := range all {
		switch {
		case i == 0:
		case t == all[i-1]:
			at += tokenOverlapStep
		default:
			at += tokenStep
		}
		places = append(places, at)
	}
	scale := min(1, most/max(at, 1))
	for i := range places {
		places[i] = tokenMargin + places[i]*scale
	}
	if len(all) == 0 {
		return nil, tokenMargin
	}
	return places, places[len(places)-1] + tokenSize
}

// stampCaptured draws the captured pieces on the right band.
func (g *background) stampCaptured(dst *image.Paletted, pieces *pieceSet, v *View) {
	l := g.layout
	x := l.w - (borderX*l.scale+pieces.tokenPixels)/2
	for c := range game.Color(2) {
		all := v.Frame.tokens(c)
		places, _ := tokenOffsets(all)
		for i, t := range all {
			y := int(places[i] * float64(l.scale))
			if c.Other() == v.Below { // the side that captured them
				y = l.h - y - pieces.tokenPixels
			}
			pieces.token(c, t).stamp(dst, x, y)
		}
	}
}

// token returns how a captured piece of a side is drawn.
func (set *pieceSet) token(c game.Color, t token) *sprite {
	switch {
	case t.backs > 0:
		return set.backs.unknown[c][min(int(t.backs), len(set.backs.unknown[c])-1)]
	case t.known:
		return set.backs.roles.known[t.piece]
	}
	return set.tokens[t.piece]
}

// capturedExtents returns how far, in pixels, the captured pieces extend from the top and from the bottom.
func (v *View) capturedExtents(l layout) (top, bottom float64) {
	reach := func(c game.Color) float64 {
		_, end := tokenOffsets(v.Frame.tokens(c))
		return (end + 4) * float64(l.scale)
	}
	return reach(v.Below), reach(v.Below.Other()) // the side at the top captured the pieces of the side at the bottom
}

// titleKey identifies a title in the cache; vertical text runs downwards.
type titleKey struct {
	text     string
	scale    int
	vertical bool
}

// title is a drawn title.
type title struct {
	length int     // length in pixels along its line
	sprite *sprite // as wide as the frame's band; nil if it cannot be written or is too long
	bytes  int     // of the sprite and its tables, approximately
}

// maxTitles is the number of titles kept per theme, mostly those of running games. A Chinese title
// takes as long to draw as the rest of a board.
const maxTitles = 24

// titleSize is the em of a title, pixels at scale 1.
const titleSize = 14.5

// title returns a title from the cache, or draws it.
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
	w, err := layoutRun(text, size, glyph.Medium)
	if err != nil || w.width > float64(l.h) {
		return title{}, err
	}
	const beside = 3 // pixels at each end, for overhanging strokes
	t := title{length: int(w.width) + 2*beside}
	band := frameBand * l.scale
	box := image.Rect(0, 0, t.length, band)
	if down {
		box = image.Rect(0, 0, band, t.length)
	}
	im := image.NewRGBA(box)
	dc := gg.NewContextForRGBA(im)
	dc.SetColor(s.colors.label)
	if down {
		w.drawVertical(dc, float64(band)/2, beside)
	} else {
		w.draw(dc, beside, float64(band)/2+w.capCenter()*size-0.5*float64(l.scale))
	}
	sprites := newSpriteBuilder(s.pal)
	t.sprite = sprites.add(im)
	t.bytes = sprites.finish()
	return t, nil
}

// stampTitle draws the title, or the short one, if the coordinates leave room for it.
func (s *themeCache) stampTitle(im *image.Paletted, g *background, v *View) error {
	for _, text := range [2]string{v.Frame.Title, v.Frame.Short} {
		if text == "" {
			continue
		}
		if done, err := s.stampOne(im, g, v, text); done || err != nil {
			return err
		}
	}
	return nil
}

// stampOne draws a title if there is room for it.
func (s *themeCache) stampOne(im *image.Paletted, g *background, v *View, text string) (done bool, err error) {
	l := g.layout
	band := frameBand * l.scale
	horizontal := v.Style.Coords == Algebraic || v.Style.Coords == NoCoords
	t, err := s.title(l, text, !horizontal)
	if err != nil || t.sprite == nil {
		return false, err
	}
	margin := 30 * l.scale // distance from the corners
	at, from, to := image.Point{}, margin, l.h-margin
	switch {
	case horizontal:
		to = l.w - margin
	case v.Style.Coords == BothCoords:
		top, bottom := v.capturedExtents(l)
		at.X, from, to = l.w-band, int(top), l.h-int(bottom)
	}
	if t.length > to-from {
		return false, nil
	}
	if along := (from + to - t.length) / 2; horizontal {
		at.X = along
	} else {
		at.Y = along
	}
	t.sprite.stamp(im, at.X, at.Y)
	return true, nil
}
