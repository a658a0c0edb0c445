package studycard

import (
	"context"
	"slices"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/game/record"
)

// Place is the position of a study's board in its book. The zero Place has no text.
type Place struct {
	Annotation     record.Ply   // of the move that led there; at the start only the comment is set
	Continuations  []record.Ply // the moves in the book from there, each once, the line's own first
	FollowingMoves int          // number of moves that follow, in all lines
	Variation      bool
	BranchPosition game.Position // where the variation leaves its parent line
	Moves          int           // number of moves of the variation
}

// Cursor returns the place of the board in a book of its study; ok is false if the book does not contain it.
func Cursor(book *record.Record, m *match.Match) (c *record.Cursor, ok bool) {
	c = book.NewCursor()
	for _, move := range m.Game.Moves() {
		if !c.Follow(move) {
			return c, false
		}
	}
	return c, true
}

// Place finds the board of a study in its book; it is the zero Place for a study that is not open.
func (s *Cards) Place(ctx context.Context, m *match.Match) (at Place, err error) {
	if m.Status != match.Open {
		return at, nil
	}
	book, err := s.books.Book(ctx, m)
	if err != nil {
		return at, err
	}
	c, ok := Cursor(book, m)
	if !ok {
		return at, nil
	}
	at.Annotation.Comment = c.Comment()
	if last := c.Last(); last != nil {
		at.Annotation = *last
	}
	for _, way := range c.Continuations() {
		// Files have variations that begin with the same move, and Discord refuses a select with the same value twice.
		if !slices.ContainsFunc(at.Continuations, func(p record.Ply) bool { return p.Move == way.Move }) {
			at.Continuations = append(at.Continuations, way)
		}
	}
	at.FollowingMoves = c.FollowingPlies()
	if at.Variation = c.Depth() > 0; at.Variation {
		at.Moves = c.Variation()
		for depth := c.Depth(); c.Depth() == depth; {
			c.Back()
		}
		at.BranchPosition = c.Position()
	}
	return at, nil
}

// text returns the book's comment on the place, "" if none.
func (at *Place) text(w *words.Words) string {
	var lines []string
	if at.Variation {
		lines = append(lines, "-# "+w.Text("study.variation",
			locale.Args{"Number": at.BranchPosition.MoveNumber(), "Side": w.Color(at.BranchPosition.Turn())}))
	}
	said := view.Comment(at.Annotation.Comment)
	if mark := at.Annotation.Mark; mark != record.NoMark {
		said = strings.TrimSpace("> **" + mark.String() + "** " + strings.TrimPrefix(said, "> "))
	}
	if said != "" {
		lines = append(lines, said)
	}
	return strings.Join(lines, "\n")
}

// Options of the book's menu, besides moves.
const (
	Promote       = "promote"
	DropVariation = "drop" // the variation
	CutOff        = "cut"  // what follows
	WriteNote     = "note" // a comment
)

const (
	maxContinuations = discord.MaxOptions - 4
	maxDescription   = 60 // characters of a comment
)

func (at *Place) prompt(w *words.Words) string {
	if len(at.Continuations) == 0 {
		return w.Text("study.ways.none")
	}
	return w.Text("study.ways", locale.Args{"Count": len(at.Continuations)})
}

// options returns the options of the book's menu: the known moves, each with the start of its comment, and actions on
// the variation and the comment; nil if the book ends here and there is no variation.
func (at *Place) options(w *words.Words, p *game.Position) (options []discord.Option) {
	for _, next := range at.Continuations[:min(len(at.Continuations), maxContinuations)] {
		o := discord.Option{Label: w.Short(p, next.Move) + next.Mark.String(), Value: next.Move.String()}
		if said := strings.Join(strings.Fields(next.Comment), " "); said != "" {
			o.Description = locale.Visible(said, maxDescription)
		}
		options = append(options, o)
	}
	if at.Variation {
		options = append(options, discord.Option{Label: w.Text("study.promote"), Value: Promote},
			discord.Option{Label: w.Text("study.drop", locale.Args{"Count": at.Moves}), Value: DropVariation})
	}
	if len(at.Continuations) > 0 {
		options = append(options, discord.Option{Label: w.Text("study.cutoff", locale.Args{"Count": at.FollowingMoves}),
			Value: CutOff})
	}
	if len(options) > 0 {
		options = append(options, discord.Option{Label: w.Text(at.NoteLabel()), Value: WriteNote})
	}
	return options
}

// NoteLabel returns the key of the label of the control that writes the place's comment.
func (at *Place) NoteLabel() string {
	if at.Annotation.Comment != "" {
		return "study.note.change"
	}
	return "study.note.write"
}
