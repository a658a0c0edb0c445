package render

import (
	"image/color"
	"math"

	"github.com/fogleman/gg"

	"yeye/ai/character"
)

// portraits describes the characters' portraits. Each has a distinct silhouette, color and attribute, so that they can
// be told apart at the size of an emoji.
var portraits = [character.Count]struct {
	back [2]color.RGBA // the medallion's middle and edge
	zoom float64       // how much the face is enlarged within the medallion: at 22 pixels only the face is visible
	draw func(*portraitDrawing)
}{
	character.Newborn:    {[2]color.RGBA{rgb(0xFFF3D6), rgb(0xF6C979)}, 1.02, drawNewborn},
	character.Kid:        {[2]color.RGBA{rgb(0xD9F2FF), rgb(0x79BDE8)}, 1.04, drawKid},
	character.Xiaoqing:   {[2]color.RGBA{rgb(0xE9F7E6), rgb(0x8CC7A0)}, 1.12, drawXiaoqing},
	character.Uncle:      {[2]color.RGBA{rgb(0xFBF0D8), rgb(0xD9A95F)}, 1.24, drawUncle},
	character.ParkMaster: {[2]color.RGBA{rgb(0xE6F4C8), rgb(0x8DB65A)}, 1.06, drawParkMaster},
	character.Grandpa:    {[2]color.RGBA{rgb(0xFFE9D9), rgb(0xC9583F)}, 1.20, drawGrandpa},
	character.Immortal:   {[2]color.RGBA{rgb(0x5C58A8), rgb(0x1B1D4A)}, 1, drawImmortal},
}

var (
	hairBlack = rgb(0x211C1F)
	hairWhite = rgb(0xF4F2EE)
	hairShade = rgb(0xD2CFCC)
	mouthRed  = rgb(0xA63A36)
	youngSkin = skin{rgb(0xFFDDBE), rgb(0xF0BE98), rgb(0xF2887A)}
	paleSkin  = skin{rgb(0xFFE6D2), rgb(0xF2C7AA), rgb(0xF08C8C)}
	tanSkin   = skin{rgb(0xF0C199), rgb(0xD59F73), rgb(0xD9795F)}
	oldSkin   = skin{rgb(0xF6CFAC), rgb(0xDDAA83), rgb(0xE08A70)}
)

// drawNewborn: a big head in a red hood with tiger's ears, and a dummy.
func drawNewborn(s *portraitDrawing) {
	red, gold := rgb(0xD23A2E), rgb(0xF3BE4C)
	s.fill(red, "M 10 100 Q 14 74 50 72 Q 86 74 90 100 Z")
	s.fill(gold, "M 36 78 Q 50 88 64 78 L 66 83 Q 50 94 34 83 Z")
	s.mirroredOvals(red, 26, 25, 10, 10)
	s.mirroredOvals(gold, 26, 25, 5.5, 5.5)
	s.oval(red, 50, 49, 31, 31)
	s.oval(gold, 50, 51, 27.4, 26.6)
	s.oval(youngSkin.light, 50, 53, 25.5, 24)
	// The tiger's stripes on the hood.
	s.line(hairBlack, 2, "M 50 19 L 50 23")
	s.mirroredLines(hairBlack, 2, "M 43 20 Q 44 22 44 23.5")
	s.line(hairBlack, 1.8, "M 50 30 Q 55 33 51 36 Q 47 38 48 34")
	s.mirroredOvals(alpha(youngSkin.blush, 120), 34, 61, 5, 3.6)
	s.eyes(11, 52, 5)
	s.mirroredLines(rgb(0x7A5138), 1.2, "M 35 43 Q 39 41 42 43")
	s.line(youngSkin.shade, 1.4, "M 48 58 Q 50 60 52 58")
	s.oval(rgb(0x3FA7D6), 50, 66.5, 8.5, 4.6)
	s.oval(rgb(0x8FD3F2), 50, 66, 5.2, 3.2)
	s.line(rgb(0x3FA7D6), 1.6, "M 46 71 Q 50 76 54 71")
}

