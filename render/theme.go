package render

import "image/color"

// colorScheme holds the colors of a theme. Proportions are the same in all themes and are defined where they are used.
type colorScheme struct {
	ground         wood       // the material of the board
	frame          color.RGBA // the band around the board
	frameHi        color.RGBA // its inner edge
	line           color.RGBA // the grid
	river          color.RGBA // the characters on the river
	label          color.RGBA // coordinates
	secondaryLabel color.RGBA // the less important of two coordinates

	pieces [2]pieceColors // Red's and Black's

	last     color.RGBA // the last move
	halo     color.RGBA // around marks, so that they contrast with the ground
	check    color.RGBA
	selected color.RGBA
	target   color.RGBA
	hint     color.RGBA
	best     color.RGBA
	threat   color.RGBA

	badgeEdge color.RGBA // around the digits of arrows

	bannerRed, bannerBlack, bannerDraw color.RGBA // the banner, by who won
	bannerEdge, bannerText             color.RGBA

	paper, axis, text    color.RGBA // graphs: paper, grid, words
	chartRed, chartBlack color.RGBA // graphs: Red's and Black's advantage
}

// pieceColors holds the colors of a piece. The sides' rims differ in lightness as well as in hue, for color-blind
// players.
type pieceColors struct {
	edge             color.RGBA // outermost line
	rimHi, rimLo     color.RGBA // rim, lit from the top left
	faceHi, faceLo   color.RGBA // face, middle and outside
	ink              color.RGBA // ring and character
	sign             color.RGBA // a newcomer's signs, on the rim
	plate, plateEdge color.RGBA // a newcomer's name
	plateText        color.RGBA
	carve            color.RGBA // the lit edge of the carving
	shadow           uint8      // how dark the shadow is, 0–255
	doubleRing, flat bool       // two rings; no rim and no carving (theme Contrast)
}

func rgb(v uint32) color.RGBA {
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xFF}
}

// alpha returns c with opacity a, premultiplied as gg and image expect.
func alpha(c color.RGBA, a uint8) color.RGBA {
	f := func(v uint8) uint8 { return uint8((int(v)*int(a) + 127) / 255) }
	return color.RGBA{f(c.R), f(c.G), f(c.B), a}
}

// blend interpolates between the opaque colors p (t = 0) and q (t = 1).
func blend(p, q color.RGBA, t float64) color.RGBA {
	f := func(a, b uint8) uint8 { return uint8(float64(a) + (float64(b)-float64(a))*t + 0.5) }
	return color.RGBA{f(p.R, q.R), f(p.G, q.G), f(p.B, q.B), 0xFF}
}

// colorScheme returns the theme's colors.
func (t Theme) colorScheme() colorScheme {
	switch t {
	case Night:
		return nightColors()
	case Contrast:
		return contrastColors()
	}
	return woodColors()
}

func woodColors() colorScheme {
	pieces := pieceColors{
		edge: rgb(0x6B3F1C), rimHi: rgb(0xFBE6BC), rimLo: rgb(0xC08A4A),
		faceHi: rgb(0xFFF6DF), faceLo: rgb(0xF0D6A2),
		carve: rgb(0xFFFFFF), shadow: 120,
	}
	red, black := pieces, pieces
	red.ink = rgb(0xB5141C)
	red.sign = red.ink
	red.plate, red.plateEdge, red.plateText = rgb(0xFFF3D2), rgb(0xB5141C), rgb(0x8E0C14)
	black.ink = rgb(0x1B1B1E)
	black.rimHi, black.rimLo = rgb(0x5E5048), rgb(0x211A17)
	black.edge = rgb(0x17110E)
	black.faceHi, black.faceLo = rgb(0xFBF3E2), rgb(0xE3CFA6)
	black.sign = rgb(0xFFEFC8)
	black.plate, black.plateEdge, black.plateText = rgb(0x26211F), rgb(0x0E0B0A), rgb(0xFFF3D6)
	black.doubleRing = true
	return colorScheme{
		ground:         wood{light: rgb(0xE0B576), dark: rgb(0xCB9A58), pore: rgb(0xA06C34), seed: 8},
		frame:          rgb(0x55290F),
		frameHi:        rgb(0x8A5527),
		line:           rgb(0x5B3514),
		river:          rgb(0x6A4019),
		label:          rgb(0xF3DDB0),
		secondaryLabel: rgb(0xC79F66),
		pieces:         [2]pieceColors{red, black},
		last:           rgb(0x0B6BCB), halo: rgb(0xFFF9E8), check: rgb(0xE8121B),
		selected: rgb(0x087A42), target: rgb(0x087A42),
		hint: rgb(0x087A42), best: rgb(0x0B6BCB), threat: rgb(0xF08A00), badgeEdge: rgb(0xFFF9E8),
		bannerRed: rgb(0x8A1A14), bannerBlack: rgb(0x1E1A1A), bannerDraw: rgb(0x4A3A22), bannerEdge: rgb(0xE2B868),
		bannerText: rgb(0xFFE9B8),
		paper:      rgb(0xF6E7C6), axis: rgb(0x7A5A34), text: rgb(0x4A2E14),
		chartRed: rgb(0xB5141C), chartBlack: rgb(0x2A2A2E),
	}
}

