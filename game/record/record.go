package record

import (
	"errors"
	"fmt"
	"maps"

	"yeye/game"
)

// Limits of what is read.
const (
	MaxSize  = 1 << 20 // bytes of a file
	MaxPlies = 20000   // moves in all lines together
	MaxDepth = 32      // of variations within variations
	maxName  = 120     // code points of a name
	maxNote  = 4000    // code points of a comment
	maxTags  = 500     // tags before the moves of PGN
)

var (
	// ErrTooBig is the refusal of a file beyond one of the limits.
	ErrTooBig = errors.New("the game is too long to read")
	// ErrNoGame is the refusal of text in which no game can be found.
	ErrNoGame = errors.New("there is no game in this text")
	// ErrUnclosed is the refusal of a file in which comments or variations are
	// opened and never closed, or the other way round.
	ErrUnclosed = errors.New("a comment or variation of the file is not closed where it should be")
	// ErrTruncated is, in a [*MoveError], the refusal of a list of moves that was
	// cut off within one of them.
	ErrTruncated = errors.New("the list of moves breaks off within this one")
)

// MoveError says which move of a file cannot be read or played.
type MoveError struct {
	Ply    int        // counted from 1 along the line it stands in
	Number int        // of the full move, as the start counts
	Turn   game.Color // whose move it is
	Text   string     // as written
	Err    error
}

// refuse is the refusal of half-move number ply, to be played in p.
func refuse(p *game.Position, ply int, text string, err error) error {
	return &MoveError{ply, p.MoveNumber(), p.Turn(), text, err}
}

func (e *MoveError) Error() string {
	return fmt.Sprintf("half-move %d, %q: %v", e.Ply, e.Text, e.Err)
}

func (e *MoveError) Unwrap() error { return e.Err }

// Record is a game with what is known about it. The zero Start is not a
// position: make records with [New], [FromGame] or by reading.
type Record struct {
	Info    Info
	Start   game.Position
	Comment string // before the first move
	Line    []Ply  // the game itself
	Result  game.Result
}

// Info is what is known about a game; unknown is "".
type Info struct {
	Title, Event, Site, Date, Round string
	RedTeam, Red                    string
	BlackTeam, Black                string
	Opening, Variation, ECCO        string
	TimeControl, Termination        string // in the words of PGN, which alone has them
}

// Ply is a move, what is said about it, and the lines that could have been
// played in its stead.
type Ply struct {
	Move       game.Move
	Comment    string
	Variations [][]Ply
}

// New is a record without moves.
func New(start game.Position) *Record { return &Record{Start: start} }

// FromGame is the record of a game's moves and outcome.
func FromGame(g *game.Game) *Record {
	r := New(g.Start())
	for _, m := range g.Moves() {
		r.Line = append(r.Line, Ply{Move: m})
	}
	r.Result = g.Outcome().Result
	return r
}

// Moves is the moves of the game without variations.
func (r *Record) Moves() []game.Move {
	moves := make([]game.Move, len(r.Line))
	for i, p := range r.Line {
		moves[i] = p.Move
	}
	return moves
}

// Game plays the record's moves by the given rules. Ends that are ruled on the
// way do not stop it: files go on after them.
func (r *Record) Game(rules game.Rules) (*game.Game, error) {
	g := game.NewGame(r.Start, rules)
	for i, p := range r.Line {
		if err := g.PlayOn(p.Move); err != nil {
			return nil, refuse(g.Position(), i+1, p.Move.String(), err)
		}
	}
	return g, nil
}

// standard reports whether the record begins as every game does, counters too.
func (r *Record) standard() bool { return r.Start.FEN() == game.StartFEN }

// tags are the names that PGN and DhtmlXQ give to the fields of Info, "" where the
// format has none.
type tag struct {
	pgn, dhtmlxq string
	field        func(*Info) *string
}

var tags = []tag{
	{"Title", "title", func(i *Info) *string { return &i.Title }},
	{"Event", "event", func(i *Info) *string { return &i.Event }},
	{"Site", "place", func(i *Info) *string { return &i.Site }},
	{"Date", "date", func(i *Info) *string { return &i.Date }},
	{"Round", "round", func(i *Info) *string { return &i.Round }},
	{"RedTeam", "redteam", func(i *Info) *string { return &i.RedTeam }},
	{"Red", "red", func(i *Info) *string { return &i.Red }},
	{"BlackTeam", "blackteam", func(i *Info) *string { return &i.BlackTeam }},
	{"Black", "black", func(i *Info) *string { return &i.Black }},
	{"Opening", "open", func(i *Info) *string { return &i.Opening }},
	{"Variation", "variation", func(i *Info) *string { return &i.Variation }},
	{"ECCO", "ecco", func(i *Info) *string { return &i.ECCO }},
	{"TimeControl", "", func(i *Info) *string { return &i.TimeControl }},
	{"Termination", "", func(i *Info) *string { return &i.Termination }},
}

// asPGN and asDhtmlXQ find a field by its name, other programs' names included.
var (
	asPGN     = tagTable(func(t tag) string { return t.pgn }, map[string]string{"White": "Red", "WhiteTeam": "RedTeam", "ECO": "ECCO"})
	asDhtmlXQ = tagTable(func(t tag) string { return t.dhtmlxq }, nil)
)

func tagTable(name func(tag) string, others map[string]string) map[string]func(*Info) *string {
	t := make(map[string]func(*Info) *string)
	for _, tag := range tags {
		if name(tag) != "" {
			t[name(tag)] = tag.field
		}
	}
	known := maps.Clone(t)
	for other, own := range others {
		t[other] = known[own]
	}
	return t
}