// drawKid: a bowl of hair, a striped shirt and a missing tooth.
func drawKid(s *portraitDrawing) {
	shirt, stripe := rgb(0xFFF7E8), rgb(0xE4572E)
	s.fill(shirt, "M 14 100 Q 18 78 42 76 L 58 76 Q 82 78 86 100 Z")
	for i := range 3 {
		y := 83 + 6.5*float64(i)
		s.dc.SetColor(stripe)
		s.dc.DrawRectangle(16-2*float64(i), y, 68+4*float64(i), 2.8)
		s.dc.Fill()
	}
	s.fill(hairBlack, "M 26 50 Q 20 16 50 16 Q 80 16 74 50 Z")
	s.head(youngSkin, 49, 22, 22.5, 0.1)
	s.oval(youngSkin.shade, 50, 78, 9.6, 5)
	s.fill(hairBlack, "M 26 50 Q 20 16 50 16 Q 80 16 74 50 Q 74 40 68 37 Q 58 42 50 39 Q 42 42 32 37 Q 26 40 26 50 Z")
	s.line(hairBlack, 2, "M 50 17 Q 50 11 55 10")
	s.line(rgb(0x56484C), 1.4, "M 36 25 Q 43 20 52 21")
	s.eyes(9, 50, 3.7)
	s.mirroredLines(hairBlack, 1.6, "M 36 43 Q 40 40.5 44 42.5")
	s.line(youngSkin.shade, 1.4, "M 48 56 Q 50 58 52 56")
	s.fill(mouthRed, "M 39 60 Q 50 62 61 60 Q 59 71 50 71 Q 41 71 39 60 Z")
	s.fill(rgb(0xFFFFFF), "M 41 60.5 Q 50 62.3 59 60.5 L 58 64 Q 50 65.4 42 64 Z")
	s.fill(mouthRed, "M 51 61 L 55 60.8 L 54.8 65.2 L 51 65.4 Z")
	for _, p := range [][2]float64{{36, 57}, {38.5, 59}, {34.5, 60}} {
		s.mirroredOvals(rgb(0xD9966E), p[0], p[1], 0.7, 0.7)
	}
}

// drawXiaoqing: the woman with the long hair.
func drawXiaoqing(s *portraitDrawing) {
	hair, green, pale := rgb(0x1E1B26), rgb(0x2E8B6B), rgb(0xEAF6EF)
	s.fill(hair, "M 50 11 Q 20 10 21 46 Q 22 70 14 100 L 86 100 Q 78 70 79 46 Q 80 10 50 11 Z")
	s.mirroredLines(rgb(0x3D3850), 1, "M 25 52 Q 25 74 20 96")
	s.mirroredLines(rgb(0x3D3850), 1, "M 28 60 Q 28 78 25 92")
	s.fill(green, "M 22 100 Q 24 80 43 77 L 57 77 Q 76 80 78 100 Z")
	s.head(paleSkin, 45, 18.5, 22.5, -0.25)
	// Crossed collar.
	s.fill(paleSkin.shade, "M 42.5 76 L 57.5 76 L 50 90 Z")
	s.fill(pale, "M 41 75 L 45 75 L 62 100 L 55 100 Z")
	s.fill(pale, "M 59 75 L 55 75 L 38 100 L 45 100 Z")
	s.fill(rgb(0x1F6B52), "M 45 76 L 47 78 L 41.5 89 L 38.5 86 Z M 55 76 L 53 78 L 58.5 89 L 61.5 86 Z")
	s.mirroredLines(rgb(0x3A3038), 1.1, "M 37 39.8 Q 41 37.2 45.6 39.4")
	// Fringe parted to one side, hair over brows, ears and shoulders.
	s.fill(hair, "M 30 50 Q 27 21 52 19 Q 46 33 30 50 Z")
	s.fill(hair, "M 70 52 Q 75 20 49 19 Q 54 36 70 52 Z")
	s.fill(hair, "M 33 38 Q 27 66 31 88 Q 24 92 18 90 Q 24 66 24 40 Z")
	s.fill(hair, "M 67 38 Q 73 66 69 88 Q 76 92 82 90 Q 76 66 76 40 Z")
	s.line(rgb(0x4A4460), 1.3, "M 32 28 Q 38 20 47 18")
	s.mirroredOvals(rgb(0x231A16), 41.8, 47, 2.9, 3.6)
	for _, x := range []float64{42.9, 59.3} {
		s.oval(rgb(0xFFFFFF), x, 45.5, 1.1, 1.1)
		s.oval(rgb(0xFFFFFF), x-2, 48.6, 0.6, 0.6)
	}
	s.mirroredLines(hair, 1.5, "M 37.6 45.8 Q 40.6 42 45.6 44")
	s.mirroredLines(hair, 1.1, "M 37.8 45.6 L 36 44")
	s.mirroredOvals(alpha(paleSkin.blush, 110), 37.6, 53.4, 3.4, 2.2)
	s.line(paleSkin.shade, 1.2, "M 50 49.4 Q 48.6 53 50.6 53.6")
	s.fill(rgb(0xC8434B), "M 43.6 57.2 Q 47 58.2 50 58 Q 53 58.2 56.4 57.2 Q 54.4 63.4 50 63.4 Q 45.6 63.4 43.6 57.2 Z")
	s.fill(rgb(0xFFF6F2), "M 45.4 58.2 Q 50 59.4 54.6 58.2 L 53.8 59.9 Q 50 60.8 46.2 59.9 Z")
	// A jade flower.
	for i := range 5 {
		a := float64(i) * 2 * math.Pi / 5
		s.oval(rgb(0x9FE0BF), 71+3.4*math.Cos(a), 27+3.4*math.Sin(a), 2.8, 2.8)
	}
	s.oval(rgb(0xF7D774), 71, 27, 2.2, 2.2)
	s.line(rgb(0x9FE0BF), 1, "M 72 31 L 74 40")
	s.oval(rgb(0xF7D774), 74, 41, 1.4, 1.4)
}

