package render

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"image/png"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"yeye/game"
	"yeye/game/jieqi"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestBoard(t *testing.T) {
	p := New()
	for _, tt := range []struct{ scale, w, h int }{{0, 1152, 1292}, {1, 576, 646}, {2, 1152, 1292}} {
		pic, err := p.Board(View{Position: game.Start(), Style: Style{Scale: tt.scale}})
		if err != nil {
			t.Fatal(err)
		}
		im, err := png.Decode(bytes.NewReader(pic.PNG))
		if err != nil {
			t.Fatal(err)
		}
		if got := im.Bounds().Size(); got.X != tt.w || got.Y != tt.h || pic.Width != tt.w || pic.Height != tt.h {
			t.Errorf("scale %d: %v in the file, %d×%d said, want %d×%d", tt.scale, got, pic.Width, pic.Height, tt.w,
				tt.h)
		}
	}
}

func TestBoardRefuses(t *testing.T) {
	p := New()
	for name, v := range map[string]View{
		"scale":  {Style: Style{Scale: 3}},
		"theme":  {Style: Style{Theme: themes}},
		"pieces": {Style: Style{Pieces: pieceStyles}},
		"coords": {Style: Style{Coords: coordStyles}},
		"side":   {Below: 2},
		"move":   {Marks: Marks{LastMove: 127 | 3<<7}},
		"arrow":  {Marks: Marks{Hint: game.NewMove(4, 4)}},
		"line":   {Marks: Marks{Lines: [3]game.Move{2: game.NewMove(4, 4)}}},
		"tongue": {Style: Style{Language: languages}},
	} {
		v.Position = game.Start()
		if _, err := p.Board(v); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestFacts(t *testing.T) {
	pos := position(t, "r1bak1b1r/4a4/n1c1C1n1c/p7p/2p3p2/4P4/P1P3P1P/1CN3N2/9/R1BAKABR1 b - - 0 12")
	p := New()
	pic, err := p.Board(View{
		Position: pos, Below: game.Black,
		Style: Style{Scale: 1, Coords: Algebraic, Pieces: Letter},
		Marks: Marks{LastMove: move(t, "e2e7"), Selected: squares(t, "c7"), Targets: squares(t, "e7", "d7")},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := Facts{
		Below: game.Black, Coords: Algebraic, Pieces: Letter,
		LastMove: move(t, "e2e7"), Moved: game.NewPiece(game.Red, game.Cannon), Check: game.NoSquare,
		Selected: squares(t, "c7"), Targets: squares(t, "d7"), Captures: squares(t, "e7"),
	}
	got := pic.Facts
	if got.Position.FEN() != pos.FEN() {
		t.Errorf("position %s", got.Position.FEN())
	}
	got.Position = game.Position{}
	// The cannon on e7 and the advisor on e8 before the king: check.
	want.Check = 9*9 + 4
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(game.Position{})); diff != "" {
		t.Error(diff)
	}
}

// TestMarksSeen draws every mark alone and requires it to be visible in its
// cells and nowhere else.
func TestMarksSeen(t *testing.T) {
	p := New()
	pos := position(t, middlegame)
	draw := func(m Marks) []uint8 {
		v := View{Position: pos, Style: Style{Scale: 1}, Marks: m}
		g, pieces := prepare(t, p, v.Style)
		im := p.pooledBoard(g)
		g.compose(im, pieces, &v, false)
		return bytes.Clone(im.Pix)
	}
	plain := draw(Marks{})
	l := newLayout(1)
	for name, tt := range map[string]struct {
		marks Marks
		where game.Bitboard
	}{
		"last":       {Marks{LastMove: move(t, "g6g5")}, squares(t, "g6", "g5")},
		"selected":   {Marks{Selected: squares(t, "c2")}, squares(t, "c2")},
		"target":     {Marks{Targets: squares(t, "b4")}, squares(t, "b4")},
		"capture":    {Marks{Targets: squares(t, "e6")}, squares(t, "e6")},
		"turned":     {Marks{Turned: squares(t, "c7")}, squares(t, "c7")},
		"threatened": {Marks{Threatened: squares(t, "c7", "a0")}, squares(t, "c7", "a0")},
	} {
		got := draw(tt.marks)
		for s := range game.Square(game.Squares) {
			b := l.box(s, game.Red)
			n := 0
			for y := b.Min.Y; y < b.Max.Y; y++ {
				for x := b.Min.X; x < b.Max.X; x++ {
					if i := y*l.w + x; got[i] != plain[i] {
						n++
						got[i] = plain[i]
					}
				}
			}
			if (n > 40) != tt.where.Has(s) {
				t.Errorf("%s: %d pixels of %v changed", name, n, s)
			}
		}
		if !bytes.Equal(got, plain) {
			t.Errorf("%s: something changed outside the cells", name)
		}
	}
}

// TestConcurrent draws many boards at once, from the first use of a theme on,
// and expects the same pictures as when drawn one after the other.
func TestConcurrent(t *testing.T) {
	views := goldens(t)
	for i := range views {
		views[i].view.Style.Scale = 1
		views[i].view.Style.Theme = Theme(i % 2) // two themes are enough
	}
	sum := func(p *Painter, i int) uint64 {
		pic, err := p.Board(views[i].view)
		if err != nil {
			t.Error(err)
		}
		h := fnv.New64a()
		h.Write(pic.PNG)
		return h.Sum64()
	}
	alone := New()
	want := make([]uint64, len(views))
	for i := range want {
		want[i] = sum(alone, i)
	}
	p := New()
	var wg sync.WaitGroup
	for k := range 4 {
		wg.Go(func() {
			for i := range views {
				i = (i*3 + k) % len(views)
				if got := sum(p, i); got != want[i] {
					t.Errorf("%s differs when drawn beside others", views[i].name)
				}
			}
		})
	}
	wg.Wait()
}

// TestMemory makes everything of one theme and limits it to its share of the
// bound.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("draws everything there is")
	}
	p := New()
	if p.Memory() != 0 {
		t.Errorf("a new painter holds %d bytes", p.Memory())
	}
	for pieces := range pieceStyles {
		for lang := range languages {
			for scale := 1; scale <= 2; scale++ {
				prepare(t, p, Style{Pieces: pieces, Scale: scale})
				prepare(t, p, Style{Pieces: pieces, Scale: scale, Newcomer: true, Language: lang})
				for dress := range 4 {
					start := jieqi.Start()
					st := Style{Pieces: pieces, Scale: scale, Language: lang, Newcomer: dress&1 != 0,
						PlainBacks: dress&2 != 0}
					if _, err := p.Board(View{Flipped: &start, Style: st}); err != nil {
						t.Fatal(err)
					}
				}
				if _, err := p.Profile(Profile{Pieces: pieces, Scale: scale}); err != nil {
					t.Fatal(err)
				}
				if _, err := p.Graph(Graph{Pieces: pieces, Scale: scale, Balance: []float64{0, 1}}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for i := range 2 * maxTitles {
		v := View{Position: game.Start(), Frame: Frame{Title: fmt.Sprintf("仙人指路對卒底炮 %d", i)}}
		if _, err := p.Board(v); err != nil {
			t.Fatal(err)
		}
	}
	if kept := p.caches[Wood].titles.Len(); kept != maxTitles {
		t.Errorf("%d titles are kept", kept)
	}
	n := p.Memory() - p.bands.memory()
	t.Logf("all of a theme: %.1f MB", float64(n)/(1<<20))
	if share := (MemoryBound - bandBytes) / int(themes); n > share || n < share/3 {
		t.Errorf("%d bytes for a theme, the bound leaves it %d", n, share)
	}
	prepare(t, p, Style{})
	if p.Memory()-p.bands.memory() != n {
		t.Errorf("preparing again: %d bytes", p.Memory())
	}
}

// prepare makes and returns the prepared parts of a style.
func prepare(t testing.TB, p *Painter, st Style) (*background, *pieceSet) {
	t.Helper()
	st, err := st.normal()
	if err != nil {
		t.Fatal(err)
	}
	g, pieces, err := p.caches[st.Theme].boardParts(st)
	if err != nil {
		t.Fatal(err)
	}
	return g, pieces
}

// TestGoals limits the bytes and allocations of pictures to what a busy channel
// needs. Benchmarks measure time.
func TestGoals(t *testing.T) {
	p := New()
	for _, g := range goldens(t) {
		pic, err := p.Board(g.view)
		if err != nil {
			t.Fatal(err)
		}
		if len(pic.PNG) > 180_000 {
			t.Errorf("%s: %d bytes at scale 2", g.name, len(pic.PNG))
		}
	}
	v := View{Position: position(t, middlegame), Marks: Marks{LastMove: move(t, "h2e2")}}
	v.Frame = Frame{Title: "中炮對屏風馬", Captured: Captured(game.Start(), v.Position)}
	if n := testing.AllocsPerRun(5, func() {
		if _, err := p.Board(v); err != nil {
			t.Error(err)
		}
	}); n > 300 {
		t.Errorf("%.0f allocations a board", n)
	}
	for scale, limit := range map[int]int{1: 500_000, 2: 1_250_000} {
		a, err := p.Replay(t.Context(), Replay{Start: game.Start(), Moves: wander(80, 3), Style: Style{Scale: scale}})
		if err != nil {
			t.Fatal(err)
		}
		if len(a.GIF) > limit {
			t.Errorf("80 plies at scale %d: %d bytes", scale, len(a.GIF))
		}
	}
}

func TestStyleNames(t *testing.T) {
	for theme := range themes {
		var got Theme
		if err := got.UnmarshalText([]byte(theme.String())); err != nil || got != theme {
			t.Errorf("%v: %v, %v", theme, got, err)
		}
	}
	for pieces := range pieceStyles {
		var got PieceSet
		if err := got.UnmarshalText([]byte(pieces.String())); err != nil || got != pieces {
			t.Errorf("%v: %v, %v", pieces, got, err)
		}
	}
	for c := range coordStyles {
		var got Coords
		if err := got.UnmarshalText([]byte(c.String())); err != nil || got != c {
			t.Errorf("%v: %v, %v", c, got, err)
		}
	}
	var theme Theme
	if err := theme.UnmarshalText([]byte("paper")); err == nil {
		t.Error("there is no theme of paper")
	}
}
