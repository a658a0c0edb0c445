package train

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"yeye/game"
)

// A sample comes out of its record as it went in.
func TestRecordKeepsTheSample(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		n := rapid.IntRange(0, 7).Draw(t, "game")
		p, ok := startPosition(random, n)
		for !ok { // random moves may end the game
			p, ok = startPosition(random, n)
		}
		s := Sample{
			Board: p.Setup().Board, Turn: p.Turn(),
			Branch:        rapid.Bool().Draw(t, "aside"),
			Result:        game.Result(rapid.IntRange(0, 3).Draw(t, "result")),
			Score:         rapid.IntRange(-32000, 32000).Draw(t, "score"),
			HalfmoveClock: rapid.IntRange(0, 255).Draw(t, "quiet"),
			Game:          rapid.Uint8().Draw(t, "byte"),
		}
		r := s.Pack()
		if got := r.Unpack(); got != s {
			t.Fatalf("%+v came out as %+v", s, got)
		}
	})
}

// Unpacking never panics, whatever a file contains.
func FuzzUnpack(f *testing.F) {
	start := game.Start()
	s := Sample{Board: start.Setup().Board, Score: 12}
	r := s.Pack()
	f.Add(r[:])
	f.Add(make([]byte, RecordSize))
	f.Fuzz(func(t *testing.T, b []byte) {
		var r Record
		copy(r[:], b)
		s := r.Unpack()
		if s.HalfmoveClock < 0 || s.HalfmoveClock > 255 {
			t.Fatal(s.HalfmoveClock)
		}
	})
}