// drawUncle: glasses, a mustache and a shirt with a pen in its pocket.
func drawUncle(s *portraitDrawing) {
	shirt := rgb(0x5B7FA6)
	s.fill(shirt, "M 10 100 Q 14 80 40 76 L 60 76 Q 86 80 90 100 Z")
	s.head(tanSkin, 46, 20.5, 23, 0.75)
	s.fill(tanSkin.shade, "M 40 74 L 60 74 L 50 88 Z")
	s.fill(rgb(0x7FA0C4), "M 38 73 L 50 88 L 41 94 L 32 79 Z M 62 73 L 50 88 L 59 94 L 68 79 Z")
	s.line(rgb(0x44648A), 1.2, "M 50 88 L 50 100")
	s.fill(rgb(0x4A6D95), "M 66 90 L 79 90 L 79 100 L 66 100 Z")
	s.line(rgb(0xF2D16B), 1.6, "M 70 86 L 70 93")
	// Short hair that recedes at the temples.
	s.fill(hairBlack,
		"M 28 46 Q 25 19 50 18 Q 75 19 72 46 L 70 45 Q 70 34 65 31 Q 60 34 56 30 L 44 30 Q 40 34 35 31 Q 30 34 30 45 Z")
	s.mirroredLines(rgb(0x6A6468), 1.3, "M 28.6 40 L 29.4 47")
	s.mirroredLines(hairBlack, 2.4, "M 34 40 Q 39 37 45 39.6")
	for _, x := range []float64{40.4, 59.6} {
		s.oval(rgb(0xFBEFDF), x, 46.6, 7, 5.6)
	}
	s.eyes(9.4, 46.6, 2.9)
	for _, x := range []float64{40.4, 59.6} {
		s.dc.SetColor(rgb(0x2B2B30))
		s.dc.SetLineWidth(1.5 * s.unit)
		s.dc.DrawRoundedRectangle(x-7.2, 41, 14.4, 11.4, 4)
		s.dc.Stroke()
	}
	s.line(rgb(0x2B2B30), 1.5, "M 47.6 45.6 Q 50 44 52.4 45.6")
	s.mirroredLines(rgb(0x2B2B30), 1.4, "M 33 45.4 L 29.6 44.6")
	s.line(tanSkin.shade, 1.7, "M 50 48 Q 46.6 55 50 56")
	s.fill(hairBlack, "M 50 58.6 Q 43 57 39 62 Q 44 62.8 50 61.4 Q 56 62.8 61 62 Q 57 57 50 58.6 Z")
	s.fill(mouthRed, "M 43 64 Q 50 65.6 57 64 Q 55.4 69.4 50 69.4 Q 44.6 69.4 43 64 Z")
	s.fill(rgb(0xFFFFFF), "M 44.6 64.4 Q 50 65.8 55.4 64.4 L 54.8 66 Q 50 67 45.2 66 Z")
	s.mirroredLines(tanSkin.shade, 1, "M 36.6 58 Q 36 62 38 64.6")
}

