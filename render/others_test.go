package render

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"regexp"
	"strings"
	"testing"

	"yeye/game"
	"yeye/render/glyph"
)

func TestEmoji(t *testing.T) {
	p := New()
	name := regexp.MustCompile(`^\w{2,32}$`)
	names, hashes := map[string]bool{}, map[string]string{}
	for _, men := range []Men{Simplified, Traditional, Letter} {
		es, err := p.Emoji(men)
		if err != nil {
			t.Fatal(err)
		}
		if len(es) != 14 {
			t.Fatalf("%v: %d men", men, len(es))
		}
		for _, e := range es {
			if !name.MatchString(e.Name) || names[e.Name] {
				t.Errorf("name %q is taken or none that Discord accepts", e.Name)
			}
			names[e.Name] = true
			// Some characters are the same in both Chinese sets.
			if other, ok := hashes[e.Hash]; ok && men != Traditional {
				t.Errorf("%s looks like %s", e.Name, other)
			}
			hashes[e.Hash] = e.Name
			if len(e.PNG) > 256<<10 {
				t.Errorf("%s: %d bytes, Discord takes 256 KiB", e.Name, len(e.PNG))
			}
			im, err := png.Decode(bytes.NewReader(e.PNG))
			if err != nil {
				t.Fatal(err)
			}
			if im.Bounds().Dx() != 128 || im.Bounds().Dy() != 128 {
				t.Errorf("%s: %v", e.Name, im.Bounds())
			}
			if _, _, _, a := im.At(1, 1).RGBA(); a != 0 {
				t.Errorf("%s: the corner is not transparent", e.Name)
			}
		}
	}
	again, err := New().Emoji(Letter)
	if err != nil {
		t.Fatal(err)
	}
	if e := again[13]; hashes[e.Hash] != e.Name {
		t.Errorf("%s: another hash the second time", e.Name)
	}
	if _, err := p.Emoji(menStyles); err == nil {
		t.Error("men of no style")
	}
}

func TestPortraits(t *testing.T) {
	p := New()
	hashes := map[string]Character{}
	for _, c := range Characters() {
		pic, err := p.Portrait(c, 96)
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := hashes[pic.Hash]; ok {
			t.Errorf("%v looks like %v", c, other)
		}
		hashes[pic.Hash] = c
		im, err := png.Decode(bytes.NewReader(pic.PNG))
		if err != nil {
			t.Fatal(err)
		}
		if im.Bounds().Dx() != 96 || im.Bounds().Dy() != 96 {
			t.Errorf("%v: %v", c, im.Bounds())
		}
		var back Character
		if err := back.UnmarshalText([]byte(c.String())); err != nil || back != c {
			t.Errorf("%v is read as %v, %v", c, back, err)
		}
	}
	for _, size := range []int{0, 31, 1025} {
		if _, err := p.Portrait(Kid, size); err == nil {
			t.Errorf("a portrait of %d pixels", size)
		}
	}
	if _, err := p.Portrait(characters, 64); err == nil {
		t.Error("a portrait of nobody")
	}
}

