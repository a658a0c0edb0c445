package render

import (
	"bytes"
	"compress/lzw"
	"image"
	"image/color"
	"time"
)

// gifWriter writes a GIF frame by frame, so that a long game is never in memory as pictures.
// image/gif can only write all frames at once.
type gifWriter struct {
	buf    bytes.Buffer
	pixels *lzw.Writer
	frames int // frames
}

// newGIF starts a GIF that loops forever; w and h are in pixels. The palette has at most 256 colors; the color
// unchanged is transparent.
func newGIF(w, h int, pal color.Palette) *gifWriter {
	g := &gifWriter{pixels: lzw.NewWriter(nil, lzw.LSB, 8).(*lzw.Writer)}
	g.buf.WriteString("GIF89a")
	g.writeUint16(uint16(w), uint16(h))
	g.buf.Write([]byte{0xF7, unchanged, 0}) // global table of 256 colors, 8 bits each
	for i := range 256 {
		var c color.RGBA
		if i < len(pal) {
			c = pal[i].(color.RGBA)
		}
		g.buf.Write([]byte{c.R, c.G, c.B})
	}
	g.buf.Write([]byte{0x21, 0xFF, 11})
	g.buf.WriteString("NETSCAPE2.0")
	g.buf.Write([]byte{3, 1, 0, 0, 0})
	return g
}

func (g *gifWriter) writeUint16(vs ...uint16) {
	for _, v := range vs {
		g.buf.Write([]byte{byte(v), byte(v >> 8)})
	}
}

// frame adds the pixels pix of box, row by row, shown for d (in whole hundredths of a second) over
// the previous content.
func (g *gifWriter) frame(box image.Rectangle, pix []uint8, d time.Duration) {
	g.buf.Write([]byte{0x21, 0xF9, 4, 1<<2 | 1}) // leave in place; a transparent color
	g.writeUint16(uint16(min(d/(10*time.Millisecond), 0xFFFF)))
	g.buf.Write([]byte{unchanged, 0, 0x2C})
	g.writeUint16(uint16(box.Min.X), uint16(box.Min.Y), uint16(box.Dx()), uint16(box.Dy()))
	g.buf.Write([]byte{0, 8}) // no local color table; minimum code size
	blocks := blockWriter{to: &g.buf}
	g.pixels.Reset(&blocks, lzw.LSB, 8)
	g.pixels.Write(pix) // into memory: neither it nor Close returns an error
	g.pixels.Close()
	blocks.close()
	g.frames++
}

// blockWriter splits its input into GIF's blocks of at most 255 bytes, each preceded by its length.
type blockWriter struct {
	to    *bytes.Buffer
	block [256]byte // block[0] is the length
}

// WriteByte implements [io.ByteWriter].
func (w *blockWriter) WriteByte(b byte) error {
	w.block[0]++
	w.block[w.block[0]] = b
	if w.block[0] == 255 {
		w.flush()
	}
	return nil
}

// Write implements [io.Writer]; package lzw writes single bytes.
func (w *blockWriter) Write(p []byte) (int, error) {
	for _, b := range p {
		w.WriteByte(b)
	}
	return len(p), nil
}

func (w *blockWriter) flush() {
	if w.block[0] > 0 {
		w.to.Write(w.block[:1+int(w.block[0])])
		w.block[0] = 0
	}
}

// close writes the remaining bytes and the empty block that ends a picture.
func (w *blockWriter) close() {
	w.flush()
	w.to.WriteByte(0)
}

// finish ends the file and returns its bytes.
func (g *gifWriter) finish() []byte {
	g.buf.WriteByte(0x3B)
	return g.buf.Bytes()
}