// drawParkMaster: straw hat, undershirt, a palm-leaf fan.
func drawParkMaster(s *portraitDrawing) {
	straw, band := rgb(0xE9C876), rgb(0x8A3B2A)
	s.fill(tanSkin.shade, "M 8 100 Q 14 80 42 77 L 58 77 Q 86 80 92 100 Z")
	s.fill(rgb(0xFAFAF5), "M 27 100 Q 31 92 33 79 L 39 78 Q 50 96 61 78 L 67 79 Q 69 92 73 100 Z")
	s.head(tanSkin, 50, 19.5, 21.5, 0.45)
	s.fill(tanSkin.shade, "M 42 76 Q 50 83 58 76 Z")
	s.mirroredLines(hairShade, 3, "M 31.4 46 L 32 54")
	// Hat.
	s.fill(straw, "M 30 34 Q 31 12 50 12 Q 69 12 70 34 Z")
	s.fill(band, "M 29.6 31 Q 50 27 70.4 31 L 70.8 37 Q 50 33 29.2 37 Z")
	s.fill(rgb(0xF4DA92), "M 12 40 Q 50 24 88 40 Q 90 44 84 43 Q 50 33 16 43 Q 10 44 12 40 Z")
	s.mirroredLines(rgb(0xC9A250), 0.8, "M 20 39.5 Q 34 34 50 33.4")
	s.line(rgb(0xC9A250), 0.8, "M 36 20 Q 50 15 64 20")
	s.line(rgb(0xC9A250), 0.8, "M 34 26 Q 50 21 66 26")
	// One eye closed.
	s.oval(rgb(0x231A16), 41, 50, 2.3, 2.6)
	s.oval(rgb(0xFFFFFF), 41.8, 49, 0.8, 0.8)
	s.line(rgb(0x231A16), 1.6, "M 55 50 Q 59 47.6 63 50.4")
	s.line(hairShade, 2.6, "M 35.6 45.4 Q 40 42.4 45.6 45.2")
	s.line(hairShade, 2.6, "M 54.4 44 Q 60 41 64.4 44.6")
	s.mirroredLines(tanSkin.shade, 1, "M 33.4 54 L 36.4 53.4")
	s.line(tanSkin.shade, 1.8, "M 50 51 Q 46 58 50.4 58.8")
	s.fill(hairWhite, "M 50 61 Q 42 59 37 66 Q 44 66.6 50 64 Q 56 66.6 63 66 Q 58 59 50 61 Z")
	s.line(mouthRed, 1.5, "M 45 67.6 Q 51 70 56 66.8")
	s.fill(hairWhite, "M 46 71 Q 50 72 54 71 Q 53 79 50 80 Q 47 79 46 71 Z")
	// Fan.
	s.fill(rgb(0xD9B25A), "M 80 92 L 84 90 L 92 102 L 87 104 Z")
	s.fill(rgb(0xE8CB7E), "M 82 93 Q 58 86 66 66 Q 76 58 92 68 Q 96 84 82 93 Z")
	for i := range 6 {
		a := -2.75 + 0.31*float64(i)
		s.dc.SetColor(rgb(0xBE9340))
		s.dc.SetLineWidth(0.8 * s.unit)
		s.dc.DrawLine(82, 91, 82+22*math.Cos(a), 91+24*math.Sin(a))
		s.dc.Stroke()
	}
}