func TestGraph(t *testing.T) {
	p := New()
	balance := []float64{0, 0.1, -0.2, 0.6, 1.5, math.Inf(-1), 0}
	for theme := range themes {
		for scale := 1; scale <= 2; scale++ {
			c, err := p.Graph(Graph{Theme: theme, Scale: scale, Balance: balance, Turning: []int{5}, At: 3})
			if err != nil {
				t.Fatal(err)
			}
			im, err := png.Decode(bytes.NewReader(c.PNG))
			if err != nil {
				t.Fatal(err)
			}
			if im.Bounds().Dx() != c.Width || im.Bounds().Dy() != c.Height || c.Width != unitWidth*scale || c.Plies != 6 {
				t.Errorf("%v scale %d: %v, %+v", theme, scale, im.Bounds(), c.Plies)
			}
		}
	}
	for name, g := range map[string]Graph{
		"nothing":             {},
		"one position":        {Balance: []float64{0}},
		"not a number":        {Balance: []float64{0, math.NaN()}},
		"turning beyond":      {Balance: balance, Turning: []int{7}},
		"pointing beyond":     {Balance: balance, At: -1},
		"a theme that is not": {Balance: balance, Theme: themes},
	} {
		if _, err := p.Graph(g); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestGraphSides: where Red stands better there is Red's colour above the middle,
// where Black does there is Black's below.
func TestGraphSides(t *testing.T) {
	p := New()
	c, err := p.Graph(Graph{Scale: 1, Balance: []float64{0, 0.9, 0.9, 0.9, 0, -0.9, -0.9, -0.9, 0}})
	if err != nil {
		t.Fatal(err)
	}
	im, err := png.Decode(bytes.NewReader(c.PNG))
	if err != nil {
		t.Fatal(err)
	}
	d := diagram{u: 1, last: 8}
	red := func(ply, b float64) int {
		r, _, bl, _ := im.At(int(d.x(ply)), int(d.y(b))).RGBA()
		return int(r>>8) - int(bl>>8)
	}
	dark := func(ply, b float64) bool {
		_, g, _, _ := im.At(int(d.x(ply)), int(d.y(b))).RGBA()
		return g>>8 < 150
	}
	if red(2, 0.5) < 80 || dark(2, -0.5) {
		t.Error("Red's advantage is not above the middle")
	}
	if !dark(6, -0.5) || red(6, -0.5) > 60 || dark(6, 0.5) {
		t.Error("Black's advantage is not below the middle")
	}
}

func TestTicks(t *testing.T) {
	for last, want := range map[int]int{1: 2, 8: 2, 14: 2, 20: 5, 40: 10, 87: 20, 120: 20, 300: 50, 700: 100, 2000: 500} {
		if got := tick(last); got != want {
			t.Errorf("%d plies: a number every %d, want %d", last, got, want)
		}
	}
}

// TestBannerWords: every way a game can end with a result has its words, in outlines
// we have.
func TestBannerWords(t *testing.T) {
	for men := range menStyles {
		for result := game.RedWins; result <= game.Draw; result++ {
			for method := game.NoMethod; method < game.Abandoned; method++ {
				a, b := bannerText(men, game.Outcome{Result: result, Method: method})
				if a == "" || b == "" && method != game.NoMethod {
					t.Errorf("%v: no words for %v by %v", men, result, method)
				}
				for _, r := range a + b {
					if r < 0x80 {
						continue
					}
					if _, err := glyph.Han(r); err != nil {
						t.Error(err)
					}
				}
			}
		}
	}
}

func TestSketchRefuses(t *testing.T) {
	for _, text := range []string{"M 1", "L a b", "X 1 2", "O 1 2"} {
		if _, err := sketch(text); err == nil {
			t.Errorf("%q is taken for a drawing", text)
		}
	}
	for r := game.King; r <= game.Pawn; r++ {
		if p, err := pictogram(r); err != nil || len(p) < 5 {
			t.Errorf("%v: %d segments, %v", r, len(p), err)
		}
	}
}

// TestBannerCentered: a banner's words stand in the middle of its height.
func TestBannerCentered(t *testing.T) {
	k := Wood.look()
	for _, men := range []Men{Traditional, Simplified, Letter} {
		p := New()
		v := View{Position: game.Start(), Style: Style{Scale: 2, Men: men}, Marks: Marks{Banner: game.Outcome{Result: game.RedWins, Method: game.Checkmate}}}
		l := newLayout(2)
		river := l.river()
		if err := p.paint(v, func(im *image.Paletted) error {
			// The words are between the plaque's lines, of another colour than these.
			top, bottom := river.Max.Y, 0
			for y := river.Min.Y; y < river.Max.Y; y++ {
				for x := river.Min.X; x < river.Max.X; x++ {
					if im.At(x, y) == color.Color(k.ribbonText) {
						top, bottom = min(top, y), max(bottom, y)
					}
				}
			}
			_, y0 := l.center(4, 4)
			_, y1 := l.center(4, 5)
			if off := float64(top+bottom+1)/2 - (y0+y1)/2; math.Abs(off) > 1.5 {
				t.Errorf("%v: the words are %.1f pixels below the middle", men, off)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestOutlinesUsed: no outline is embedded that no picture shows.
func TestOutlinesUsed(t *testing.T) {
	shown := "楚河漢界" + string(hanDigits[:])
	for men, sides := range hanOfMen {
		shown += string(sides[0][1:]) + string(sides[1][1:])
		for _, w := range resultWords[men] {
			shown += w
		}
		for _, w := range methodWords[men] {
			shown += w
		}
	}
	for _, r := range glyph.Runes() {
		if !strings.ContainsRune(shown, r) {
			t.Errorf("%c is embedded and never shown", r)
		}
	}
}
