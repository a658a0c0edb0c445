package sandbox

import (
	"image"
	"image/color"
	"image/png"
	"net/http"
	"strings"
)

// avatarColors are the colors of Discord's default avatars, by the number in their address.
var avatarColors = map[string]color.RGBA{
	"0": {0x58, 0x65, 0xF2, 0xFF}, "1": {0x75, 0x7E, 0x8A, 0xFF}, "2": {0x3B, 0xA5, 0x5C, 0xFF},
	"3": {0xFA, 0xA6, 0x1A, 0xFF}, "4": {0xED, 0x42, 0x45, 0xFF}, "5": {0xEB, 0x45, 0x9F, 0xFF},
}

// serveAvatar serves the default avatar, a head and shoulders; users of the sandbox have no others.
func serveAvatar(w http.ResponseWriter, r *http.Request) {
	number, ok := strings.CutSuffix(r.PathValue("file"), ".png")
	tint, known := avatarColors[number]
	if !ok || !known {
		http.Error(w, "This content is no longer available.", http.StatusNotFound)
		return
	}
	const size = 256
	im := image.NewPaletted(image.Rect(0, 0, size, size), color.Palette{tint, color.White})
	within := func(x, y, cx, cy, radius int) bool { return (x-cx)*(x-cx)+(y-cy)*(y-cy) < radius*radius }
	for y := range size {
		for x := range size {
			if within(x, y, size/2, 100, 46) || within(x, y, size/2, 240, 82) {
				im.SetColorIndex(x, y, 1)
			}
		}
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "private, max-age=3600")
	png.Encode(w, im)
}