// drawGrandpa: a bald head, round glasses, a long white beard, and a smile.
func drawGrandpa(s *portraitDrawing) {
	robe := rgb(0x27436B)
	s.fill(robe, "M 8 100 Q 12 80 40 75 L 60 75 Q 88 80 92 100 Z")
	s.fill(rgb(0x34568A), "M 40 72 L 60 72 L 62 80 Q 50 86 38 80 Z")
	s.head(oldSkin, 45, 20, 24, 0.35)
	// Light on the bald head, hair at the sides.
	s.oval(alpha(rgb(0xFFFFFF), 90), 44, 26.5, 7, 3)
	s.mirroredFill(hairWhite, "M 31 33 Q 24 40 26.4 54 Q 30 58 33 54 Q 30 44 32.4 36 Z")
	s.mirroredFill(hairShade, "M 27.4 50 Q 29 56 33 54 L 32.4 51 Q 30 53 27.4 50 Z")
	s.line(oldSkin.shade, 1, "M 41 32 Q 50 30 59 32")
	s.line(oldSkin.shade, 1, "M 43 35.6 Q 50 34 57 35.6")
	// Beard and mustache.
	s.fill(hairWhite,
		"M 30 54 Q 36 62 42 63 Q 50 60 58 63 Q 64 62 70 54 Q 72 78 58 92 Q 52 99 50 101 Q 48 99 42 92 Q 28 78 30 54 Z")
	s.mirroredLines(hairShade, 1, "M 37 68 Q 38 80 45 91")
	s.mirroredLines(hairShade, 1, "M 43 70 Q 44 82 48.6 94")
	s.line(mouthRed, 1.9, "M 45 65.4 Q 50 69.4 55 65.4")
	s.fill(hairWhite, "M 50 60 Q 42 56.6 33.6 65 Q 42 67 50 63.4 Q 58 67 66.4 65 Q 58 56.6 50 60 Z")
	s.line(hairShade, 0.9, "M 38 64 Q 44 60.6 50 62.6 Q 56 60.6 62 64")
	// Smiling eyes behind round glasses, heavy brows.
	for _, x := range []float64{41.2, 58.8} {
		s.oval(alpha(rgb(0xFFFFFF), 90), x, 47.6, 6.8, 6.8)
	}
	s.mirroredLines(rgb(0x231A16), 2.1, "M 37.4 49 Q 41.3 44 45.2 49")
	for _, x := range []float64{41.2, 58.8} {
		s.dc.SetColor(rgb(0x8A6A2E))
		s.dc.SetLineWidth(1.3 * s.unit)
		s.dc.DrawCircle(x, 47.6, 7)
		s.dc.Stroke()
	}
	s.line(rgb(0x8A6A2E), 1.3, "M 48.2 46.6 Q 50 45.2 51.8 46.6")
	s.mirroredLines(rgb(0x8A6A2E), 1.2, "M 34.2 46.4 L 30 45")
	s.mirroredFill(hairWhite, "M 33 41.6 Q 39 34.6 47 39.6 Q 40 38.8 34 43.6 Z")
	s.line(oldSkin.shade, 1.8, "M 50 49 Q 46 56.4 50 57.4 Q 53 57.6 53.4 56")
	// Knots of the robe.
	s.mirroredLines(rgb(0x9DB7DA), 1.1, "M 36.5 84.5 L 31.5 85.6")
}

