package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"math"
	"os"
	"path/filepath"

	xdraw "golang.org/x/image/draw"

	"yeye/ai/character"
	"yeye/game"
	"yeye/render"
)

// galleryCmd renders every theme, style, orientation and mark for inspection before a release: each board
// at full size in a file, and all of them at a phone's 340 pixels on contact sheets with graphs, cards,
// pieces and portraits, on Discord's dark background, on its light one, and as a deuteranope sees them.
type galleryCmd struct {
	Dir string `arg:"" type:"path" help:"Folder to write to."`
}

// phoneWidth is the width at which Discord shows a picture on a small phone.
const phoneWidth = 340

// galleryFEN has pieces on both banks, a check and crossed pawns.
const galleryFEN = "r1bak1b1r/4a4/n1c1C1n1c/p7p/2p3p2/4P4/P1P3P1P/1CN3N2/9/R1BAKABR1 b - - 0 12"

func (c *galleryCmd) Run() error {
	if err := os.MkdirAll(c.Dir, 0o755); err != nil {
		return err
	}
	g := gallery{p: render.New(), dir: c.Dir}
	sheet, err := g.contactSheet()
	if err != nil {
		return err
	}
	for _, background := range []struct {
		name string
		c    color.RGBA
	}{{"dark", color.RGBA{0x31, 0x33, 0x38, 0xFF}}, {"light", color.RGBA{0xFF, 0xFF, 0xFF, 0xFF}}} {
		im := image.NewRGBA(sheet.Rect)
		draw.Draw(im, im.Rect, image.NewUniform(background.c), image.Point{}, draw.Src)
		draw.Draw(im, im.Rect, sheet, image.Point{}, draw.Over)
		if err := g.save("sheet-"+background.name, im); err != nil {
			return err
		}
		if background.name == "dark" {
			for y := range im.Rect.Dy() {
				for x := range im.Rect.Dx() {
					im.SetRGBA(x, y, render.Deuteranope(im.RGBAAt(x, y)))
				}
			}
			if err := g.save("sheet-deuteranope", im); err != nil {
				return err
			}
		}
	}
	fmt.Printf("%s: %d files\n", c.Dir, g.files)
	return nil
}

type gallery struct {
	p     *render.Painter
	dir   string
	files int
}

func (g *gallery) save(name string, im image.Image) error {
	var buf bytes.Buffer
	if err := png.Encode(&buf, im); err != nil {
		return err
	}
	return g.write(name+".png", buf.Bytes())
}

// writePNG writes a PNG and returns it decoded.
func (g *gallery) writePNG(name string, data []byte) (image.Image, error) {
	if err := g.write(name, data); err != nil {
		return nil, err
	}
	return png.Decode(bytes.NewReader(data))
}

func (g *gallery) write(name string, data []byte) error {
	g.files++
	return os.WriteFile(filepath.Join(g.dir, name), data, 0o644)
}

// contactSheet returns the contact sheet: a row for each theme's styles, then the rest.
func (g *gallery) contactSheet() (*image.RGBA, error) {
	var rows []*image.RGBA
	for theme := render.Wood; theme <= render.Contrast; theme++ {
		boards, err := g.boards(theme)
		if err != nil {
			return nil, err
		}
		rows = append(rows, inRow(boards...))
	}
	for _, more := range []func() ([]image.Image, error){g.flipped, g.graphs, g.languages, g.cards, g.pieces,
		g.portraits} {
		ims, err := more()
		if err != nil {
			return nil, err
		}
		rows = append(rows, inRow(ims...))
	}
	return inColumn(rows...), nil
}

