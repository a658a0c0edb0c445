package render

import (
	"image"
	"image/color"
	"math"
)

// wood is a procedural wood texture: horizontal grain with a slow bend, a plain color if light equals dark. Long
// horizontal streaks compress well.
type wood struct {
	light, dark, pore color.RGBA
	seed              uint32
}

// woodTones is the number of tones of the grain. More would be invisible and
// cost bytes in every picture.
const woodTones = 12

// hash returns a number from 0 to 1 that depends on n and seed only.
func (w wood) hash(n int) float64 {
	v := uint32(n)*0x9E3779B1 ^ w.seed*0x85EBCA77
	v ^= v >> 15
	v *= 0x2C1B3C6D
	v ^= v >> 12
	v *= 0x297A2D39
	v ^= v >> 15
	return float64(v) / math.MaxUint32
}

// noise returns a value from 0 to 1 that is smooth in t, with features one unit
// wide.
func (w wood) noise(t float64, channel int) float64 {
	i := math.Floor(t)
	f := t - i
	f = f * f * (3 - 2*f)
	n := int(i) + channel*7919
	return w.hash(n)*(1-f) + w.hash(n+1)*f
}

// bend returns how far the grain is shifted at x = t; both at scale 1.
func bend(t float64) float64 { return 9*math.Sin(t/190+0.6) + 2.5*math.Sin(t/83+2) }

// fill paints r of im. unit is the scale.
func (w wood) fill(im *image.RGBA, r image.Rectangle, unit int) {
	tones := make([]color.RGBA, woodTones)
	for i := range tones {
		tones[i] = blend(w.light, w.dark, float64(i)/(woodTones-1))
	}
	u := float64(unit)
	// The grain is a profile over y, shifted column by column by a slow bend and cross-faded between two profiles, so
	// that streaks start and end.
	const margin = 64
	height := r.Dy() + 2*margin*unit
	profile := [2][]float64{make([]float64, height), make([]float64, height)}
	for k := range profile {
		for y := range profile[k] {
			t := float64(y) / u
			v := 0.40*w.noise(t/44, 3*k) + 0.24*w.noise(t/11, 3*k+1) + 0.36*w.noise(t/3.1, 3*k+2)
			profile[k][y] = v
		}
	}
	for x := range r.Dx() {
		t := float64(x) / u
		shift := bend(t) * u
		fade := w.noise(t/240, 40)
		fade = fade * fade * (3 - 2*fade)
		at := int(shift) + margin*unit
		for y := range r.Dy() {
			v := profile[0][at+y]*(1-fade) + profile[1][at+y]*fade
			v = (v - 0.22) * 1.8
			c := tones[max(0, min(woodTones-1, int(v*woodTones)))]
			o := im.PixOffset(r.Min.X+x, r.Min.Y+y)
			im.Pix[o], im.Pix[o+1], im.Pix[o+2], im.Pix[o+3] = c.R, c.G, c.B, 0xFF
		}
	}
	if w.light == w.dark {
		return
	}
	// Pores: short dark strokes along the grain.
	for i := range 520 {
		x := int(w.hash(3*i+900001) * float64(r.Dx()))
		y := int(w.hash(3*i+900002) * float64(r.Dy()))
		n := int((6 + 34*w.hash(3*i+900003)) * u)
		for k := range n {
			px := x + k
			if px >= r.Dx() {
				break
			}
			t, t0 := float64(px)/u, float64(x)/u
			py := y - int(bend(t)*u) + int(bend(t0)*u)
			if py < 0 || py >= r.Dy() {
				continue
			}
			o := im.PixOffset(r.Min.X+px, r.Min.Y+py)
			c := blend(color.RGBA{im.Pix[o], im.Pix[o+1], im.Pix[o+2], 0xFF}, w.pore, 0.34)
			im.Pix[o], im.Pix[o+1], im.Pix[o+2] = c.R, c.G, c.B
		}
	}
}