// drawImmortal: topknot and gold, eyebrows to the shoulders, stars and cloud.
func drawImmortal(s *portraitDrawing) {
	gold := rgb(0xF2C14E)
	g := gg.NewRadialGradient(50*s.unit, 42*s.unit, 20*s.unit, 50*s.unit, 42*s.unit, 37*s.unit)
	g.AddColorStop(0, color.NRGBA{255, 236, 170, 210})
	g.AddColorStop(0.55, color.NRGBA{255, 226, 140, 120})
	g.AddColorStop(1, color.NRGBA{255, 220, 120, 0})
	s.dc.SetFillStyle(g)
	s.dc.DrawCircle(50, 42, 37)
	s.dc.Fill()
	for _, p := range [][3]float64{{17, 30, 1.5}, {26, 17.5, 1}, {82, 24, 1.6}, {71, 15, 1}, {88, 42, 1}, {12, 48, 1.1},
		{37, 11, 0.8}} {
		s.star(p[0], p[1], 2.2*p[2])
	}
	robe := rgb(0xF3EEF8)
	s.fill(robe, "M 8 100 Q 14 78 42 75 L 58 75 Q 86 78 92 100 Z")
	s.fill(rgb(0x7B5FC0), "M 38 76 L 44 74 L 58 100 L 48 100 Z M 62 76 L 56 74 L 42 100 L 52 100 Z")
	// Hair behind the head.
	s.fill(hairWhite,
		"M 50 19 Q 27 20 28 46 Q 28 62 22 76 Q 32 78 36 70 L 64 70 Q 68 78 78 76 Q 72 62 72 46 Q 73 20 50 19 Z")
	s.head(paleSkin, 45, 17.5, 22, 0)
	s.fill(hairWhite, "M 32 44 Q 30 22 50 22 Q 70 22 68 44 Q 66 31 50 29.6 Q 34 31 32 44 Z")
	s.mirroredLines(hairShade, 0.9, "M 34.6 35 Q 40 26.4 48 25")
	// Topknot.
	s.oval(hairWhite, 50, 14, 7, 6.4)
	s.line(hairShade, 0.9, "M 46 12 Q 50 8.6 54 12")
	s.fill(gold, "M 41 17.6 Q 50 13.6 59 17.6 L 57.4 23.6 Q 50 20.6 42.6 23.6 Z")
	s.line(gold, 1.6, "M 35 17.4 L 65 17.4")
	s.oval(rgb(0xD8423A), 50, 18.6, 1.8, 1.8)
	// A mark on the forehead, calm eyes.
	s.fill(rgb(0xD8423A), "M 50 32 Q 52.2 35.4 50 38 Q 47.8 35.4 50 32 Z")
	s.mirroredLines(rgb(0x231A16), 1.7, "M 37.6 46.2 Q 41.6 49 45.6 46.4")
	s.line(paleSkin.shade, 1.4, "M 50 48 Q 47.6 54 50.4 54.8")
	// Beard to the edge, eyebrows past the cheeks.
	s.fill(hairWhite,
		"M 33.4 54 Q 38 62 43 60 Q 50 57.6 57 60 Q 62 62 66.6 54 Q 70 76 60 88 Q 54 96 50 108 Q 46 96 40 88 Q 30 76 "+
			"33.4 54 Z")
	s.mirroredLines(hairShade, 0.9, "M 39 66 Q 40 80 47 94")
	s.mirroredLines(hairShade, 0.9, "M 45 68 Q 46 82 49.4 96")
	s.line(mouthRed, 1.4, "M 46.4 62.2 Q 50 64.4 53.6 62.2")
	s.mirroredFill(hairWhite, "M 50 58 Q 42 55 37 61 Q 34 70 33 80 Q 37 72 40 66 Q 44 61.6 50 60.6 Z")
	s.mirroredFill(hairWhite, "M 46.4 41 Q 40 37 35 41.6 Q 29 48 27.6 64 Q 31.4 52 36.4 46 Q 41 41.6 46.4 41 Z")
	// Cloud.
	for _, c := range [][3]float64{{12, 84, 9}, {24, 89, 8}, {88, 84, 9}, {76, 89, 8}, {36, 93, 6}, {64, 93, 6}} {
		s.oval(rgb(0xC9C4EA), c[0], c[1], c[2], c[2]*0.8)
		s.oval(rgb(0xE9E6FA), c[0], c[1]+1.6, c[2]*0.86, c[2]*0.7)
	}
}

// star draws a star of four points with radius r.
func (s *portraitDrawing) star(x, y, r float64) {
	s.dc.SetColor(rgb(0xFFF2C4))
	for i := range 8 {
		a := float64(i) * math.Pi / 4
		q := r
		if i%2 == 1 {
			q = r * 0.32
		}
		s.dc.LineTo(x+q*math.Sin(a), y-q*math.Cos(a))
	}
	s.dc.ClosePath()
	s.dc.Fill()
}
