package render

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"yeye/game"
	"yeye/game/jieqi"
)

// flippedMoves is a game in which both sides take pieces that lie face down, and open ones; the last move turns an
// advisor over.
const flippedMoves = "h2h9 b7b0 b2b3 h7g7 b3b4 i9i7 a0b0 a9a7 f0e1 c9e7 h9g9 e7c9 g9f9 e9f9 i0i1 i6i5 h0i2 i7i6 i1g1 c9e7 g1g6 i5i4 g6c6 e7c5 c6i6 b9c7 g0e2"

func flippedGame(t rapid.TB, moves string) *jieqi.Game {
	d, err := jieqi.ParseDeal("NRPCNAPCPPBRPAB/pbbacrnpapprcnp")
	if err != nil {
		t.Fatal(err)
	}
	g := jieqi.NewGame(d)
	for _, m := range strings.Fields(moves) {
		if err := g.Play(move(t, m)); err != nil {
			t.Fatalf("%s: %v", m, err)
		}
	}
	return g
}

// flippedGoldens show backs in every theme, the trays of a watcher and of a player, and a check by an open elephant.
func flippedGoldens(t testing.TB) []goldenView {
	g := flippedGame(t, flippedMoves)
	seen := func(v jieqi.Viewer, below game.Color, st Style) View {
		w := g.View(v)
		return FlippedView(&w, below, st)
	}
	setup, err := jieqi.ParseFEN("3ak1xxx/9/3N2B2/x3x3x/2p6/9/X3X3X/1X5X1/9/XXX1K1XXX b")
	if err != nil {
		t.Fatal(err)
	}
	check := View{Flipped: &setup.Position, Style: Style{Pieces: Classic, PlainBacks: true, Coords: NoCoords}}
	check.Marks = Marks{Selected: squares(t, "h9"), Targets: squares(t, "g7")}
	start := jieqi.Start()
	return []goldenView{
		{"wood-flipped", seen(jieqi.Watcher, game.Red, Style{})},
		{"wood-flipped-check", check},
		{"night-flipped-newcomer", seen(jieqi.BlackPlayer, game.Black, Style{Theme: Night, Pieces: Pictogram, Newcomer: true, Coords: Digits, Language: Vietnamese})},
		{"contrast-flipped", seen(jieqi.RedPlayer, game.Red, Style{Theme: Contrast, Pieces: Simplified, Coords: BothCoords})},
		{"night-flipped-start", View{Flipped: &start, Style: Style{Theme: Night, Pieces: Letter, Coords: Algebraic}}},
	}
}

// TestBacks: the sides' backs differ clearly without color, and as which piece one moves is twelve pixels high on a board
// of 350 and can be read, if dimly.
func TestBacks(t *testing.T) {
	l := newLayout(1)
	for theme := range themes {
		k := theme.colorScheme()
		for c := range game.Color(2) {
			q := k.backColors(c)
			if r := contrast(q.role, q.face); r < 2.5 || r > 8 {
				t.Errorf("%v, %v: the role has a contrast of %.1f", theme, c, r)
			}
			if r := contrast(q.line, q.face); r < 4.5 {
				t.Errorf("%v, %v: the rings have a contrast of %.1f", theme, c, r)
			}
		}
		for _, st := range []Style{{}, {Newcomer: true}, {Pieces: Letter}, {PlainBacks: true}} {
			var ims [2]*image.RGBA
			for c := range ims {
				e := newCellDrawing(l)
				if err := e.drawCell(cellState{piece: game.NewPiece(game.Color(c), game.Rook), dark: true}, st, k); err != nil {
					t.Fatal(err)
				}
				wantClearEdge(t, e.im, "%v, %v: back of %d", theme, st, c)
				ims[c] = e.im
			}
			n := 0
			for y := range l.cell {
				for x := range l.cell {
					a, b := Deuteranope(ims[0].RGBAAt(x, y)), Deuteranope(ims[1].RGBAAt(x, y))
					if absDiff(a.R, b.R)+absDiff(a.G, b.G)+absDiff(a.B, b.B) > 110 {
						n++
					}
				}
			}
			if n < l.cell*l.cell/18 {
				t.Errorf("%v, %v: only %d pixels tell two backs apart", theme, st, n)
			}
		}
	}
	l = newLayout(2)
	for pieces := range pieceStyles {
		for r := game.Advisor; r <= game.Pawn; r++ {
			e := newCellDrawing(l)
			if err := e.drawBackRole(game.NewPiece(game.Red, r), pieces, Wood.colorScheme()); err != nil {
				t.Fatal(err)
			}
			var box image.Rectangle
			for y := range l.cell {
				for x := range l.cell {
					if e.im.RGBAAt(x, y).A > 100 {
						box = box.Union(image.Rect(x, y, x+1, y+1))
					}
				}
			}
			if high := float64(max(box.Dx(), box.Dy())) * 350 / float64(l.w); high < 12 {
				t.Errorf("%v %v: %.1f pixels on a board of 350", pieces, r, high)
			}
			reach := 0
			for y := range l.cell {
				for x := range l.cell {
					if dx, dy := 2*x-l.cell, 2*y-l.cell; e.im.RGBAAt(x, y).A > 128 {
						reach = max(reach, dx*dx+dy*dy)
					}
				}
			}
			if limit := 2 * backInner * float64(l.cell); float64(reach) > limit*limit {
				t.Errorf("%v %v: reaches over Black's inner ring", pieces, r)
			}
		}
	}
}

