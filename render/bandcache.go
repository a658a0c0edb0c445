package render

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/adler32"
	"hash/crc32"
	"hash/maphash"
	"image"
	"image/color"
	"slices"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/klauspost/compress/flate"
)

// bandCache encodes boards as PNG in bands, one per rank and one per border, and caches the compressed bands. A move
// changes two or three of ten ranks, so most of the next board is already compressed. Compressing whole boards took
// nine tenths of a picture's time.
//
// It relies on two rules. DEFLATE data compressed separately and flushed to whole bytes may be concatenated in one
// stream (RFC 1951, section 3.2.3 with the empty stored block of a flush); and a PNG's stream may be split into chunks
// anywhere (PNG, section 11.2.3), so a band is cached as a whole chunk, including its checksum.
type bandCache struct {
	seed     maphash.Seed
	encoders [2]sync.Pool // *encoder, by effort

	mu    sync.Mutex
	lru   *simplelru.LRU[bandKey, *band]
	bytes int // of kept
}

// bandKey identifies a band's content. The hash covers the pixels and has a secret seed, so that users cannot construct
// two bands with the same hash.
type bandKey struct {
	hash          uint64
	width, height int
}

// band is a compressed part of a picture.
type band struct {
	chunk []byte // IDAT
	adler uint32 // of the raw bytes
	raw   int    // their number
}

// compression is the tradeoff between size and time. Bands of boards are reused often, those of cards hardly ever: for
// cards, a sixth more bytes save a third of the time.
type compression uint8

const (
	bestSize compression = iota
	bestSpeed
)

// bandBytes limits the memory of a bandCache: about sixty boards with no band in common.
const bandBytes = 8 << 20

// bandCost is the approximate memory of a band besides its chunk.
const bandCost = 160

func newBandCache() *bandCache {
	kept, err := simplelru.NewLRU[bandKey, *band](bandBytes/bandCost, nil)
	if err != nil {
		panic(err) // only for a size that is not positive
	}
	e := &bandCache{seed: maphash.MakeSeed(), lru: kept}
	e.encoders[bestSize].New = func() any { return newEncoder(flate.DefaultCompression) }
	e.encoders[bestSpeed].New = func() any { return newEncoder(flate.BestSpeed) }
	return e
}

// memory returns the size of the cached bands in bytes.
func (e *bandCache) memory() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.bytes
}

// encode encodes a picture. edges are the first rows of its bands, starting with 0.
func (e *bandCache) encode(im *image.Paletted, edges []int, level compression) ([]byte, error) {
	w, h := im.Rect.Dx(), im.Rect.Dy()
	if len(im.Palette) > 256 || im.Stride != w {
		return nil, fmt.Errorf("render: %d colors, rows of %d bytes for %d pixels", len(im.Palette), im.Stride, w)
	}
	bands := make([]*band, len(edges))
	size := 2048
	for n, from := range edges {
		to := h
		if n+1 < len(edges) {
			to = edges[n+1]
		}
		b, err := e.band(im.Pix[from*im.Stride:to*im.Stride], w, level)
		if err != nil {
			return nil, err
		}
		bands[n] = b
		size += len(b.chunk)
	}
	out := append(make([]byte, 0, size), "\x89PNG\r\n\x1a\n"...)
	header := binary.BigEndian.AppendUint32(make([]byte, 0, 13), uint32(w))
	// 8 bits, by palette, not interlaced
	header = append(binary.BigEndian.AppendUint32(header, uint32(h)), 8, 3, 0, 0, 0)
	out = appendChunk(out, "IHDR", header)
	out = appendPalette(out, im.Palette)
	out = appendChunk(out, "IDAT", []byte{0x78, 0x01}) // zlib: DEFLATE with a window of 32 KiB, no dictionary
	sum := uint32(1)
	for _, b := range bands {
		out = append(out, b.chunk...)
		sum = combineAdler(sum, b.adler, b.raw)
	}
	// An empty last block ends the stream.
	out = appendChunk(out, "IDAT", binary.BigEndian.AppendUint32([]byte{0x03, 0x00}, sum))
	return appendChunk(out, "IEND", nil), nil
}

