package render

import (
	"bytes"
	"crypto/rand"
	"hash/adler32"
	"image"
	plan9 "image/color/palette"
	"image/png"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"yeye/game"
)

// walk returns views of a game, one after each move.
func walk(n, scale int) []View {
	pos := game.Start()
	var views []View
	for _, m := range wander(n, 5) {
		pos = pos.After(m)
		views = append(views, View{Position: pos, Marks: Marks{LastMove: m}, Style: Style{Scale: scale}})
	}
	return views
}

// scales returns the sizes to draw: the small one, if tests are to be short.
func scales() []int {
	if testing.Short() {
		return []int{1}
	}
	return []int{1, 2}
}

// A picture assembled from kept bands equals the painted one, whatever was drawn
// before.
func TestBands(t *testing.T) {
	p := New()
	for range 2 {
		for _, g := range goldens(t) {
			for _, scale := range scales() {
				v := g.view
				v.Style.Scale = scale
				pic, err := p.Board(v)
				if err != nil {
					t.Fatal(err)
				}
				im, err := png.Decode(bytes.NewReader(pic.PNG))
				if err != nil {
					t.Fatal(err)
				}
				if err := p.withBoard(v, func(want *image.Paletted) error {
					if _, n := pictureDiff(want, im.(*image.Paletted)); n != 0 {
						t.Errorf("%s at scale %d: %d pixels are not what was painted", g.name, scale, n)
					}
					return nil
				}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// Boards drawn concurrently share bands, and the file does not depend on which
// bands were kept.
func TestBandsAtOnce(t *testing.T) {
	views := walk(40, 1)
	want := make([][]byte, len(views))
	alone := New()
	for n, v := range views {
		pic, err := alone.Board(v)
		if err != nil {
			t.Fatal(err)
		}
		want[n] = pic.PNG
	}
	p := New()
	var all sync.WaitGroup
	for from := range 4 {
		all.Go(func() {
			for n := range views {
				n = (n*7 + from*10) % len(views)
				if pic, err := p.Board(views[n]); err != nil || !bytes.Equal(pic.PNG, want[n]) {
					t.Errorf("board %d: another file; %v", n, err)
				}
			}
		})
	}
	all.Wait()
}

// A move costs the bands of the ranks that change, not a whole board.
func TestBandsAreKept(t *testing.T) {
	p := New()
	views := walk(2, 1)
	for _, v := range views {
		if _, err := p.Board(v); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := p.Board(views[0]); err != nil {
		t.Fatal(err)
	}
	// Twelve bands, and at most the two ranks of each move once more.
	if n := p.bands.lru.Len(); n > 12+4 {
		t.Errorf("%d bands of two boards", n)
	}
}

// Pictures without common bands evict each other, and the cache stays bounded.
func TestBandsAreBounded(t *testing.T) {
	e := newBandCache()
	im := image.NewPaletted(image.Rect(0, 0, 1024, 1024), plan9.Plan9)
	for n := range 12 {
		rand.Read(im.Pix) // cannot be compressed
		data, err := e.encode(im, []int{0, 512}, compression(n%2))
		if err != nil {
			t.Fatal(err)
		}
		got, err := png.Decode(bytes.NewReader(data))
		if err != nil || !bytes.Equal(got.(*image.Paletted).Pix, im.Pix) {
			t.Fatalf("another picture; %v", err)
		}
		sum := 0
		for _, b := range e.lru.Values() {
			sum += len(b.chunk) + bandCost
		}
		if e.memory() != sum || sum > bandBytes {
			t.Fatalf("%d bytes are said to be kept, %d are, of at most %d", e.memory(), sum, bandBytes)
		}
	}
	if e.lru.Len() == 24 {
		t.Error("nothing was dropped")
	}
}

func TestAdlerJoined(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.SliceOf(rapid.Byte()).Draw(t, "a"), rapid.SliceOf(rapid.Byte()).Draw(t, "b")
		if got, want := combineAdler(adler32.Checksum(a), adler32.Checksum(b), len(b)),
			adler32.Checksum(append(a, b...)); got != want {
			t.Fatalf("%08x, want %08x", got, want)
		}
	})
	long := bytes.Repeat([]byte{0xFF}, 1<<20)
	if got, want := combineAdler(adler32.Checksum(long), adler32.Checksum(long), len(long)),
		adler32.Checksum(append(long, long...)); got != want {
		t.Fatalf("of two million bytes: %08x, want %08x", got, want)
	}
}
