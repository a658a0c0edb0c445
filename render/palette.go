package render

import (
	"encoding/binary"
	"image"
	"image/color"
	"math"
	"slices"
	"sync/atomic"
)

// unchanged is the palette index that means "same as the previous frame" in GIF frames.
const unchanged = 0

// palette holds the colors of a theme and maps any color to the nearest of them. The cached results
// do not depend on the order of calls, so it is safe for concurrent use.
type palette struct {
	colors       color.Palette // [unchanged] is transparent
	rgb          [][3]int32
	nearestCache []atomic.Uint32 // nearest indices by rgb18, four in a word; 0 means not cached
}

// rgb18 returns the key of a color, with 6 bits per channel.
func rgb18(r, g, b uint8) int { return int(r>>2)<<12 | int(g>>2)<<6 | int(b>>2) }

func newPalette(colors []color.RGBA) *palette {
	p := &palette{nearestCache: make([]atomic.Uint32, 1<<18/4)}
	p.colors = append(p.colors, color.RGBA{})
	p.rgb = append(p.rgb, [3]int32{})
	for _, c := range colors {
		p.colors = append(p.colors, c)
		p.rgb = append(p.rgb, [3]int32{int32(c.R), int32(c.G), int32(c.B)})
	}
	return p
}

// bytes returns the approximate memory of the palette.
func (p *palette) bytes() int { return 4*len(p.nearestCache) + 16*len(p.rgb) }

// nearest returns the index of the color most similar to r, g, b.
func (p *palette) nearest(r, g, b uint8) uint8 {
	k := rgb18(r, g, b)
	word, shift := &p.nearestCache[k>>2], k&3*8
	if i := uint8(word.Load() >> shift); i != 0 {
		return i
	}
	// All colors with the same key map to the color nearest to the key's middle, so that the result does not depend on
	// the order of calls.
	cr, cg, cb := int32(r&^3|2), int32(g&^3|2), int32(b&^3|2)
	best, at := int32(math.MaxInt32), 0
	for i, c := range p.rgb[1:] {
		if d := distance(c[0]-cr, c[1]-cg, c[2]-cb); d < best {
			best, at = d, i+1
		}
	}
	word.Or(uint32(at) << shift)
	return uint8(at)
}

// distance weights the channels roughly like human vision.
func distance(dr, dg, db int32) int32 { return 3*dr*dr + 6*dg*dg + 2*db*db }

// index converts an opaque picture to palette indices.
func (p *palette) index(im *image.RGBA) *image.Paletted {
	b := im.Bounds()
	out := image.NewPaletted(b, p.colors)
	for y := range b.Dy() {
		src := im.Pix[im.PixOffset(b.Min.X, b.Min.Y+y):][:4*b.Dx()]
		dst := out.Pix[y*out.Stride:][:b.Dx()]
		last, at := uint32(0), uint8(0)
		for x := range dst {
			if v := binary.LittleEndian.Uint32(src[4*x:]); v != last { // most pixels equal their neighbor
				last, at = v, p.nearest(uint8(v), uint8(v>>8), uint8(v>>16))
			}
			dst[x] = at
		}
	}
	return out
}

// histogram counts the colors of sample pictures to choose a palette from.
type histogram struct {
	count []int32
	sum   [][3]int32
}

func newHistogram() *histogram {
	return &histogram{make([]int32, 1<<18), make([][3]int32, 1<<18)}
}

// add counts the opaque pixels of im.
func (c *histogram) add(im *image.RGBA) {
	for i := 0; i+3 < len(im.Pix); i += 4 {
		if im.Pix[i+3] != 0xFF {
			continue
		}
		k := rgb18(im.Pix[i], im.Pix[i+1], im.Pix[i+2])
		c.count[k]++
		for j := range 3 {
			c.sum[k][j] += int32(im.Pix[i+j])
		}
	}
}

// bin is one color of the histogram with its weight.
type bin struct {
	c [3]int32
	w float64
}