func nightColors() colorScheme {
	pieces := pieceColors{
		edge: rgb(0x0A0B0D), rimHi: rgb(0xDCCBA6), rimLo: rgb(0x7E6B4C),
		faceHi: rgb(0xEBDDBE), faceLo: rgb(0xD6C49D),
		carve: rgb(0xFFF8E6), shadow: 170,
	}
	red, black := pieces, pieces
	red.ink = rgb(0xA00A16)
	red.sign = red.ink
	red.plate, red.plateEdge, red.plateText = rgb(0xF3E6C6), rgb(0xA00A16), rgb(0x86060F)
	black.ink = rgb(0x15171C)
	black.edge = rgb(0x05070A)
	black.rimHi, black.rimLo = rgb(0x76839A), rgb(0x3E4858)
	black.faceHi, black.faceLo = rgb(0xE2DCCB), rgb(0xC6BFA8)
	black.sign = rgb(0xFFFFFF)
	black.plate, black.plateEdge, black.plateText = rgb(0x10141B), rgb(0x6C7A90), rgb(0xF2EEDF)
	black.doubleRing = true
	return colorScheme{
		ground:         wood{light: rgb(0x343B45), dark: rgb(0x272D36), pore: rgb(0x1E232B), seed: 5},
		frame:          rgb(0x14171C),
		frameHi:        rgb(0x4A5360),
		line:           rgb(0x8D8468),
		river:          rgb(0x9A9072),
		label:          rgb(0xCDBF98),
		secondaryLabel: rgb(0x857C64),
		pieces:         [2]pieceColors{red, black},
		last:           rgb(0x4FB3FF), halo: rgb(0x10151C), check: rgb(0xFF3B3B),
		selected: rgb(0x4FD68A), target: rgb(0x4FD68A),
		hint: rgb(0x4FD68A), best: rgb(0x4FB3FF), threat: rgb(0xFFB02E), badgeEdge: rgb(0x10151C),
		bannerRed: rgb(0x7A141A), bannerBlack: rgb(0x0B0D10), bannerDraw: rgb(0x3A4048), bannerEdge: rgb(0xC9A961),
		bannerText: rgb(0xFFE9B8),
		paper:      rgb(0x23282F), axis: rgb(0x7F8794), text: rgb(0xE6DCC4),
		chartRed: rgb(0xD6453D), chartBlack: rgb(0x9AA3B0),
	}
}

func contrastColors() colorScheme {
	red := pieceColors{
		edge: rgb(0xC00010), rimHi: rgb(0xFFFFFF), rimLo: rgb(0xFFFFFF),
		faceHi: rgb(0xFFFFFF), faceLo: rgb(0xFFFFFF), ink: rgb(0xC00010), flat: true,
		sign: rgb(0xC00010), plate: rgb(0xFFFFFF), plateEdge: rgb(0xC00010), plateText: rgb(0xA8000E),
	}
	black := pieceColors{
		edge: rgb(0x000000), rimHi: rgb(0x141414), rimLo: rgb(0x141414),
		faceHi: rgb(0x141414), faceLo: rgb(0x141414), ink: rgb(0xFFFFFF), flat: true, doubleRing: true,
		sign: rgb(0xFFFFFF), plate: rgb(0x000000), plateEdge: rgb(0xFFFFFF), plateText: rgb(0xFFFFFF),
	}
	return colorScheme{
		ground:         wood{light: rgb(0xE9E6DC), dark: rgb(0xE9E6DC), pore: rgb(0xE9E6DC)},
		frame:          rgb(0x000000),
		frameHi:        rgb(0x000000),
		line:           rgb(0x1A1A1A),
		river:          rgb(0x8A867C),
		label:          rgb(0xFFFFFF),
		secondaryLabel: rgb(0xB9B9B9),
		pieces:         [2]pieceColors{red, black},
		last:           rgb(0x0057D9), halo: rgb(0xFFFFFF), check: rgb(0xFF2A00),
		selected: rgb(0x007A3D), target: rgb(0x007A3D),
		hint: rgb(0x007A3D), best: rgb(0x0057D9), threat: rgb(0xE07A00), badgeEdge: rgb(0xFFFFFF),
		bannerRed: rgb(0xC00010), bannerBlack: rgb(0x000000), bannerDraw: rgb(0x3C3C3C), bannerEdge: rgb(0xFFFFFF),
		bannerText: rgb(0xFFFFFF),
		paper:      rgb(0xFFFFFF), axis: rgb(0x555555), text: rgb(0x000000),
		chartRed: rgb(0xC00010), chartBlack: rgb(0x141414),
	}
}
