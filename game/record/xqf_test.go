package record

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"yeye/game"
)

// maskXQF turns an unmasked file into one of a later version, as XQStudio does,
// with keys drawn from seed. Unused bits and bytes get noise.
func maskXQF(plain []byte, version byte, seed uint64) []byte {
	random := rand.New(rand.NewPCG(seed, 1))
	noise := func() byte { return byte(random.Uint32()) }
	out := append([]byte(nil), plain[:xqfHeader]...)
	out[2] = version
	for i := 3; i < 15; i++ {
		out[i] = noise()
	}
	out[15] = -(out[12] + out[13] + out[14])
	k := newXQFKeys(out)
	for i := range 32 {
		slot := i
		if version >= 12 {
			slot = (i + 1 + int(k.board)) % 32
		}
		out[16+i] = plain[16+slot] + k.board
	}
	for at := xqfHeader; at+8 <= len(plain); {
		head := plain[at : at+8]
		n := int(binary.LittleEndian.Uint32(head[4:]))
		flags := noise() & 0x1f
		if head[2]&0xf0 != 0 {
			flags |= 0x80
		}
		if head[2]&0x0f != 0 {
			flags |= 0x40
		}
		if n > 0 {
			flags |= 0x20
		}
		out = append(out, head[0]+k.from, head[1]+k.to, flags, noise())
		if n > 0 {
			out = binary.LittleEndian.AppendUint32(out, uint32(n+k.comment))
			out = append(out, plain[at+8:at+8+n]...)
		}
		at += 8 + n
	}
	for i := xqfHeader; i < len(out); i++ {
		out[i] += k.stream[i%32]
	}
	return out
}

// asXQF returns a record as it comes back from a round trip through XQF.
func asXQF(r *Record) *Record {
	kept := *r
	kept.Info = Info{}
	for _, t := range xqfTextFields {
		*t.field(&kept.Info) = *t.field(&r.Info)
	}
	setup := r.Start.Setup()
	kept.Start, _ = setup.Position()
	kept.Line = flat(r.Line)
	return &kept
}

// flat moves alternatives to the first move of a variation beside it.
func flat(line []Ply) []Ply {
	line = append([]Ply(nil), line...)
	for i := range line {
		var all [][]Ply
		for _, v := range line[i].Variations {
			v = flat(v)
			beside := v[0].Variations
			v[0].Variations = nil
			all = append(append(all, v), beside...)
		}
		line[i].Variations = all
	}
	return line
}

func TestXQFRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRecord(t)
		for _, tag := range xqfTextFields { // limits it to the shortest field
			text := tag.field(&r.Info)
			*text = cleanName(string([]rune(*text)[:min(7, len([]rune(*text)))]))
		}
		want := asXQF(r)
		if len(want.Line) == 0 {
			want.Start = r.Start
			setup := r.Start.Setup()
			want.Start, _ = setup.Position()
		}
		plain := WriteXQF(r)
		for _, version := range []byte{10, 11, 12, 13, 15, 16, 18} {
			data := plain
			if version > 10 {
				data = maskXQF(plain, version, rapid.Uint64().Draw(t, "keys"))
			}
			got, err := Read(data)
			if err != nil {
				t.Fatalf("version %d: %v", version, err)
			}
			if d := same(want, got); d != "" {
				t.Fatalf("version %d: %s", version, d)
			}
		}
	})
}

// xqfMoves returns a file that begins at the start of a game, with the given tree.
func xqfMoves(tree string) []byte {
	return append(WriteXQF(New(game.Start()))[:xqfHeader], tree...)
}

// xqfStep returns a record of version 10.
func xqfStep(move string, flags byte) string {
	m, err := game.ParseMove(move)
	if err != nil {
		panic(err)
	}
	return string([]byte{24 + xqfPoint(m.From()), 32 + xqfPoint(m.To()), flags, 0, 0, 0, 0, 0})
}

const xqfRoot = "\x18\x20\xf0\xff\x00\x00\x00\x00"

// A variation ends before a move that cannot be played; the moves after it are
// dropped, but an alternative to the illegal move is not.
func TestIllegalVariationIsCut(t *testing.T) {
	data := xqfMoves(xqfRoot +
		xqfStep("h2e2", 0xff) + xqfStep("h9g7", 0) + // the game
		// the second is illegal
		xqfStep("b2e2", 0xf0) + xqfStep("b9b8", 0xff) + xqfStep("a9a8", 0xff) + xqfStep("a0a1", 0) +
		xqfStep("b0c2", 0) + // an alternative to a move after it
		xqfStep("b9c7", 0xf0) + xqfStep("b0c2", 0)) // one to the illegal move
	r, err := Read(data)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, v := range r.Line[0].Variations {
		lines = append(lines, fmt.Sprint((&Record{Line: v}).Moves()))
	}
	if d := cmp.Diff([]string{"[b2e2 b9c7 b0c2]"}, lines); d != "" || r.Cut != 1 || len(r.Line) != 2 {
		t.Errorf("%d moves, %d cut: %s", len(r.Line), r.Cut, d)
	}
}

