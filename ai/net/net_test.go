package net

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"yeye/game"
)

// drawn returns random weights, about as large as those of a fit.
func drawn(seed uint64, hidden int) *Weights {
	r := rand.New(rand.NewPCG(seed, 1))
	w := &Weights{Hidden: hidden, Rows: make([]int16, Features*hidden), Bias: make([]int16, hidden), Out: make([]int16, Buckets*2*hidden)}
	for i := range w.Rows {
		w.Rows[i] = int16(r.IntN(161) - 80)
	}
	for i := range w.Bias {
		w.Bias[i] = int16(r.IntN(201) - 60)
	}
	for i := range w.Out {
		w.Out[i] = int16(r.IntN(121) - 60)
	}
	for i := range w.OutBias {
		w.OutBias[i] = int32(r.IntN(20001) - 10000)
	}
	return w
}

func network(t testing.TB, w *Weights) *Net {
	t.Helper()
	n, err := New(w)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// slowValue computes the network's value by its definition, from the weights and the
// board alone.
func slowValue(w *Weights, p *game.Position) int {
	sum := 0
	bucket := (p.Occupied().Count() - 1) / 4
	for half, c := range [2]game.Color{p.Turn(), p.Turn().Other()} {
		for u := range w.Hidden {
			x := int(w.Bias[u])
			for b := p.Occupied(); b.Any(); {
				s := b.PopFirst()
				piece := p.At(s)
				kind := int(piece.Role()) - 1
				if piece.Color() != c {
					kind += 7
				}
				if c == game.Black {
					s = game.SquareAt(8-s.File(), 9-s.Rank())
				}
				x += int(w.Rows[(kind*90+int(s))*w.Hidden+u])
			}
			x = min(max(x, 0), 255)
			sum += x * x * int(w.Out[(2*bucket+half)*w.Hidden+u])
		}
	}
	return (sum/255 + int(w.OutBias[bucket])) * 280 / (255 * 64)
}

// Along random games, with moves, passes and moves taken back, evaluated now and then
// so that several plies wait to be updated, every kernel gives the value of the
// definition.
func TestValueIsTheDefinition(t *testing.T) {
	for _, hidden := range []int{64, 192} {
		w := drawn(uint64(hidden), hidden)
		fast := network(t, w)
		follow(t, w, fast, 11)
		follow(t, w, fast.Portable(), 11)
	}
}

func follow(t *testing.T, w *Weights, n *Net, seed uint64) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 2))
	for range 6 {
		type step struct {
			m    game.Move
			undo game.Undo
			null bool
		}
		p := game.Start()
		s := NewStack(n, 130)
		s.Reset(0, &p)
		var way []step
		for range 160 {
			moves := p.LegalMoves(nil)
			switch k := r.IntN(10); {
			case len(way) > 0 && (k < 3 || len(moves) == 0 || len(way) == 128):
				last := way[len(way)-1]
				way = way[:len(way)-1]
				if last.null {
					p.UndoNull(last.undo)
				} else {
					p.Undo(last.m, last.undo)
				}
			case k == 3 && !p.InCheck():
				way = append(way, step{undo: p.DoNull(), null: true})
				s.NullMove(len(way))
			case len(moves) > 0:
				m := moves[r.IntN(len(moves))]
				piece, taken := p.At(m.From()), p.At(m.To())
				way = append(way, step{m: m, undo: p.Do(m)})
				s.Made(len(way), piece, taken, m.From(), m.To())
			}
			if r.IntN(3) > 0 {
				continue
			}
			if got, want := s.Value(len(way), &p), slowValue(w, &p); got != want {
				t.Fatalf("%d hidden, vector %t: %s is worth %d, by definition %d", w.Hidden, n.vector, p.FEN(), got, want)
			}
		}
		s.Copy(3, len(way))
		if got, want := s.Value(3, &p), slowValue(w, &p); got != want {
			t.Fatalf("moved to another ply it is worth %d, not %d", got, want)
		}
	}
}

// The two sides are treated alike: with colors exchanged and the board turned, a
// position has the same value for the side to move.
func TestValueKnowsNoColor(t *testing.T) {
	n := network(t, drawn(5, 64))
	r := rand.New(rand.NewPCG(3, 3))
	p := game.Start()
	for range 120 {
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		p.Do(moves[r.IntN(len(moves))])
		turned := game.Setup{Turn: p.Turn().Other()}
		for at, piece := range p.Setup().Board {
			if piece != game.NoPiece {
				turned.Board[game.Square(at).Turned()] = game.NewPiece(piece.Color().Other(), piece.Role())
			}
		}
		q := turned.Unchecked()
		s := NewStack(n, 2)
		s.Reset(0, &p)
		s.Reset(1, &q)
		if a, b := s.Value(0, &p), s.Value(1, &q); a != b {
			t.Fatalf("%s is worth %d, turned %d", p.FEN(), a, b)
		}
	}
}

