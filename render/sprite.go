package render

import (
	"encoding/binary"
	"image"
)

// levels is the number of steps of opacity between transparent and opaque.
const levels = 31

// blendLUT maps each palette index to the index of the color that results from laying one color
// over it at one opacity.
type blendLUT [256]uint8

// blender makes and keeps the lookup tables of a set of sprites.
type blender struct {
	pal    *palette
	index  [256 * levels]uint16 // color index*levels + level → 1 + its table, 0 if there is none yet
	tables []blendLUT
}

func newBlender(pal *palette) *blender { return &blender{pal: pal} }

// table returns the number of the table of color index c at level 1 to levels-1.
func (m *blender) table(c uint8, level int) uint16 {
	key := int(c)*levels + level
	if n := m.index[key]; n > 0 {
		return n - 1
	}
	var t blendLUT
	top := m.pal.rgb[c]
	for i := range t {
		if i >= len(m.pal.rgb) {
			break
		}
		var v [3]uint8
		for j, under := range m.pal.rgb[i] {
			v[j] = uint8((under*int32(levels-level) + top[j]*int32(level) + levels/2) / levels)
		}
		t[i] = m.pal.nearest(v[0], v[1], v[2])
	}
	n := uint16(len(m.tables))
	m.tables = append(m.tables, t)
	m.index[key] = n + 1
	return n
}

// run is a stretch of a sprite's row: n pixels from (x, y). Opaque ones are copied from pix, others
// blended by the tables that blends names.
type run struct {
	x, y, n int16
	mixed   bool
	from    int32 // into pix or blends
}

// sprite is a small picture in palette indices with soft edges.
type sprite struct {
	runs   []run
	pix    []uint8
	blends []uint16
	tables []blendLUT // the blender's, once it is complete
	box    image.Rectangle
}

// cut makes a sprite of the visible pixels of im. Call seal on it once the blender is complete.
func (m *blender) cut(im *image.RGBA) *sprite {
	s := &sprite{}
	b := im.Bounds()
	for y := range b.Dy() {
		row := im.Pix[y*im.Stride:][:4*b.Dx()]
		for x := 0; x < b.Dx(); {
			kind := opacity(row[4*x+3])
			if kind == 0 {
				x++
				continue
			}
			r := run{x: int16(x), y: int16(y), mixed: kind < levels}
			if r.mixed {
				r.from = int32(len(s.blends))
			} else {
				r.from = int32(len(s.pix))
			}
			for ; x < b.Dx(); x++ {
				q := row[4*x : 4*x+4]
				level := opacity(q[3])
				if level == 0 || level < levels != r.mixed {
					break
				}
				if r.mixed {
					a := int(q[3])
					c := m.pal.nearest(unmultiply(q[0], a), unmultiply(q[1], a), unmultiply(q[2], a))
					s.blends = append(s.blends, m.table(c, level))
				} else {
					s.pix = append(s.pix, m.pal.nearest(q[0], q[1], q[2]))
				}
				r.n++
			}
			s.runs = append(s.runs, r)
			s.box = s.box.Union(image.Rect(int(r.x), y, int(r.x+r.n), y+1))
		}
	}
	return s
}

// blit draws the visible pixels of im onto dst with its top left corner at (x, y): a picture used
// once needs no sprite. All of it must be inside dst.
func (m *blender) blit(dst *image.Paletted, x, y int, im *image.RGBA) {
	w := im.Rect.Dx()
	var (
		last uint32
		at   uint8     // the index for the color last, if it is opaque
		over *blendLUT // its blend otherwise
	)
	for row := range im.Rect.Dy() {
		src := im.Pix[row*im.Stride:][:4*w]
		out := dst.Pix[dst.PixOffset(x, y+row):][:w]
		for i := range out {
			v := binary.LittleEndian.Uint32(src[4*i:])
			if v == 0 {
				continue
			}
			if v != last {
				last, over = v, nil
				q := src[4*i : 4*i+4 : 4*i+4]
				switch level := opacity(q[3]); level {
				case 0:
					last = 0
					continue
				case levels:
					at = m.pal.nearest(q[0], q[1], q[2])
				default:
					a := int(q[3])
					c := m.pal.nearest(unmultiply(q[0], a), unmultiply(q[1], a), unmultiply(q[2], a))
					over = &m.tables[m.table(c, level)]
				}
			}
			if over == nil {
				out[i] = at
				continue
			}
			out[i] = over[out[i]]
		}
	}
}

// bytes returns how much memory the tables hold.
func (m *blender) bytes() int { return len(m.tables) * len(blendLUT{}) }

// seal gives the sprites their tables.
func (m *blender) seal(sprites ...*sprite) {
	for _, s := range sprites {
		if s != nil {
			s.tables = m.tables
		}
	}
}

// opacity converts alpha to levels. The lowest level is invisible and treated as transparent.
func opacity(a uint8) int {
	if n := (int(a)*levels + 127) / 255; n > 1 {
		return n
	}
	return 0
}

func unmultiply(v uint8, a int) uint8 { return uint8(min(255, (int(v)*255+a/2)/a)) }

// stamp draws the sprite onto dst with its origin at (x, y). All of it must be
// inside dst.
func (s *sprite) stamp(dst *image.Paletted, x, y int) {
	base := y*dst.Stride + x
	tables := s.tables
	for _, r := range s.runs {
		d := dst.Pix[base+int(r.y)*dst.Stride+int(r.x):][:r.n]
		if !r.mixed {
			copy(d, s.pix[r.from:])
			continue
		}
		blends := s.blends[r.from:][:len(d)]
		for i, under := range d {
			d[i] = tables[blends[i]][under]
		}
	}
}

// bytes returns the approximate memory of the sprite without its tables.
func (s *sprite) bytes() int { return len(s.runs)*16 + len(s.pix) + 2*len(s.blends) }
