package record

import (
	"bytes"

	"yeye/game"
)

// CBR is CCBridge's format for one game, also used inside its libraries: a header of
// fixed fields, the board, and a tree of moves.

var cbrMagic = []byte("CCBridge Record\x00")

const cbrVersion = 19 // offset of the version

// cbrLayout holds the offsets and sizes of a version's fields. A size of 0 is a
// field that the version lacks.
type cbrLayout struct {
	texts                       []cbrText
	result, turn, board, events int
}

type cbrText struct {
	at, size int
	field    func(*Info) *string
}

var cbrLayouts = map[byte]*cbrLayout{
	1: {
		texts: []cbrText{
			{52, 128, func(i *Info) *string { return &i.Title }},
			{564, 64, func(i *Info) *string { return &i.Event }},
			{628, 64, func(i *Info) *string { return &i.Round }},
			{756, 64, func(i *Info) *string { return &i.Date }},
			{820, 64, func(i *Info) *string { return &i.Site }},
			{884, 64, func(i *Info) *string { return &i.TimeControl }},
			{948, 64, func(i *Info) *string { return &i.Red }},
			{1012, 64, func(i *Info) *string { return &i.RedTeam }},
			{1140, 32, func(i *Info) *string { return &i.RedRating }},
			{1172, 64, func(i *Info) *string { return &i.Black }},
			{1236, 64, func(i *Info) *string { return &i.BlackTeam }},
			{1364, 32, func(i *Info) *string { return &i.BlackRating }},
			{1396, 64, func(i *Info) *string { return &i.Annotator }},
			{1524, 64, func(i *Info) *string { return &i.Author }},
		},
		result: 1820, turn: 1856, board: 1864, events: 1958,
	},
	2: {
		texts: []cbrText{
			{180, 128, func(i *Info) *string { return &i.Title }},
			{692, 64, func(i *Info) *string { return &i.Event }},
			{756, 64, func(i *Info) *string { return &i.Round }},
			{884, 64, func(i *Info) *string { return &i.Date }},
			{948, 64, func(i *Info) *string { return &i.Site }},
			{1012, 64, func(i *Info) *string { return &i.TimeControl }},
			{1076, 64, func(i *Info) *string { return &i.Red }},
			{1140, 64, func(i *Info) *string { return &i.RedTeam }},
			{1268, 32, func(i *Info) *string { return &i.RedRating }},
			{1300, 64, func(i *Info) *string { return &i.Black }},
			{1364, 64, func(i *Info) *string { return &i.BlackTeam }},
			{1492, 32, func(i *Info) *string { return &i.BlackRating }},
			{1652, 64, func(i *Info) *string { return &i.Annotator }},
			{1780, 64, func(i *Info) *string { return &i.Author }},
		},
		result: 2076, turn: 2112, board: 2120, events: 2214,
	},
}

// cbrFile is a record split into its parts but not yet played.
type cbrFile struct {
	version byte
	layout  *cbrLayout
	data    []byte
}

func openCBR(data []byte) (f cbrFile, err error) {
	if len(data) <= cbrVersion || !bytes.HasPrefix(data, cbrMagic) {
		return f, &Damaged{CBR, len(data)}
	}
	f.version, f.data = data[cbrVersion], data
	if f.layout = cbrLayouts[f.version]; f.layout == nil {
		return f, &Unsupported{CBR, int(f.version)}
	}
	if len(data) < f.layout.events {
		return f, &Damaged{CBR, len(data)}
	}
	return f, nil
}

// ReadCBR reads a game of CCBridge. A file truncated within its tree is read up to that point.
func ReadCBR(data []byte) (*Record, error) {
	if len(data) > MaxSize {
		return nil, ErrTooBig
	}
	f, err := openCBR(data)
	if err != nil {
		return nil, err
	}
	return f.record()
}

func (f *cbrFile) heading() (h Heading) {
	for _, t := range f.layout.texts {
		*t.field(&h.Info) = cleanName(utf16Field(f.data, t.at, t.size))
	}
	if result := game.Result(f.data[f.layout.result]); result <= game.Draw {
		h.Result = result
	}
	events := f.events()
	lead, ok := events.next()
	h.Empty = (!ok || lead.endsLine) && !f.hasKing()
	return h
}

// hasKing distinguishes a game from a chapter's heading.
func (f *cbrFile) hasKing() bool {
	for _, m := range f.board() {
		if m.Role() == game.King {
			return true
		}
	}
	return false
}

// cbrRoles are the pieces by the low half of their code; the high half is 1 for Red.
var cbrRoles = [...]game.Role{1: game.Rook, game.Horse, game.Elephant, game.Advisor, game.King, game.Cannon, game.Pawn}

func (f *cbrFile) board() (board [game.Squares]game.Piece) {
	for i, code := range slice(f.data, f.layout.board, game.Squares) {
		side, kind := code>>4, int(code&15)
		if (side == 1 || side == 2) && kind > 0 && kind < len(cbrRoles) {
			board[rowwise(i)] = game.NewPiece(game.Color(side-1), cbrRoles[kind])
		}
	}
	return
}

// rowwise returns the n-th square, row by row from Black's back rank.
func rowwise(n int) game.Square {
	return game.SquareAt(n%game.Files, game.Ranks-1-n/game.Files)
}

func (f *cbrFile) record() (*Record, error) {
	h := f.heading()
	if h.Empty {
		return nil, ErrHeading
	}
	events := f.events()
	setup := game.Setup{Board: f.board()}
	if f.data[f.layout.turn] == 2 {
		setup.Turn = game.Black
	}
	return events.record(setup.Unchecked(), h)
}

func (f *cbrFile) events() moveStream {
	c := cbrEvents{f.version, f.data[f.layout.events:]}
	return moveStream{c.next}
}

// cbrEvents reads the rest of a tree.
type cbrEvents struct {
	version byte
	data    []byte
}

const (
	cbrEnds = 1 << iota
	cbrForks
	cbrSays
)

// next reads the next record of the tree. ok is false at the end of the file, also in the middle of a record.
func (c *cbrEvents) next() (e event, ok bool) {
	if len(c.data) < 4 {
		return e, false
	}
	head := c.data[:4]
	c.data = c.data[4:]
	e.ply.Move = game.NewMove(c.square(head[2]), c.square(head[3]))
	e.endsLine, e.hasAlternative = head[0]&cbrEnds != 0, head[0]&cbrForks != 0
	if head[0]&cbrSays == 0 {
		return e, true
	}
	if len(c.data) < 4 {
		c.data = nil
		return e, false
	}
	n := int32At(c.data)
	c.data = c.data[4:]
	if n < 0 || n > len(c.data) {
		c.data = nil
		return e, false
	}
	e.ply.Comment = cleanComment(utf16Text(c.data[:n]))
	c.data = c.data[n:]
	return e, true
}

func (c *cbrEvents) square(b byte) game.Square {
	switch {
	case c.version == 1:
		return game.SquareAt(int(b>>4), game.Ranks-1-int(b&15))
	case int(b) < game.Squares:
		return rowwise(int(b))
	}
	return game.NoSquare
}