// boards draws a theme in every style of pieces, with and without a newcomer's signs; sides alternate and marks vary.
func (g *gallery) boards(theme render.Theme) ([]image.Image, error) {
	pos, err := game.ParseFEN(galleryFEN)
	if err != nil {
		return nil, err
	}
	marks := [][]string{
		{"last=e2e7"},
		{"last=e2e7", "threatened=c7+g5", "banner=1-0:checkmate"},
		{"selected=g7", "targets=h5+f5+e6+i6"},
		{"hint=c7e7", "best=a7b5"},
		{"last=e2e7", "selected=c7", "targets=e7+b7+d7+c8"},
		{"banner=0-1:resignation"},
		{"last=e2e7", "hint=g7e6"},
		{"banner=1/2-1/2:perpetual-check", "last=e2e7"},
		{"played=g7e6", "best=c7e7"},
		{"line1=c7e7", "line2=g7e6", "line3=a7b5"},
	}
	var out []image.Image
	i := 0
	for _, pieces := range render.PieceSets() {
		for _, newcomer := range []bool{false, true} {
			v := render.View{Position: pos, Below: game.Color(i % 2), Style: render.Style{
				Theme: theme, Pieces: pieces, Coords: render.Coords(i / 2), Newcomer: newcomer,
				Language: render.Language(i % 4),
			}}
			v.Frame = render.Frame{Title: "中炮", Captured: render.Captured(game.Start(), pos)}
			if err := readMarks(&v.Marks, marks[i]); err != nil {
				return nil, err
			}
			pic, err := g.p.Board(v)
			if err != nil {
				return nil, err
			}
			name := fmt.Sprintf("board-%v-%v", theme, pieces)
			if newcomer {
				name += "-newcomer"
			}
			im, err := g.writePNG(name+".png", pic.PNG)
			if err != nil {
				return nil, err
			}
			out = append(out, shrink(im, phoneWidth))
			i++
		}
	}
	return out, nil
}

// graphs draws a graph in each theme, and a replay of which the sheet shows the first frame.
func (g *gallery) graphs() ([]image.Image, error) {
	var balance []float64
	for i := range 91 {
		x := float64(i)
		balance = append(balance, math.Tanh(0.5*math.Sin(x/6)+0.3*math.Sin(x/2.3)+1.4*math.Tanh((x-62)/3)-0.3))
	}
	var out []image.Image
	for theme := render.Wood; theme <= render.Contrast; theme++ {
		c, err := g.p.Graph(render.Graph{Theme: theme, Pieces: render.PieceSet(theme), Balance: balance,
			Turning: []int{11, 62}, At: 75})
		if err != nil {
			return nil, err
		}
		im, err := g.writePNG(fmt.Sprintf("graph-%v.png", theme), c.PNG)
		if err != nil {
			return nil, err
		}
		out = append(out, shrink(im, phoneWidth))
	}
	opening := []game.Move{}
	for _, t := range []string{"h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7"} {
		m, err := game.ParseMove(t)
		if err != nil {
			return nil, err
		}
		opening = append(opening, m)
	}
	a, err := g.p.Replay(context.Background(),
		render.Replay{Start: game.Start(), Moves: opening, Style: render.Style{Scale: 1}})
	if err != nil {
		return nil, err
	}
	if err := g.write("replay.gif", a.GIF); err != nil {
		return nil, err
	}
	frames, err := gif.DecodeAll(bytes.NewReader(a.GIF))
	if err != nil {
		return nil, err
	}
	return append(out, shrink(frames.Image[0], phoneWidth)), nil
}

// languages draws a newcomer's pictograms in every language, like a preview in the settings.
func (g *gallery) languages() ([]image.Image, error) {
	var out []image.Image
	for i, lang := range []render.Language{render.English, render.SimplifiedChinese, render.TraditionalChinese,
		render.Vietnamese} {
		pic, err := g.p.Preview(render.Style{Theme: render.Theme(i % 3), Pieces: render.Pictogram, Newcomer: true,
			Coords:   []render.Coords{render.Algebraic, render.BothCoords, render.Chinese, render.Digits}[i],
			Language: lang}, game.Color(i%2))
		if err != nil {
			return nil, err
		}
		im, err := g.writePNG(fmt.Sprintf("preview-%v.png", lang), pic.PNG)
		if err != nil {
			return nil, err
		}
		out = append(out, shrink(im, phoneWidth))
	}
	return out, nil
}

