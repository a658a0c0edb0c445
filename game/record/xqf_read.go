package record

import (
	"bytes"

	"yeye/game"
)

// XQF is the format of XQStudio: a header of fixed fields, followed by a tree of moves, which from version 11 on is
// masked with keys derived from the header.

const (
	xqfHeader   = 1024
	xqfNewest   = 18
	xqfTurns    = 12 // from this version on the order of the pieces is rotated by a key
	xqfMasked   = 11 // from this version on there are keys
	xqfPieces   = 16 // offsets in the header
	xqfTurn     = 50
	xqfResult   = 51
	xqfOffBoard = 90
)

// xqfTextFields are the text fields: offset, size, and the field of Info. If two have the same field of Info, the first
// non-empty one counts.
var xqfTextFields = []struct {
	at, size int
	field    func(*Info) *string
}{
	{80, 64, func(i *Info) *string { return &i.Title }},
	{144, 64, func(i *Info) *string { return &i.Title }},
	{208, 64, func(i *Info) *string { return &i.Event }},
	{272, 16, func(i *Info) *string { return &i.Date }},
	{288, 16, func(i *Info) *string { return &i.Site }},
	{304, 16, func(i *Info) *string { return &i.Red }},
	{320, 16, func(i *Info) *string { return &i.Black }},
	{336, 64, func(i *Info) *string { return &i.TimeControl }},
	{464, 16, func(i *Info) *string { return &i.Annotator }},
	{480, 16, func(i *Info) *string { return &i.Author }},
}

// xqfKeys unmask a file; the zero keys are for a file that is not masked.
type xqfKeys struct {
	board, from, to byte
	comment         int // added to the length of a comment
	stream          [32]byte
}

// xqfText is the constant that XQStudio mixes into the keys.
const xqfText = "[(C) Copyright Mr. Dong Shiwei.]"

// newXQFKeys derives the keys from the header of a masked file.
func newXQFKeys(head []byte) (k xqfKeys) {
	g := func(k byte) byte { return 54*k*k + 221 } // modulo 256
	sum, board, from, to := head[12], head[13], head[14], head[15]
	k.board = g(board) * board
	k.from = g(from) * k.board
	k.to = g(to) * k.from
	k.comment = (int(sum)*256+int(board))%32000 + 767
	for i := range k.stream {
		mask := [4]byte{sum, board, from, to}[i%4]&head[3] | head[8+i%4]
		k.stream[i] = mask & xqfText[i]
	}
	return
}

// ReadXQF reads a file of XQStudio. The first piece to move decides the side to move, even against the header. A file
// truncated within its tree is read up to that point. Errors are [ErrTooBig], [*Damaged], [*Unsupported], [*MoveError]
// and [*game.FENError].
func ReadXQF(data []byte) (*Record, error) {
	if len(data) > MaxSize {
		return nil, ErrTooBig
	}
	if len(data) < xqfHeader || !bytes.HasPrefix(data, []byte("XQ")) {
		return nil, &Damaged{XQF, len(data)}
	}
	version := int(data[2])
	if version == 0 || version > xqfNewest {
		return nil, &Unsupported{XQF, version}
	}
	if data[12]+data[13]+data[14]+data[15] != 0 {
		return nil, &Damaged{XQF, 12}
	}
	f := xqfFile{version: version}
	if version >= xqfMasked {
		f.keys = newXQFKeys(data)
	}
	f.tree = bytes.Clone(data[xqfHeader:])
	for i := range f.tree { // the header's length is a multiple of the key's
		f.tree[i] -= f.keys.stream[i%len(f.keys.stream)]
	}
	return f.record(data[:xqfHeader])
}

// xqfFile is a file being read: tree is the rest of the unmasked moves.
type xqfFile struct {
	version int
	keys    xqfKeys
	tree    []byte
}

func (f *xqfFile) record(head []byte) (*Record, error) {
	var h Heading
	for _, t := range xqfTextFields {
		if to := t.field(&h.Info); *to == "" {
			*to = lengthPrefixed(head, t.at, t.size)
		}
	}
	if result := game.Result(head[xqfResult]); result <= game.Draw {
		h.Result = result
	}
	stated := game.Setup{Board: f.board(head), Turn: game.Color(head[xqfTurn] & 1)}
	return moveStream{f.next}.record(stated.Unchecked(), h)
}

// board returns the placement of the pieces. A later piece replaces an earlier one on the same square.
func (f *xqfFile) board(head []byte) (board [game.Squares]game.Piece) {
	var squares [32]byte
	for i := range squares {
		slot := i
		if f.version >= xqfTurns {
			slot = (i + 1 + int(f.keys.board)) % len(squares)
		}
		squares[slot] = head[xqfPieces+i] - f.keys.board
	}
	for slot, q := range squares {
		if q < xqfOffBoard {
			board[xqfSquare(q)] = game.NewPiece(game.Color(slot/len(pieceOrder)), pieceOrder[slot%len(pieceOrder)])
		}
	}
	return
}

// xqfSquare decodes file times ten plus rank; NoSquare for an invalid square.
func xqfSquare(q byte) game.Square {
	if q >= xqfOffBoard {
		return game.NoSquare
	}
	return game.SquareAt(int(q)/10, int(q)%10)
}

// next reads the next record of the tree. ok is false at the end of the file, also in the middle of a record.
func (f *xqfFile) next() (m event, ok bool) {
	if len(f.tree) < 4 {
		return m, false
	}
	head := f.tree[:4]
	f.tree = f.tree[4:]
	m.ply.Move = game.NewMove(xqfSquare(head[0]-24-f.keys.from), xqfSquare(head[1]-32-f.keys.to))
	flags, hasComment := head[2], true
	if f.version < xqfMasked {
		m.endsLine, m.hasAlternative = flags&0xf0 == 0, flags&0x0f != 0
	} else {
		m.endsLine, m.hasAlternative, hasComment = flags&0x80 == 0, flags&0x40 != 0, flags&0x20 != 0
	}
	if !hasComment {
		return m, true
	}
	if len(f.tree) < 4 {
		f.tree = nil
		return m, false
	}
	n := int32At(f.tree) - f.keys.comment
	f.tree = f.tree[4:]
	if n < 0 || n > len(f.tree) {
		f.tree = nil
		return m, false
	}
	m.ply.Comment = cleanComment(gbk(f.tree[:n]))
	f.tree = f.tree[n:]
	return m, true
}