// evenEdges returns the edges of a picture without ranks: bands about as high as a rank.
func evenEdges(im *image.Paletted) (rows []int) {
	for y := 0; y < im.Rect.Dy(); y += 2 * unitCell {
		rows = append(rows, y)
	}
	return rows
}

// band returns the chunk of some rows, from the cache or newly compressed.
func (e *bandCache) band(pix []byte, width int, level compression) (*band, error) {
	key := bandKey{maphash.Bytes(e.seed, pix), width, len(pix) / width}
	e.mu.Lock()
	b, ok := e.lru.Get(key)
	e.mu.Unlock()
	if ok {
		return b, nil
	}
	p := e.encoders[level].Get().(*encoder)
	defer e.encoders[level].Put(p)
	b, err := p.band(pix, width)
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if old, ok := e.lru.Peek(key); ok { // another goroutine was faster
		return old, nil
	}
	e.lru.Add(key, b)
	for e.bytes += len(b.chunk) + bandCost; e.bytes > bandBytes; {
		_, old, _ := e.lru.RemoveOldest()
		e.bytes -= len(old.chunk) + bandCost
	}
	return b, nil
}

// encoder holds the reusable buffers of a compressor.
type encoder struct {
	raw   []byte
	out   bytes.Buffer
	flate *flate.Writer
}

func newEncoder(level int) *encoder {
	f, err := flate.NewWriter(nil, level)
	if err != nil {
		panic(err) // only for a level that does not exist
	}
	return &encoder{flate: f}
}

// band compresses rows of pixels.
func (p *encoder) band(pix []byte, width int) (*band, error) {
	p.raw = slices.Grow(p.raw[:0], len(pix)+len(pix)/width)
	for ; len(pix) > 0; pix = pix[width:] {
		p.raw = append(p.raw, 0) // no filter: neighboring indices are not neighboring colors
		p.raw = append(p.raw, pix[:width]...)
	}
	p.out.Reset()
	p.flate.Reset(&p.out)
	if _, err := p.flate.Write(p.raw); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	if err := p.flate.Flush(); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	chunk := appendChunk(make([]byte, 0, p.out.Len()+12), "IDAT", p.out.Bytes())
	return &band{chunk, adler32.Checksum(p.raw), len(p.raw)}, nil
}

// appendChunk appends a PNG chunk.
func appendChunk(out []byte, kind string, data []byte) []byte {
	out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
	from := len(out)
	out = append(append(out, kind...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[from:]))
}

// appendPalette appends the colors and, if one is translucent, their opacities.
func appendPalette(out []byte, p color.Palette) []byte {
	colours, alpha := make([]byte, 0, 3*256), make([]byte, 0, 256)
	last := 0
	for n, c := range p {
		r, g, b, a := c.RGBA()
		if a > 0 && a < 0xFFFF { // PNG's colors are not premultiplied by alpha
			r, g, b = r*0xFFFF/a, g*0xFFFF/a, b*0xFFFF/a
		}
		colours, alpha = append(colours, byte(r>>8), byte(g>>8), byte(b>>8)), append(alpha, byte(a>>8))
		if a != 0xFFFF {
			last = n + 1
		}
	}
	out = appendChunk(out, "PLTE", colours)
	if last > 0 {
		out = appendChunk(out, "tRNS", alpha[:last])
	}
	return out
}

// combineAdler returns the Adler-32 sum (RFC 1950, section 8) of two concatenated byte strings from their sums; the
// second has n bytes.
func combineAdler(first, second uint32, n int) uint32 {
	const mod = 65521
	a1, b1 := uint64(first&0xFFFF), uint64(first>>16)
	a2, b2 := uint64(second&0xFFFF), uint64(second>>16)
	// a is 1 plus the sum of the bytes; b is the sum of all values of a. The second string's a started at 1 instead of
	// a1, for n bytes.
	a := (a1 + a2 + mod - 1) % mod
	b := (b1 + b2 + uint64(n)%mod*(a1+mod-1)) % mod
	return uint32(b<<16 | a)
}
