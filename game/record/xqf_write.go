package record

import (
	"encoding/binary"
	"strings"

	"golang.org/x/text/encoding/simplifiedchinese"

	"yeye/game"
)

// WriteXQF returns the game as a file of XQStudio, in version 10: it is not masked, and every program that knows the
// format reads it. Texts are cut to the size of their header fields; counters of the start position, engine evaluations
// and fields that the format does not have are left out. Alternatives to the first move of a variation become
// variations beside it, which is equivalent for readers.
func WriteXQF(r *Record) []byte {
	head := make([]byte, xqfHeader, xqfHeader+16*len(r.Line))
	copy(head, "XQ\x0a")
	for slot, s := range piecesInOrder(&r.Start, false) {
		head[xqfPieces+slot] = 0xff
		if s != game.NoSquare {
			head[xqfPieces+slot] = xqfPoint(s)
		}
	}
	head[xqfTurn] = byte(r.Start.Turn())
	head[xqfResult] = byte(r.Result)
	if start := game.Start(); !r.Start.Same(&start) {
		head[xqfKind] = xqfEndgame
	}
	info := r.Info
	for _, t := range xqfTextFields {
		text := t.field(&info)
		head[t.at] = byte(copy(head[t.at+1:t.at+t.size], gbkCut(cleanName(*text), t.size-1)))
		*text = "" // a second field for the same text stays empty
	}
	w := xqfWriter{head}
	w.addMove(game.NoMove, r.Comment, len(r.Line) > 0, false)
	walk(r.Line, func(p Ply, ends, forks bool) { w.addMove(p.Move, p.Comment, !ends, forks) })
	return w.data
}

const (
	xqfKind    = 64
	xqfEndgame = 3
)

func xqfPoint(s game.Square) byte { return byte(10*s.File() + s.Rank()) }

// gbkBytes returns a text in GBK. Characters outside GBK use the four bytes of GB18030.
func gbkBytes(t string) []byte {
	b, err := simplifiedchinese.GB18030.NewEncoder().Bytes([]byte(t))
	if err != nil { // GB18030 has a code for every character
		return nil
	}
	return b
}

// gbkCut returns as many of a text's characters as fit in n bytes.
func gbkCut(t string, n int) (cut []byte) {
	for _, r := range t {
		c := gbkBytes(string(r))
		if len(cut)+len(c) > n {
			break
		}
		cut = append(cut, c...)
	}
	return
}

type xqfWriter struct{ data []byte }

func (w *xqfWriter) addMove(m game.Move, comment string, more, forks bool) {
	var flags byte
	if more {
		flags |= 0xf0
	}
	if forks {
		flags |= 0x0f
	}
	from, to := byte(0x18), byte(0x20)
	if m != game.NoMove {
		from, to = from+xqfPoint(m.From()), to+xqfPoint(m.To())
	}
	var text []byte
	if comment = cleanComment(comment); comment != "" {
		text = gbkBytes(strings.ReplaceAll(comment, "\n", "\r\n") + "\r\n")
	}
	w.data = append(w.data, from, to, flags, 0)
	w.data = binary.LittleEndian.AppendUint32(w.data, uint32(len(text)))
	w.data = append(w.data, text...)
}
