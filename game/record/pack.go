package record

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"

	"yeye/game"
)

// Pack encodes a record compactly for storage: all of its fields, variations and comments, in the order of [walk].
// Counters of the start position are kept, and alternatives to the first move of a variation become variations beside
// it.
func Pack(r *Record) ([]byte, error) {
	var buf bytes.Buffer
	buf.WriteByte(packVersion)
	z, err := flate.NewWriter(&buf, flate.DefaultCompression)
	if err != nil {
		return nil, err
	}
	p := packer{out: z}
	p.text(r.Start.FEN())
	info := r.Info
	for _, t := range tags {
		if value := *t.field(&info); value != "" {
			p.text(t.pgn)
			p.text(value)
		}
	}
	p.text("")
	p.put([]byte{byte(r.Result)})
	p.text(r.Comment)
	walk(r.Line, p.ply)
	if p.err != nil {
		return nil, p.err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

const (
	packVersion = 1
	// maxUnpacked limits the size in bytes of an unpacked record: the largest file, in UTF-8.
	maxUnpacked = 4 * MaxSize
)

// Flags for the data of a packed move besides its two squares, in the order of packer.ply.
const (
	packEnds = 1 << iota
	packForks
	packSays
	packMark
	packEval
)

// packer writes the parts of a packed record, and keeps the first error.
type packer struct {
	out io.Writer
	err error
	buf []byte
}

func (p *packer) put(b []byte) {
	if p.err == nil {
		_, p.err = p.out.Write(b)
	}
}

func (p *packer) text(t string) {
	p.buf = binary.AppendUvarint(p.buf[:0], uint64(len(t)))
	p.put(append(p.buf, t...))
}

func (p *packer) ply(m Ply, ends, forks bool) {
	var flags byte
	for bit, set := range [...]bool{ends, forks, m.Comment != "", m.Mark != NoMark, m.Eval.Kind != NoEval} {
		if set {
			flags |= 1 << bit
		}
	}
	b := append(p.buf[:0], flags, byte(m.Move.From()), byte(m.Move.To()))
	if m.Mark != NoMark {
		b = append(b, byte(m.Mark))
	}
	if m.Eval.Kind != NoEval {
		b = binary.AppendVarint(append(b, byte(m.Eval.Kind)), int64(m.Eval.N))
	}
	p.put(b)
	p.buf = b
	if m.Comment != "" {
		p.text(m.Comment)
	}
}

// errPacked is returned for bytes that Pack did not write.
var errPacked = errors.New("this is not a packed record")

// Unpack reads the output of [Pack]. Its moves are checked like those of any file.
func Unpack(data []byte) (*Record, error) {
	if len(data) == 0 || data[0] != packVersion {
		return nil, errPacked
	}
	z := flate.NewReader(bytes.NewReader(data[1:]))
	plain, err := io.ReadAll(io.LimitReader(z, maxUnpacked+1))
	switch {
	case err != nil:
		return nil, err
	case len(plain) > maxUnpacked:
		return nil, ErrTooBig
	}
	u := unpacker{data: plain}
	start, err := game.ParseFEN(u.text())
	if err != nil {
		return nil, err
	}
	r := New(start)
	for key := u.text(); key != ""; key = u.text() {
		value := u.text()
		if field, ok := asPGN[key]; ok { // fields of a later version are dropped
			*field(&r.Info) = cleanName(value)
		}
	}
	r.Result = game.Result(u.byte())
	if r.Result > game.Draw {
		return nil, errPacked
	}
	r.Comment = cleanComment(u.text())
	b := newTree(r)
	for complete := len(u.data) == 0; !complete; {
		e := u.event()
		if u.broken {
			return nil, errPacked
		}
		if complete, err = b.add(e.ply, e.endsLine, e.hasAlternative); err != nil {
			return nil, err
		}
	}
	if u.broken {
		return nil, errPacked
	}
	return b.finish(), nil
}

// unpacker reads values from the front of the remaining data; broken means that it was too short.
type unpacker struct {
	data   []byte
	broken bool
}

func (u *unpacker) take(n int) []byte {
	if n < 0 || n > len(u.data) {
		u.broken, u.data = true, nil
		return nil
	}
	taken := u.data[:n]
	u.data = u.data[n:]
	return taken
}

func (u *unpacker) byte() byte {
	if b := u.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (u *unpacker) text() string {
	n, size := binary.Uvarint(u.data)
	if size <= 0 || n > uint64(len(u.data)) {
		u.take(-1)
		return ""
	}
	u.take(size)
	return string(u.take(int(n)))
}

func (u *unpacker) event() (e event) {
	flags := u.byte()
	from, to := game.Square(u.byte()), game.Square(u.byte())
	if !from.Valid() || !to.Valid() { // other values would be several encodings of the same move
		u.take(-1)
		return e
	}
	e.endsLine, e.hasAlternative = flags&packEnds != 0, flags&packForks != 0
	e.ply.Move = game.NewMove(from, to)
	if flags&packMark != 0 {
		if e.ply.Mark = Mark(u.byte()); e.ply.Mark >= marks {
			u.broken = true
		}
	}
	if flags&packEval != 0 {
		kind := EvalKind(u.byte())
		n, size := binary.Varint(u.data)
		if size <= 0 || kind > MateIn || n > maxEval || n < -maxEval {
			u.take(-1)
			return e
		}
		u.take(size)
		e.ply.Eval = Eval{kind, int(n)}
	}
	if flags&packSays != 0 {
		e.ply.Comment = cleanComment(u.text())
	}
	return e
}