// TestFlippedHides: two games of which a watcher knows the same look the same to them, whatever lies face down.
func TestFlippedHides(t *testing.T) {
	p := New()
	rapid.Check(t, func(t *rapid.T) {
		moves := strings.Fields(flippedMoves)
		shown := rapid.IntRange(0, len(moves)).Draw(t, "plies")
		g := flippedGame(t, strings.Join(moves[:shown], " "))
		other := g.Deal()
		deal := g.Deal()
		turned := turnedOver(g)
		for c := range other { // what has not been turned over is dealt anew
			var hidden []int
			for i, s := range jieqi.Points(game.Color(c)) {
				if !turned.Has(s) {
					hidden = append(hidden, i)
				}
			}
			for i, from := range rapid.Permutation(hidden).Draw(t, "hidden") {
				other[c][hidden[i]] = deal[c][from]
			}
		}
		again := jieqi.NewGame(other)
		for _, ply := range g.Plies() {
			if err := again.Play(ply.Move); err != nil {
				t.Fatal(err)
			}
		}
		a, b := g.View(jieqi.Watcher), again.View(jieqi.Watcher)
		st := Style{Scale: 1}
		one, err := p.Board(FlippedView(&a, game.Red, st))
		if err != nil {
			t.Fatal(err)
		}
		two, err := p.Board(FlippedView(&b, game.Red, st))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(one.PNG, two.PNG) {
			t.Errorf("after %d plies the deals %v and %v look different", shown, g.Deal(), other)
		}
	})
}

// turnedOver returns the points on which pieces lay that have been turned over.
func turnedOver(g *jieqi.Game) (b game.Bitboard) {
	for _, ply := range g.Plies() {
		if ply.Turned != game.NoRole {
			b = b.Or(game.BB(ply.Move.From()))
		}
	}
	return b
}

// TestFlippedReplay: the last frame of a replay is the board after the last move, without trays.
func TestFlippedReplay(t *testing.T) {
	p := New()
	g := flippedGame(t, flippedMoves)
	st := Style{Scale: 1, Newcomer: true, Pieces: Pictogram}
	a, err := p.Replay(t.Context(), Replay{Plies: g.Plies(), Style: st})
	if err != nil {
		t.Fatal(err)
	}
	if a.Frames != 28 || a.To != 27 {
		t.Errorf("%d frames, to ply %d", a.Frames, a.To)
	}
	film, err := gif.DecodeAll(bytes.NewReader(a.GIF))
	if err != nil {
		t.Fatal(err)
	}
	seen := image.NewRGBA(film.Image[0].Rect)
	for _, frame := range film.Image {
		draw.Draw(seen, frame.Rect, frame, frame.Rect.Min, draw.Over)
	}
	w := g.View(jieqi.Watcher)
	v := FlippedView(&w, game.Red, st)
	v.Frame = Frame{}
	if err := p.withBoard(v, func(want *image.Paletted) error {
		for y := range want.Rect.Dy() {
			for x := range want.Rect.Dx() {
				if color.RGBAModel.Convert(want.At(x, y)) != seen.At(x, y) {
					t.Fatalf("pixel %d, %d differs", x, y)
				}
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Replay(t.Context(), Replay{Plies: []jieqi.Ply{{Move: move(t, "b2e2")}}}); err == nil {
		t.Error("a move that turns over nothing")
	}
}

// TestFlippedCounts: every piece that has left the board is in a tray.
func TestFlippedCounts(t *testing.T) {
	g := flippedGame(t, flippedMoves)
	for v, unknown := range map[jieqi.Viewer][2]uint8{
		jieqi.Watcher: {1, 5}, jieqi.RedPlayer: {1, 0}, jieqi.BlackPlayer: {0, 5}, jieqi.Everything: {0, 0},
	} {
		w := g.View(v)
		f := FlippedView(&w, game.Red, Style{}).Frame
		for c := range game.Color(2) {
			n := w.Position.All(c).Count()
			for r := range 8 {
				n += int(f.Captured[c][r]) + int(f.Dark[c][r])
			}
			if n != 16 || f.Dark[c][0] != unknown[c] {
				t.Errorf("viewer %d, %v: %d pieces, %d unknown", v, c, n, f.Dark[c][0])
			}
		}
	}
}
