package render

import "bytes"

// lzwWriter compresses GIF frames. compress/lzw would do, but looks up every
// pixel; most pixels of a replay's frame are color unchanged in long runs, and
// for those this encoder keeps the code of every run length it has a code for.
// Its output is plain GIF LZW with codes of up to 12 bits.
type lzwWriter struct {
	to    *bytes.Buffer
	table [1 << lzwHash]uint32 // prefix<<20 | pixel<<12 | code; 0 is free
	runs  []uint16             // runs[n] is the code of n pixels of color unchanged
	next  uint32               // the next code to be assigned
	width uint                 // current size of a code in bits
	acc   uint32               // bits not yet written, lowest first
	have  uint                 // how many
	block [256]byte            // block[0] is the length
	n     int
}

const (
	lzwHash  = 14
	lzwClear = 256 // the code that empties the table
	lzwEnd   = 257
	lzwLast  = 4095
)

func (w *lzwWriter) reset() {
	w.table = [1 << lzwHash]uint32{}
	w.runs = append(w.runs[:0], 0, unchanged)
	w.next, w.width = lzwEnd+1, 9
}

// find returns the slot of a string in the table: where it is, or where it
// would be stored.
func (w *lzwWriter) find(prefix uint32, pixel uint8) (slot, code uint32, ok bool) {
	key := prefix<<8 | uint32(pixel)
	slot = (key * 0x9E3779B1) >> (32 - lzwHash)
	for {
		e := w.table[slot]
		if e == 0 {
			return slot, 0, false
		}
		if e>>12 == key {
			return slot, e & 0xFFF, true
		}
		slot = (slot + 1) & (1<<lzwHash - 1)
	}
}

// frame writes the pixels as GIF's blocks, including the closing empty one.
func (w *lzwWriter) frame(pix []uint8) {
	w.acc, w.have, w.n = 0, 0, 0
	w.reset()
	w.emit(lzwClear)
	for i := 0; i < len(pix); {
		var code, slot uint32
		var ok bool
		run := 0
		if pix[i] == unchanged {
			longest := len(w.runs) - 1
			for run = 1; run < longest && i+run < len(pix) && pix[i+run] == unchanged; run++ {
			}
			code = uint32(w.runs[run])
			i += run
		} else {
			code = uint32(pix[i])
			i++
		}
		// Extend the string as long as it is in the table.
		for {
			if i == len(pix) {
				w.emit(code)
				break
			}
			var longer uint32
			if slot, longer, ok = w.find(code, pix[i]); !ok {
				w.emit(code)
				w.add(slot, code, pix[i], run)
				break
			}
			code = longer
			i++
			run = 0
		}
	}
	if len(pix) > 0 {
		w.next++ // the reader makes an entry of the last code, too
	}
	w.emit(lzwEnd)
	for ; w.have > 0; w.have -= min(8, w.have) {
		w.byte(byte(w.acc))
		w.acc >>= 8
	}
	w.flush()
	w.to.WriteByte(0)
}

// add assigns the next code to string prefix+pixel; run is the prefix's length
// if it is nothing but color unchanged, else 0.
func (w *lzwWriter) add(slot, prefix uint32, pixel uint8, run int) {
	if w.next > lzwLast {
		w.emit(lzwClear)
		w.reset()
		return
	}
	w.table[slot] = prefix<<20 | uint32(pixel)<<12 | w.next
	if pixel == unchanged && run > 0 && run == len(w.runs)-1 {
		w.runs = append(w.runs, uint16(w.next))
	}
	w.next++
}

// emit writes a code. The reader's table is one code behind, so codes become
// longer when next has passed a power of two.
func (w *lzwWriter) emit(code uint32) {
	if w.next > 1<<w.width && w.width < 12 {
		w.width++
	}
	w.acc |= code << w.have
	for w.have += w.width; w.have >= 8; w.have -= 8 {
		w.byte(byte(w.acc))
		w.acc >>= 8
	}
}

func (w *lzwWriter) byte(b byte) {
	w.n++
	w.block[w.n] = b
	if w.n == 255 {
		w.flush()
	}
}

func (w *lzwWriter) flush() {
	if w.n == 0 {
		return
	}
	w.block[0] = byte(w.n)
	w.to.Write(w.block[:w.n+1])
	w.n = 0
}
