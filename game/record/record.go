package record

import (
	"maps"

	"yeye/game"
)

// Record is a game with its headers, comments and variations. The zero Start is
// not a position: make records with [New], [FromGame] or by reading.
type Record struct {
	Info    Info
	Start   game.Position
	Comment string // before the first move
	Line    []Ply  // the game itself
	Result  game.Result
	Cut     int // variations of the file that were cut before an illegal move, or not read
	Arrows  int // comments of the file with arrows or marked squares, which are not kept
	Clocks  int // comments of the file with times, which are not kept
}

// Info holds the headers of a game; "" means unknown.
type Info struct {
	Title, Event, Site, Date, Round string
	RedTeam, Red                    string
	BlackTeam, Black                string
	RedRating, BlackRating          string
	Opening, Variation, ECCO        string
	Annotator, Author               string // author of the comments, author of the file
	TimeControl                     string
	Termination                     string // in the words of PGN, the only format that has this header
}

// Ply is a move, its comment, and its variations: lines that could have been played instead. Only PGN keeps Mark and
// Eval.
type Ply struct {
	Move       game.Move
	Mark       Mark
	Eval       Eval
	Comment    string
	Variations [][]Ply
}

// New returns a record without moves.
func New(start game.Position) *Record { return &Record{Start: start} }

// FromGame returns the record of a game's moves and outcome.
func FromGame(g *game.Game) *Record {
	r := New(g.Start())
	for _, m := range g.Moves() {
		r.Line = append(r.Line, Ply{Move: m})
	}
	r.Result = g.Outcome().Result
	return r
}

// Moves returns the moves of the game without variations.
func (r *Record) Moves() []game.Move {
	moves := make([]game.Move, len(r.Line))
	for i, p := range r.Line {
		moves[i] = p.Move
	}
	return moves
}

// Game plays the record's moves by the given rules, as [game.Replay] does: it continues past ends by the rules, as
// files do.
func (r *Record) Game(rules game.Rules) (*game.Game, error) {
	return game.Replay(r.Start, rules, r.Moves())
}

// Size returns the number of moves in all lines, and the size of the comments in bytes.
func (r *Record) Size() (moves, text int) {
	text = len(r.Comment)
	walk(r.Line, func(p Ply, _, _ bool) {
		moves++
		text += len(p.Comment)
	})
	return
}

// startsStandard reports whether the record has the standard start position, including the counters.
func (r *Record) startsStandard() bool { return r.Start.FEN() == game.StartFEN }

// tag holds the names of a field of Info in PGN and DhtmlXQ, "" if the format does not have it.
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
	{"RedElo", "redrating", func(i *Info) *string { return &i.RedRating }},
	{"BlackElo", "blackrating", func(i *Info) *string { return &i.BlackRating }},
	{"Annotator", "remark", func(i *Info) *string { return &i.Annotator }},
	{"Author", "author", func(i *Info) *string { return &i.Author }},
	{"TimeControl", "timerule", func(i *Info) *string { return &i.TimeControl }},
	{"Termination", "", func(i *Info) *string { return &i.Termination }},
}

// asPGN and asDhtmlXQ map names of fields, including other programs' names, to fields of Info.
var (
	asPGN = tagTable(func(t tag) string { return t.pgn },
		map[string]string{"White": "Red", "WhiteTeam": "RedTeam", "ECO": "ECCO", "WhiteElo": "RedElo"})
	dhtmlInfoFields = tagTable(func(t tag) string { return t.dhtmlxq }, nil)
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
