package main

import (
	"bytes"
	"image"
	_ "image/gif"
	"os"
	"path/filepath"
	"testing"

	"yeye/game"
	"yeye/game/jieqi"
	"yeye/render"
)

func TestPicture(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "game.txt")
	if err := os.WriteFile(file, []byte("position startpos moves h2e2 h9g7 h0g2"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		cmd  pictureCmd
		w, h int
	}{
		"board.png":    {pictureCmd{Ply: -1}, 1152, 1292},
		"game.png":     {pictureCmd{Game: file, Ply: 2, Scale: 1, Below: "black", Pieces: render.Letter}, 576, 646},
		"marked.png":   {pictureCmd{FEN: game.StartFEN, Ply: -1, Scale: 1, Marks: []string{"hint=h2e2", "banner=1/2-1/2:agreement"}}, 576, 646},
		"flipped.png":  {pictureCmd{Flipped: jieqi.StartFEN, Ply: -1, Scale: 1}, 576, 646},
		"replay.gif":   {pictureCmd{Game: file, Scale: 1}, 576, 646},
		"graph.png":    {pictureCmd{Balance: []float64{0, 0.5, -0.5}, Scale: 1}, 576, 260},
		"portrait.png": {pictureCmd{Portrait: "kid", Size: 64}, 64, 64},
		"piece.png":    {pictureCmd{Piece: "k"}, 128, 128},
	} {
		t.Run(name, func(t *testing.T) {
			tt.cmd.Out = filepath.Join(dir, name)
			if err := tt.cmd.Run(); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(tt.cmd.Out)
			if err != nil {
				t.Fatal(err)
			}
			c, _, err := image.DecodeConfig(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if c.Width != tt.w || c.Height != tt.h {
				t.Errorf("%d×%d, want %d×%d", c.Width, c.Height, tt.w, tt.h)
			}
		})
	}
	for name, cmd := range map[string]pictureCmd{
		"position":  {FEN: "nothing", Ply: -1},
		"flipped":   {Flipped: game.StartFEN[:20], Ply: -1},
		"file":      {Game: filepath.Join(dir, "none"), Ply: -1},
		"ply":       {Game: file, Ply: 4},
		"mark":      {Ply: -1, Marks: []string{"circle=e4"}},
		"point":     {Ply: -1, Marks: []string{"targets=e4+z9"}},
		"result":    {Ply: -1, Marks: []string{"banner=2-0"}},
		"method":    {Ply: -1, Marks: []string{"banner=1-0:magic"}},
		"character": {Portrait: "nobody"},
		"piece":     {Piece: "x"},
	} {
		cmd.Out = filepath.Join(dir, "refused.png")
		if err := cmd.Run(); err == nil {
			t.Errorf("%s: no error", name)
		}
		if _, err := os.Stat(cmd.Out); err == nil {
			t.Errorf("%s: a file was written", name)
		}
	}
}

// TestSheet assembles small pictures; the whole gallery takes too long for a
// test and is for visual inspection anyway.
func TestSheet(t *testing.T) {
	red, blue := image.NewRGBA(image.Rect(0, 0, 20, 30)), image.NewRGBA(image.Rect(5, 5, 15, 45))
	for i := range red.Pix {
		red.Pix[i] = []uint8{255, 0, 0, 255}[i%4]
	}
	for i := range blue.Pix {
		blue.Pix[i] = []uint8{0, 0, 255, 255}[i%4]
	}
	sheet := inColumn(inRow(red, blue), inRow(shrink(blue, 5)))
	if got, want := sheet.Rect.Size(), image.Pt(20+10+2*gutter, 40+20+2*gutter); got != want {
		t.Fatalf("the sheet is %v, want %v", got, want)
	}
	for _, tt := range []struct {
		x, y    int
		r, b, a uint8
	}{
		{19, 29, 255, 0, 255}, {19, 30, 0, 0, 0}, {20, 0, 0, 0, 0},
		{20 + gutter, 39, 0, 255, 255}, {2, 40 + gutter + 10, 0, 255, 255},
	} {
		if c := sheet.RGBAAt(tt.x, tt.y); c.R != tt.r || c.B != tt.b || c.A != tt.a {
			t.Errorf("%d, %d: %v", tt.x, tt.y, c)
		}
	}
}
