package render

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"pgregory.net/rapid"

	"yeye/game"
)

var update = flag.Bool("update", false, "write the golden pictures again")

// middlegame has pieces on both banks, crossed pawns and captures to be made.
const middlegame = "r1bak1b1r/4a4/n1c3n1c/p3p3p/2p3P2/8P/P3P4/1CN1C1N2/9/R1BAKABR1 w - - 0 12"

// mated: by two rooks.
const mated = "R3k4/1R7/9/9/4p4/9/9/9/4A4/3AK4 b - - 0 30"

func position(t testing.TB, fen string) game.Position {
	p, err := game.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func squares(t testing.TB, names ...string) (b game.Bitboard) {
	for _, n := range names {
		s, err := game.ParseSquare(n)
		if err != nil {
			t.Fatal(err)
		}
		b = b.Or(game.BB(s))
	}
	return b
}

func move(t rapid.TB, name string) game.Move {
	m, err := game.ParseMove(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

type goldenView struct {
	name string
	view View
}

// goldens returns a small set of views that together show everything.
func goldens(t testing.TB) []goldenView {
	mid, end := position(t, middlegame), position(t, mated)
	chosen := Marks{
		LastMove: move(t, "g6g5"), Selected: squares(t, "c2"), Targets: squares(t, "b4", "d4", "e3", "a3"),
		Threatened: squares(t, "g5", "c7"),
	}
	arrows := Marks{LastMove: move(t, "h9g7"), Hint: move(t, "e2e6"), Best: move(t, "h0h6")}
	won := Marks{LastMove: move(t, "a8a9"), Banner: game.Outcome{Result: game.RedWins, Method: game.Checkmate}}
	lost := Marks{Banner: game.Outcome{Result: game.BlackWins, Method: game.Resignation}}
	drawn := Marks{Banner: game.Outcome{Result: game.Draw, Method: game.PerpetualCheck}}
	taken := Captured(game.Start(), mid)
	turning := Marks{Played: move(t, "e2e6"), Best: move(t, "b2b9")}
	lines := Marks{Lines: [3]game.Move{move(t, "e2e6"), move(t, "g2f4"), move(t, "h0h6")}}
	return []goldenView{
		{"wood", View{Position: mid, Marks: chosen}},
		{"wood-simplified-turned", View{Position: mid, Below: game.Black, Style: Style{Pieces: Simplified, Coords: BothCoords, Language: SimplifiedChinese},
			Marks: drawn, Frame: Frame{Title: "中炮对屏风马", Captured: taken}}},
		{"wood-newcomer", View{Position: mid, Style: Style{Newcomer: true, Coords: Algebraic}, Marks: arrows, Frame: Frame{Title: "Central Cannon"}}},
		{"wood-pictogram-newcomer", View{Position: mid, Below: game.Black, Style: Style{Pieces: Pictogram, Newcomer: true, Coords: NoCoords, Language: SimplifiedChinese}}},
		{"wood-classic-newcomer", View{Position: mid, Style: Style{Pieces: Classic, Newcomer: true, Language: TraditionalChinese}, Marks: chosen}},
		{"night-letter", View{Position: end, Style: Style{Theme: Night, Pieces: Letter, Coords: Algebraic}, Marks: won}},
		{"night", View{Position: mid, Below: game.Black, Style: Style{Theme: Night}, Marks: chosen, Frame: Frame{Title: "中炮對屏風馬", Captured: taken}}},
		{"night-vietnamese", View{Position: mid, Style: Style{Theme: Night, Pieces: Pictogram, Newcomer: true, Coords: Digits, Language: Vietnamese},
			Marks: lost, Frame: Frame{Title: "Pháo đầu đối Bình phong mã", Captured: taken}}},
		{"contrast-pictogram", View{Position: mid, Style: Style{Theme: Contrast, Pieces: Pictogram, Coords: BothCoords}, Marks: arrows}},
		{"wood-turning-point", View{Position: mid, Marks: turning}},
		{"night-lines", View{Position: mid, Style: Style{Theme: Night, Pieces: Pictogram, Coords: Digits}, Marks: lines}},
		{"contrast-newcomer", View{Position: end, Style: Style{Theme: Contrast, Newcomer: true}, Marks: lost}},
	}
}

// exact says whether pictures here are the same to the last pixel as on the
// machine that made the golden ones: other processors round some products
// differently.
const exact = runtime.GOARCH == "amd64"

// TestGoldenBoards compares palette indices, not files. At scale 1 with pictures
// in testdata; at scale 2 with their hashes. A difference is shown as a picture.
func TestGoldenBoards(t *testing.T) {
	p := New()
	hashFile := filepath.Join("testdata", "golden", "scale2.json")
	hashes := map[string]string{}
	if data, err := os.ReadFile(hashFile); err == nil {
		if err := json.Unmarshal(data, &hashes); err != nil {
			t.Fatal(err)
		}
	}
	for _, g := range append(goldens(t), flippedGoldens(t)...) {
		t.Run(g.name, func(t *testing.T) {
			for _, scale := range scales() {
				v := g.view
				v.Style.Scale = scale
				if err := p.withBoard(v, func(got *image.Paletted) error {
					if scale == 1 {
						comparePicture(t, g.name, got)
						return nil
					}
					h := fnv.New64a()
					h.Write(got.Pix)
					sum := fmt.Sprintf("%016x", h.Sum64())
					if *update {
						hashes[g.name] = sum
					} else if exact && hashes[g.name] != sum {
						t.Errorf("scale 2: hash %s, golden %s; look at scale 1, then run with -update", sum,
							hashes[g.name])
					}
					return nil
				}); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	if *update {
		data, err := json.MarshalIndent(hashes, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(hashFile, append(data, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func comparePicture(t *testing.T, name string, got *image.Paletted) {
	file := filepath.Join("testdata", "golden", name+".png")
	if *update {
		var buf bytes.Buffer
		enc := png.Encoder{CompressionLevel: png.BestCompression}
		if err := enc.Encode(&buf, got); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, buf.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	im, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	want, ok := im.(*image.Paletted)
	if !ok || want.Rect != got.Rect {
		t.Fatalf("%s: %T of %v, got %v", file, im, want.Bounds(), got.Rect)
	}
	diff, n := pictureDiff(want, got)
	if n == 0 || !exact && n < len(got.Pix)/200 {
		return
	}
	dir, err := os.MkdirTemp("", "yeye-pictures-")
	if err != nil {
		t.Fatal(err)
	}
	for kind, im := range map[string]image.Image{"want": want, "got": got, "diff": diff} {
		var buf bytes.Buffer
		if err := png.Encode(&buf, im); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name+"-"+kind+".png"), buf.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Errorf("%s: %d pixels differ; see %s-diff.png and its neighbors in %s, then run with -update", name, n, name, dir)
}

// pictureDiff returns got in gray with the differences in red, and how many
// pixels differ: in index, or in color under the same index.
func pictureDiff(want, got *image.Paletted) (*image.RGBA, int) {
	out := image.NewRGBA(got.Rect)
	n := 0
	for y := range got.Rect.Dy() {
		for x := range got.Rect.Dx() {
			w, g := want.ColorIndexAt(x, y), got.ColorIndexAt(x, y)
			wc := color.RGBAModel.Convert(want.Palette[w])
			gc := color.RGBAModel.Convert(got.Palette[g]).(color.RGBA)
			if w != g || wc != gc {
				n++
				out.SetRGBA(x, y, rgb(0xFF0040))
				continue
			}
			v := uint8(128 + (int(gc.R)+int(gc.G)+int(gc.B))/6)
			out.SetRGBA(x, y, color.RGBA{v, v, v, 0xFF})
		}
	}
	return out, n
}

// TestPictureDiffSees makes sure the comparison above can fail.
func TestPictureDiffSees(t *testing.T) {
	p := New()
	v := View{Position: game.Start(), Style: Style{Scale: 1}}
	var plain *image.Paletted
	keep := func(im *image.Paletted) error {
		c := *im
		c.Pix = bytes.Clone(im.Pix)
		plain = &c
		return nil
	}
	if err := p.withBoard(v, keep); err != nil {
		t.Fatal(err)
	}
	v.Marks.LastMove = move(t, "h2e2")
	if err := p.withBoard(v, func(im *image.Paletted) error {
		_, n := pictureDiff(plain, im)
		if cell := unitCell * unitCell; n < 100 || n > 2*cell {
			t.Errorf("a last move changes %d pixels", n)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}
