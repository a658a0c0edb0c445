package render

import (
	"bytes"
	"compress/lzw"
	"io"
	"math/rand/v2"
	"testing"
)

// unlzw decodes the output of lzwWriter.frame with the standard library's reader.
func unlzw(t testing.TB, data []byte) []byte {
	var stream bytes.Buffer
	for {
		n := int(data[0])
		if n == 0 {
			if len(data) != 1 {
				t.Fatalf("%d bytes after the closing block", len(data)-1)
			}
			break
		}
		stream.Write(data[1 : 1+n])
		data = data[1+n:]
	}
	r := lzw.NewReader(&stream, lzw.LSB, 8)
	defer r.Close()
	out, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func FuzzLZW(f *testing.F) {
	f.Add([]byte{1}, uint16(0), uint8(0))
	f.Add([]byte{0, 0, 0, 1, 0, 0}, uint16(9000), uint8(0))
	f.Add([]byte("abcabcabcd"), uint16(40000), uint8(7))
	f.Fuzz(func(t *testing.T, seed []byte, run uint16, noise uint8) {
		// The input repeated with runs of color unchanged, long enough to fill the
		// table several times.
		rng := rand.New(rand.NewPCG(uint64(run), uint64(noise)))
		var pix []uint8
		for range 4 {
			pix = append(pix, seed...)
			pix = append(pix, make([]uint8, run/4)...)
			for range int(noise) * 40 {
				pix = append(pix, uint8(rng.IntN(int(noise)+1)))
			}
		}
		var buf bytes.Buffer
		w := lzwWriter{to: &buf}
		for range 2 { // the second frame must not depend on the first
			buf.Reset()
			w.frame(pix)
			if got := unlzw(t, buf.Bytes()); !bytes.Equal(got, pix) {
				t.Fatalf("%d pixels came back as %d others", len(pix), len(got))
			}
		}
	})
}