// choose picks n colors by median cut, then a few rounds of k-means. Pinned colors are included unchanged.
func (c *histogram) choose(n int, pinned []color.RGBA) []color.RGBA {
	var bins []bin
	for k, n := range c.count {
		if n > 0 {
			s := c.sum[k]
			// An exponent below one gives small areas (a piece's edge, a mark) more weight relative to the large
			// ground.
			bins = append(bins, bin{[3]int32{s[0] / n, s[1] / n, s[2] / n}, math.Pow(float64(n), 0.55)})
		}
	}
	n -= len(pinned)
	centers := medianCut(bins, n)
	for range 4 {
		centers = kMeans(bins, centers)
	}
	out := slices.Clone(pinned)
	for _, m := range centers {
		out = append(out, color.RGBA{uint8(m[0]), uint8(m[1]), uint8(m[2]), 0xFF})
	}
	return out
}

// medianCut splits the bins into n boxes along their widest channels and
// returns the boxes' means.
func medianCut(bins []bin, n int) [][3]int32 {
	type box struct {
		bins     []bin
		axis     int
		variance float64
	}
	newBox := func(bs []bin) box {
		b := box{bins: bs, variance: -1}
		var w float64
		for _, v := range bs {
			w += v.w
		}
		weights := [3]float64{3, 6, 2}
		for axis := range 3 {
			var mean, spread float64
			for _, v := range bs {
				mean += float64(v.c[axis]) * v.w
			}
			mean /= w
			for _, v := range bs {
				d := float64(v.c[axis]) - mean
				spread += d * d * v.w
			}
			if spread *= weights[axis]; spread > b.variance {
				b.variance, b.axis = spread, axis
			}
		}
		if len(bs) < 2 {
			b.variance = -1
		}
		return b
	}
	if len(bins) == 0 {
		return nil
	}
	boxes := []box{newBox(bins)}
	for len(boxes) < n {
		at := 0
		for i, b := range boxes {
			if b.variance > boxes[at].variance {
				at = i
			}
		}
		b := boxes[at]
		if b.variance <= 0 {
			break
		}
		slices.SortStableFunc(b.bins, func(p, q bin) int { return int(p.c[b.axis] - q.c[b.axis]) })
		var total, part float64
		for _, v := range b.bins {
			total += v.w
		}
		cut := 1
		for i, v := range b.bins[:len(b.bins)-1] {
			if part += v.w; part >= total/2 {
				cut = i + 1
				break
			}
			cut = i + 1
		}
		boxes[at] = newBox(b.bins[:cut])
		boxes = append(boxes, newBox(b.bins[cut:]))
	}
	out := make([][3]int32, len(boxes))
	for i, b := range boxes {
		out[i] = meanOf(b.bins)
	}
	return out
}

func meanOf(bins []bin) (m [3]int32) {
	var w float64
	var s [3]float64
	for _, v := range bins {
		w += v.w
		for j := range 3 {
			s[j] += float64(v.c[j]) * v.w
		}
	}
	for j := range 3 {
		m[j] = int32(math.Round(s[j] / w))
	}
	return m
}

// kMeans moves each center to the mean of the bins nearest to it.
func kMeans(bins []bin, centers [][3]int32) [][3]int32 {
	type sum struct {
		w float64
		s [3]float64
	}
	sums := make([]sum, len(centers))
	for _, v := range bins {
		best, at := int32(math.MaxInt32), 0
		for i, c := range centers {
			if d := distance(c[0]-v.c[0], c[1]-v.c[1], c[2]-v.c[2]); d < best {
				best, at = d, i
			}
		}
		sums[at].w += v.w
		for j := range 3 {
			sums[at].s[j] += float64(v.c[j]) * v.w
		}
	}
	out := slices.Clone(centers)
	for i, s := range sums {
		if s.w > 0 {
			for j := range 3 {
				out[i][j] = int32(math.Round(s.s[j] / s.w))
			}
		}
	}
	return out
}