// The game's own illegal move is refused like any other.
func TestIllegalXQF(t *testing.T) {
	var at *MoveError
	_, err := Read(xqfMoves(xqfRoot + xqfStep("h2e2", 0xf0) + xqfStep("h2e2", 0)))
	if !errors.As(err, &at) || at.Ply != 2 || at.Turn != game.Black {
		t.Errorf("%v", err)
	}
}

// The first piece to move decides the side, whatever the header says.
func TestXQFTurn(t *testing.T) {
	black, err := game.ParseFEN("4k4/9/9/9/9/9/9/2p6/4R4/3K5 b")
	if err != nil {
		t.Fatal(err)
	}
	r := New(black)
	r.Line = []Ply{{Move: game.NewMove(black.King(game.Black), game.SquareAt(3, 9))}}
	for _, m := range black.LegalMoves(nil) {
		r.Line[0].Move = m
		data := WriteXQF(r)
		data[xqfTurn] = 0
		if got, err := Read(data); err != nil || got.Start.Turn() != game.Black || got.Line[0].Move != m {
			t.Fatalf("%s: %+v, %v", m, got, err)
		}
	}
	// Without a move, Black must be to move if Black is in check.
	data := WriteXQF(New(black))
	data[xqfTurn] = 0
	if got, err := Read(data); err != nil || got.Start.Turn() != game.Black {
		t.Errorf("%+v, %v", got, err)
	}
}

// A truncated file is read up to the end of its data, one whose head contradicts
// itself is refused.
func TestBrokenXQF(t *testing.T) {
	whole := xqfMoves(xqfRoot + xqfStep("h2e2", 0xf0) + xqfStep("h9g7", 0))
	for n := range len(whole) {
		r, err := ReadXQF(whole[:n])
		switch {

		case n < xqfHeader:
			var damaged *Damaged
			if !errors.As(err, &damaged) || damaged.Format != XQF || damaged.At != n {
				t.Fatalf("%d bytes: %v", n, err)
			}
		case err != nil || len(r.Line) != max(0, (n-xqfHeader)/8-1):
			t.Fatalf("%d bytes: %+v, %v", n, r, err)
		}
	}
	odd := append([]byte(nil), whole...)
	odd[13] = 1
	var damaged *Damaged
	if _, err := Read(odd); !errors.As(err, &damaged) || damaged.At != 12 {
		t.Errorf("a wrong sum of keys: %v", err)
	}
	for _, version := range []byte{0, 19, 255} {
		var unsupported *Unsupported
		odd := append([]byte(nil), whole...)
		if odd[2] = version; version > 0 {
			odd = append([]byte(nil), odd...)
		}
		if _, err := Read(odd); !errors.As(err, &unsupported) || unsupported.Version != int(version) {
			t.Errorf("version %d: %v", version, err)
		}
	}
}

// Fields have wrong lengths, end within a character, and contain zeros.
func TestXQFTexts(t *testing.T) {
	data := WriteXQF(New(game.Start()))
	put := func(at int, length byte, text string) {
		data[at] = length
		copy(data[at+1:], gbkBytes(text))
	}
	put(304, 200, "胡荣华胡荣华胡荣华") // eighteen bytes, and of the fifteen the last is half a character
	put(80, 6, "顺炮\x00x")      // a zero inside
	put(272, 3, "1982年")       // shorter than the old content
	r, err := Read(data)
	if err != nil || r.Info.Red != "胡荣华胡荣华胡" || r.Info.Title != "顺炮" || r.Info.Date != "198" {
		t.Errorf("%+v, %v", r, err)
	}
	long := New(game.Start())
	long.Info.Red, long.Info.Title = strings.Repeat("许", 20), strings.Repeat("x", 100)
	r, err = Read(WriteXQF(long))
	if err != nil || r.Info.Red != strings.Repeat("许", 7) || r.Info.Title != strings.Repeat("x", 63) {
		t.Errorf("%+v, %v", r, err)
	}
}

func FuzzXQF(f *testing.F) {
	plain := xqfMoves(xqfRoot + xqfStep("h2e2", 0xff) + xqfStep("h9g7", 0) + xqfStep("b2e2", 0))
	f.Add(plain)
	commented := New(game.Start())
	commented.Comment = "先手"
	commented.Line = []Ply{{Move: game.NewMove(25, 22), Comment: "中炮"}}
	f.Add(WriteXQF(commented))
	f.Add(maskXQF(WriteXQF(commented), 11, 1))
	f.Add(maskXQF(plain, 18, 2))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > xqfHeader { // beyond the checks that every file must pass
			data = append([]byte("XQ"), data[2:]...)
			data[2] = data[2] % (xqfNewest + 2)
			data[15] = -(data[12] + data[13] + data[14])
		}
		r, err := ReadXQF(data)
		if err != nil {
			return
		}
		again, err := ReadXQF(WriteXQF(r))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(flat(r.Line), again.Line); d != "" {
			t.Fatal(d)
		}
	})
}
