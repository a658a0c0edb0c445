package study

import (
	"context"
	"slices"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/gamefile"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/start"
	"yeye/bot/view"
	"yeye/bot/view/words"
	"yeye/game"
	"yeye/game/notation"
	"yeye/game/record"
)

// place is the position of a study's board in its book. The zero place has no text.
type place struct {
	said      record.Ply   // of the move that led there; before the first one only a comment
	next      []record.Ply // the moves known from there, each once, the line's own first
	behind    int          // how many moves follow in all lines
	variation bool
	leaves    game.Position // where the variation leaves its parent line
	moves     int           // how many moves the variation has in all
}

// cursor returns the place of the board in a book of its study; ok is false if the book does not contain it.
func cursor(book *record.Record, m *match.Match) (c *record.Cursor, ok bool) {
	c = book.Begin()
	for _, move := range m.Game.Moves() {
		if !c.Follow(move) {
			return c, false
		}
	}
	return c, true
}

// place looks an open study up in its book.
func (s *study) place(ctx context.Context, m *match.Match) (at place, err error) {
	if m.Status != match.Open {
		return at, nil
	}
	book, err := s.Games.Book(ctx, m)
	if err != nil {
		return at, err
	}
	c, ok := cursor(book, m)
	if !ok {
		return at, nil
	}
	at.said.Comment = c.Comment()
	if last := c.Last(); last != nil {
		at.said = *last
	}
	for _, way := range c.Ways() {
		// Files have variations that begin with the same move, and Discord refuses a select with the same value twice.
		if !slices.ContainsFunc(at.next, func(p record.Ply) bool { return p.Move == way.Move }) {
			at.next = append(at.next, way)
		}
	}
	at.behind = c.Behind()
	if at.variation = c.Depth() > 0; at.variation {
		at.moves = c.Variation()
		for depth := c.Depth(); c.Depth() == depth; {
			c.Back()
		}
		at.leaves = c.Position()
	}
	return at, nil
}

// text returns the book's comment on the place, "" if none.
func (at *place) text(w *words.Words) string {
	var lines []string
	if at.variation {
		lines = append(lines, "-# "+w.Text("study.variation", locale.Args{"Number": at.leaves.MoveNumber(), "Side": w.Color(at.leaves.Turn())}))
	}
	said := view.Comment(at.said.Comment)
	if mark := at.said.Mark; mark != record.NoMark {
		said = strings.TrimSpace("> **" + mark.String() + "** " + strings.TrimPrefix(said, "> "))
	}
	if said != "" {
		lines = append(lines, said)
	}
	return strings.Join(lines, "\n")
}

// Options of the select of ways, besides moves.
const (
	promote = "promote"
	dropOff = "drop" // the variation
	cutOff  = "cut"  // what follows
	write   = "note" // a comment
)

const (
	maxWays        = discord.MaxOptions - 4
	maxDescription = 60 // characters of a comment
)

func (at *place) prompt(w *words.Words) string {
	if len(at.next) == 0 {
		return w.Text("study.ways.none")
	}
	return w.Text("study.ways", locale.Args{"Count": len(at.next)})
}

// options returns the known moves, each with the beginning of its comment, and what can be done with the variation and the place;
// nil if the book has only the line up to here.
func (at *place) options(w *words.Words, p *game.Position) (options []discord.Option) {
	for _, next := range at.next[:min(len(at.next), maxWays)] {
		o := discord.Option{Label: notation.Write(p, next.Move, w.Notation()) + next.Mark.String(), Value: next.Move.String()}
		if said := strings.Join(strings.Fields(next.Comment), " "); said != "" {
			o.Description = locale.Visible(said, maxDescription)
		}
		options = append(options, o)
	}
	if at.variation {
		options = append(options, discord.Option{Label: w.Text("study.promote"), Value: promote},
			discord.Option{Label: w.Text("study.drop", locale.Args{"Count": at.moves}), Value: dropOff})
	}
	if len(at.next) > 0 {
		options = append(options, discord.Option{Label: w.Text("study.cutoff", locale.Args{"Count": at.behind}), Value: cutOff})
	}
	if len(options) > 0 {
		options = append(options, discord.Option{Label: w.Text(at.noteLabel()), Value: write})
	}
	return options
}