// FuzzKernels gives the kernels lanes of any value, far beyond those of a network: the
// lanes and, where the processor has them, the vectors agree bit by bit with the sums
// written out.
func FuzzKernels(f *testing.F) {
	f.Add([]byte{0, 0x80, 0xff, 0x7f, 0xff, 0xff, 1, 0}, uint8(1))
	f.Add([]byte("any bytes at all, and some more of them"), uint8(3))
	f.Fuzz(func(t *testing.T, b []byte, size uint8) {
		words := 16 * (1 + int(size%8))
		src := make([][]uint64, 6)
		for i := range src {
			src[i] = make([]uint64, words)
			for j := range src[i] {
				var word [8]byte
				for k := range word {
					if len(b) > 0 {
						word[k] = b[(i*31+j*8+k)%len(b)] + byte(i)
					}
				}
				src[i][j] = binary.LittleEndian.Uint64(word[:])
			}
		}
		weights := make([]uint64, 0, 2*words)
		for _, w := range append(append([]uint64(nil), src[4]...), src[5]...) {
			// New accepts only weights that fit 16 bits when multiplied by QA.
			var kept uint64
			for k := range lanes {
				kept |= uint64(uint16(int16(w>>(16*k))%129)) << (16 * k)
			}
			weights = append(weights, kept)
		}
		plus, minus2 := make([]uint64, words), make([]uint64, words)
		var dot int32
		for i := range words {
			for k := range lanes {
				at := func(row []uint64) int16 { return int16(row[i] >> (16 * k)) }
				sum := at(src[0]) + at(src[1]) - at(src[2])
				plus[i] |= uint64(uint16(sum)) << (16 * k)
				minus2[i] |= uint64(uint16(sum-at(src[3]))) << (16 * k)
				for side, own := range [2]int16{at(src[0]), at(src[1])} {
					unit := int32(min(max(own, 0), QA))
					dot += unit * unit * int32(int16(weights[side*words+i]>>(16*k)))
				}
			}
		}
		// The sums are the result and the first of the lanes, the rows all the others.
		for _, vector := range []bool{false, true} {
			if vector && !hasVector {
				break
			}
			n := &Net{words: words, vector: vector, rows: slices.Concat(src[1:]...)}
			sums := slices.Concat(make([]uint64, words), src[0])
			n.addSub(sums, 0, words, 0, words)
			same(t, sums[:words], plus)
			n.addSubSub(sums, 0, words, 0, words, 2*words)
			same(t, sums[:words], minus2)
			if a := n.dot(src[0], src[1], weights); a != dot {
				t.Errorf("dot, vectors %v: %d and %d", vector, a, dot)
			}
		}
	})
}

func same(t *testing.T, a, b []uint64) {
	t.Helper()
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("word %d: %016x and %016x", i, a[i], b[i])
		}
	}
}

// A lane's arithmetic is that of int16, whatever its neighbors hold.
func FuzzLanes(f *testing.F) {
	f.Add(uint64(0x8000_7fff_ffff_0001), uint64(0xffff_0001_8000_7fff))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		for k := range lanes {
			x, y := int16(a>>(16*k)), int16(b>>(16*k))
			if got := int16(addWord(a, b) >> (16 * k)); got != x+y {
				t.Errorf("lane %d: %d + %d = %d", k, x, y, got)
			}
			if got := int16(subWord(a, b) >> (16 * k)); got != x-y {
				t.Errorf("lane %d: %d - %d = %d", k, x, y, got)
			}
		}
	})
}

// Weights that could overflow are refused, each kind by itself.
func TestOverflowIsRefused(t *testing.T) {
	for name, spoil := range map[string]func(w *Weights){
		"a row":          func(w *Weights) { w.Rows[700*64+3] = 1100 },
		"a bias":         func(w *Weights) { w.Bias[9] = -32000 },
		"an output":      func(w *Weights) { w.Out[70] = -129 },
		"an output bias": func(w *Weights) { w.OutBias[7] = 1 << 25 },
	} {
		w := drawn(1, 64)
		if _, err := New(w); err != nil {
			t.Fatal(err)
		}
		spoil(w)
		if _, err := New(w); !errors.Is(err, ErrOverflow) {
			t.Errorf("%s: %v", name, err)
		}
	}
	wide := drawn(1, 512)
	for i := range wide.Out {
		wide.Out[i] = 120
	}
	if _, err := New(wide); !errors.Is(err, ErrOverflow) {
		t.Errorf("a sum of outputs: %v", err)
	}
}

// A file is read back as it was written, and an incomplete one is refused.
func TestFile(t *testing.T) {
	w := drawn(8, 64)
	file := w.Encode()
	n, err := Parse(file)
	if err != nil || n.Checksum() != network(t, w).Checksum() || n.Hidden() != 64 {
		t.Fatalf("%v, checksum %x", err, n.Checksum())
	}
	other := drawn(9, 64)
	if n.Checksum() == network(t, other).Checksum() {
		t.Error("two networks have one checksum")
	}
	for name, bad := range map[string][]byte{
		"nothing": nil, "half": file[:len(file)/2], "another's": append([]byte("something else"), file...),
		"one bit": append(append([]byte(nil), file[:500]...), append([]byte{file[500] ^ 1}, file[501:]...)...),
	} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("%s was read as a network", name)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(drawn(8, 64).Encode()[:4096])
	f.Add([]byte(magic + "\x40\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if w, err := Decode(b); err == nil && len(w.Encode()) != len(b) {
			t.Error("it was read but would be written otherwise")
		}
	})
}

func BenchmarkNode(b *testing.B) {
	for _, c := range []struct {
		name   string
		hidden int
		fast   bool
	}{{"128", 128, true}, {"256", 256, true}, {"512", 512, true}, {"256 portable", 256, false}} {
		b.Run(c.name, func(b *testing.B) {
			n := network(b, drawn(1, c.hidden))
			if !c.fast {
				n = n.Portable()
			}
			p := game.Start()
			s := NewStack(n, 2)
			s.Reset(0, &p)
			m, _ := game.ParseMove("h2e2")
			piece := p.At(m.From())
			p.Do(m)
			b.ReportAllocs()
			for b.Loop() {
				s.Made(1, piece, game.NoPiece, m.From(), m.To())
				s.Value(1, &p)
			}
		})
	}
}
