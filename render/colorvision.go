package render

import (
	"image/color"
	"math"
)

// Deuteranope returns approximately how an opaque color looks to people without green cones. One male in sixteen has
// weak ones or none: two colors that look alike here must differ in shape too. The matrix is that of Machado, Oliveira
// and Fernandes (2009) for full deuteranopia, on linear light.
func Deuteranope(c color.RGBA) color.RGBA {
	r, g, b := toLinear(c.R), toLinear(c.G), toLinear(c.B)
	return color.RGBA{
		fromLinear(0.367322*r + 0.860646*g - 0.227968*b),
		fromLinear(0.280085*r + 0.672501*g + 0.047413*b),
		fromLinear(-0.011820*r + 0.042940*g + 0.968881*b),
		0xFF,
	}
}

func toLinear(v uint8) float64 {
	f := float64(v) / 255
	if f <= 0.04045 {
		return f / 12.92
	}
	return math.Pow((f+0.055)/1.055, 2.4)
}

func fromLinear(f float64) uint8 {
	f = max(0, min(1, f))
	if f <= 0.0031308 {
		f *= 12.92
	} else {
		f = 1.055*math.Pow(f, 1/2.4) - 0.055
	}
	return uint8(f*255 + 0.5)
}