// cards draws a shared game and a player in each theme.
func (g *gallery) cards() ([]image.Image, error) {
	pos, err := game.ParseFEN(galleryFEN)
	if err != nil {
		return nil, err
	}
	var out []image.Image
	for i, lang := range []render.Language{render.English, render.SimplifiedChinese, render.Vietnamese} {
		theme := render.Theme(i)
		share := render.Share{
			Board: render.View{Position: pos,
				Style: render.Style{Theme: theme, Pieces: render.PieceSet(i), Language: lang}},
			Sides: [2]render.Side{{Name: "Tom", Accuracy: 91},
				{Character: character.Level(2 + i), IsCharacter: true, Accuracy: 78}},
			Outcome: game.Outcome{Result: game.RedWins, Method: game.Resignation}, Plies: 83, Opening: "中炮",
			Accuracy: true,
		}
		if err := readMarks(&share.Board.Marks, []string{"played=g7e6", "best=c7e7"}); err != nil {
			return nil, err
		}
		profile := render.Profile{Theme: theme, Pieces: render.PieceSet(i), Language: lang, Name: "Tom", Rating: 1687,
			Provisional: i == 1,
			Beaten:      [character.Count]int{3, 12, 7, i, 0, 0, i}, Won: 41, Drawn: 6, Lost: 23,
			Openings: [2]string{"中炮", "屏风马"}, BestWin: "Mei 1720", Streak: 9,
			Odds:      [character.Count]string{4: "−2", 5: "−1"},
			PlaysLike: render.Likeness{Known: true, At: 2.7, Low: 2.2, High: 3.3},
			Finishes: []render.Tally{{Name: "马后炮", Count: 4}, {Name: "Mã Hậu Pháo", Count: 2},
				{Name: "Horse Behind Cannon", Count: 1}}}
		for x := range 60 {
			profile.Curve = append(profile.Curve, 1500+3*float64(x)+60*math.Sin(float64(x)/5))
		}
		keep := func(name string, c render.Card, err error) error {
			if err != nil {
				return err
			}
			im, err := g.writePNG(fmt.Sprintf("%s-%v.png", name, theme), c.PNG)
			if err == nil {
				out = append(out, shrink(im, phoneWidth))
			}
			return err
		}
		c, err := g.p.Share(share)
		if err := keep("share", c, err); err != nil {
			return nil, err
		}
		c, err = g.p.Profile(profile)
		if err := keep("profile", c, err); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// pieces draws all emoji at the two sizes at which a message shows them: alone (48 pixels) and in a
// line of text (22).
func (g *gallery) pieces() ([]image.Image, error) {
	var out []image.Image
	for _, pieces := range render.PieceSets() {
		es, err := g.p.Emoji(pieces)
		if err != nil {
			return nil, err
		}
		var large, small []image.Image
		for _, e := range es {
			im, err := png.Decode(bytes.NewReader(e.PNG))
			if err != nil {
				return nil, err
			}
			large, small = append(large, shrink(im, 48)), append(small, shrink(im, 22))
		}
		out = append(out, inColumn(inRow(large...), inRow(small...)))
	}
	return out, nil
}

func (g *gallery) portraits() ([]image.Image, error) {
	var out []image.Image
	for _, c := range character.All() {
		pic, err := g.p.Portrait(c, 512)
		if err != nil {
			return nil, err
		}
		im, err := g.writePNG(fmt.Sprintf("portrait-%s.png", c.Key()), pic.PNG)
		if err != nil {
			return nil, err
		}
		out = append(out, shrink(im, 256), shrink(im, 40))
	}
	return out, nil
}

func shrink(im image.Image, width int) image.Image {
	b := im.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, width, b.Dy()*width/b.Dx()))
	xdraw.CatmullRom.Scale(out, out.Rect, im, b, draw.Over, nil)
	return out
}

const gutter = 12

// inRow puts pictures side by side.
func inRow(ims ...image.Image) *image.RGBA {
	size := image.Point{}
	for _, im := range ims {
		size = image.Pt(size.X+im.Bounds().Dx()+gutter, max(size.Y, im.Bounds().Dy()))
	}
	out := image.NewRGBA(image.Rectangle{Max: size})
	x := 0
	for _, im := range ims {
		b := im.Bounds()
		draw.Draw(out, image.Rect(x, 0, x+b.Dx(), b.Dy()), im, b.Min, draw.Src)
		x += b.Dx() + gutter
	}
	return out
}

// inColumn stacks pictures.
func inColumn(rows ...*image.RGBA) *image.RGBA {
	size := image.Point{}
	for _, r := range rows {
		size = image.Pt(max(size.X, r.Rect.Dx()), size.Y+r.Rect.Dy()+gutter)
	}
	out := image.NewRGBA(image.Rectangle{Max: size})
	y := 0
	for _, r := range rows {
		draw.Draw(out, image.Rect(0, y, r.Rect.Dx(), y+r.Rect.Dy()), r, image.Point{}, draw.Src)
		y += r.Rect.Dy() + gutter
	}
	return out
}