// way plays a move of the book, or changes the book.
func (s *study) way(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	chosen := c.Arg
	if len(r.Interaction.Values) == 1 {
		chosen = r.Interaction.Values[0]
	}
	switch chosen {
	case promote:
		made, err := s.rewrite(ctx, start.Actor(r, match.FromCard), r, c, (*record.Cursor).Promote)
		if err != nil {
			return interaction.Response{}, err
		}
		return s.ShowMatch(r, &made.Match, game.NoSquare), nil
	case dropOff, cutOff:
		return s.askDrop(ctx, r, c, chosen)
	case write:
		return s.askNote(ctx, r, c)
	}
	move, err := game.ParseMove(chosen)
	if err != nil {
		return interaction.Response{}, match.ErrStale
	}
	made, err := s.Matches.Step(ctx, start.Actor(r, match.FromCard), c.ID, c.Turn, move)
	if err != nil {
		return interaction.Response{}, err
	}
	return s.ShowMatch(r, &made.Match, game.NoSquare), nil
}

// rewrite changes the book of the player's study at the place of its board.
func (s *study) rewrite(ctx context.Context, by match.Actor, r *interaction.Request, c discord.ControlID, change func(*record.Cursor) bool) (match.Change, error) {
	m, err := s.atTurn(ctx, r, c)
	if err != nil {
		return match.Change{}, err
	}
	book, err := s.Games.Book(ctx, &m)
	if err != nil {
		return match.Change{}, err
	}
	at, ok := cursor(book, &m)
	if !ok || !change(at) {
		return match.Change{}, m.Stale()
	}
	b := match.Board{Game: game.NewGame(book.Start, game.NoRepetition)}
	for _, move := range at.Moves() {
		if err := b.Game.PlayOn(move); err != nil {
			return match.Change{}, err
		}
	}
	if b.Book, err = gamefile.PackBook(book); err != nil {
		return match.Change{}, err
	}
	return s.Matches.SetUp(ctx, by, m.ID, c.Turn, b)
}

// ownersPlace returns the place that the card shows, for the owner only.
func (s *study) ownersPlace(ctx context.Context, r *interaction.Request, c discord.ControlID) (at place, err error) {
	m, err := s.atTurn(ctx, r, c)
	if err == nil && m.IsGuest(r.Player) {
		err = match.ErrNotSeated
	}
	if err != nil {
		return at, err
	}
	return s.place(ctx, &m)
}

// askDrop asks the owner before part of the book is deleted.
func (s *study) askDrop(ctx context.Context, r *interaction.Request, c discord.ControlID, what string) (interaction.Response, error) {
	at, err := s.ownersPlace(ctx, r, c)
	if err != nil {
		return interaction.Response{}, err
	}
	count := at.behind
	if what == dropOff {
		count = at.moves
	}
	return interaction.Answer(discord.Message{Content: r.Text.Text("study.drop.ask", locale.Args{"Count": count}),
		Rows: []discord.Row{{discord.Button{CustomID: discord.ControlID{Action: actionDrop, ID: c.ID, Turn: c.Turn, Arg: what}.String(),
			Label: r.Text.Text("study.drop.sure"), Style: discord.Danger}}}}), nil
}

// drop deletes the variation, or what follows the place.
func (s *study) drop(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	change := (*record.Cursor).Drop
	if c.Arg == cutOff {
		change = func(at *record.Cursor) bool {
			at.Cut()
			return true
		}
	}
	made, err := s.rewrite(ctx, start.Actor(r, match.FromCommand), r, c, change) // the button is not on the card
	if err != nil {
		return interaction.Response{}, err
	}
	if made.Match.Private() {
		return s.ShowMatch(r, &made.Match, game.NoSquare), nil
	}
	return interaction.Change(discord.Message{Content: r.Text.Text("study.dropped")}), nil
}
