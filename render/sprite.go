package render

import (
	"encoding/binary"
	"image"
)

// opacityLevels is the number of steps of opacity between transparent and opaque.
const opacityLevels = 31

// blendLUT maps each palette index to the index of the result of blending one color over it at one opacity.
type blendLUT [256]uint8

// blender makes the lookup tables that a set of sprites shares.
type blender struct {
	pal    *palette
	index  [256 * opacityLevels]uint16 // color index*levels + level → 1 + its table, 0 if there is none yet
	tables []blendLUT
}

func newBlender(pal *palette) *blender { return &blender{pal: pal} }

// table returns the index in tables of the table of color index c at level 1 to opacityLevels-1.
func (m *blender) table(c uint8, level int) uint16 {
	key := int(c)*opacityLevels + level
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
			v[j] = uint8((under*int32(opacityLevels-level) + top[j]*int32(level) + opacityLevels/2) / opacityLevels)
		}
		t[i] = m.pal.nearest(v[0], v[1], v[2])
	}
	n := uint16(len(m.tables))
	m.tables = append(m.tables, t)
	m.index[key] = n + 1
	return n
}

// run is a stretch of a sprite's row: n pixels from (x, y). Opaque ones are copied from pix, others are blended with
// the tables named by blends.
type run struct {
	x, y, n int16
	blended bool
	offset  int32 // into pix or blends
}

// sprite is a small picture in palette indices with soft edges.
type sprite struct {
	runs   []run
	pix    []uint8
	blends []uint16
	tables []blendLUT // the blender's, once it is complete
	box    image.Rectangle
}

// newSprite makes a sprite of the visible pixels of im, without its tables.
func (m *blender) newSprite(im *image.RGBA) *sprite {
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
			r := run{x: int16(x), y: int16(y), blended: kind < opacityLevels}
			if r.blended {
				r.offset = int32(len(s.blends))
			} else {
				r.offset = int32(len(s.pix))
			}
			for ; x < b.Dx(); x++ {
				q := row[4*x : 4*x+4]
				level := opacity(q[3])
				if level == 0 || level < opacityLevels != r.blended {
					break
				}
				if r.blended {
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

// blit draws the visible pixels of im onto dst with its top left corner at (x, y), without making a sprite, for a
// picture used once. All of it must be inside dst.
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
				case opacityLevels:
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

// spriteBuilder makes sprites that share their lookup tables.
type spriteBuilder struct {
	blender *blender
	sprites []*sprite
}

func newSpriteBuilder(pal *palette) *spriteBuilder { return &spriteBuilder{blender: newBlender(pal)} }

// add makes a sprite of the visible pixels of im. It can be drawn after finish.
func (b *spriteBuilder) add(im *image.RGBA) *sprite {
	s := b.blender.newSprite(im)
	b.sprites = append(b.sprites, s)
	return s
}

// finish gives the sprites their tables and returns the approximate memory of sprites and tables in bytes.
func (b *spriteBuilder) finish() int {
	n := len(b.blender.tables) * len(blendLUT{})
	for _, s := range b.sprites {
		s.tables = b.blender.tables
		n += s.bytes()
	}
	return n
}

// opacity converts alpha to levels. The lowest level is invisible and treated as transparent.
func opacity(a uint8) int {
	if n := (int(a)*opacityLevels + 127) / 255; n > 1 {
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
		if !r.blended {
			copy(d, s.pix[r.offset:])
			continue
		}
		blends := s.blends[r.offset:][:len(d)]
		for i, under := range d {
			d[i] = tables[blends[i]][under]
		}
	}
}

// bytes returns the approximate memory of the sprite without its tables.
func (s *sprite) bytes() int { return len(s.runs)*16 + len(s.pix) + 2*len(s.blends) }
