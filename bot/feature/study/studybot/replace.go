package studybot

import (
	"bytes"
	"context"

	"yeye/bot/discord"
	"yeye/bot/feature/study"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/match/fairplay"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game/record"
)

// A study has one board and one book: setting up another game or position replaces the book for good. The owner is
// asked first if the book has comments or fewMoves moves or more.

const fewMoves = 10

// openOptions is how to open a study.
type openOptions struct {
	study.Board
	may    fairplay.Permit
	given  bool // an open study is set up with the board
	public bool
	sure   bool                                             // replace that study's book without asking
	again  func(context.Context) (discord.ControlID, error) // the control to open it once the owner has agreed
}

// publicArg is the argument of a control that opens a public study.
const publicArg = "p"

func publicArgOf(public bool) string {
	if public {
		return publicArg
	}
	return ""
}

// loss is what a study loses when its book is replaced: the number of moves, and the size of their comments in bytes.
type loss struct{ moves, comments int }

// needsQuestion reports whether the owner must be asked first.
func (l loss) needsQuestion() bool { return l.comments > 0 || l.moves >= fewMoves }

// lossBy returns what would be lost if the packed book by replaced a study's book.
func (s *studies) lossBy(ctx context.Context, m *match.Match, by []byte) (l loss, err error) {
	book, err := s.Studies.Book(ctx, m)
	if err != nil {
		return l, err
	}
	packed, err := study.Pack(book)
	if err == nil && bytes.Equal(packed, by) {
		return l, nil // the same book, at another position
	}
	l.moves, l.comments = book.Size()
	return l, nil
}

// askOpening returns the question to the owner before their study's book is replaced; ok is false if none is needed.
func (s *studies) askOpening(ctx context.Context, r *interaction.Request, m *match.Match,
	o *openOptions) (a interaction.Response, ok bool, err error) {
	if !o.given || o.sure {
		return a, false, nil
	}
	lost, err := s.lossBy(ctx, m, o.Book)
	if !lost.needsQuestion() || err != nil {
		return a, false, err
	}
	c, err := o.again(ctx)
	return askReplace(s.Readers.For(r).Words, m, lost, c), err == nil, err
}

// askReplace returns that question, with buttons to agree and to save the old book as a file.
func askReplace(w *words.Words, m *match.Match, lost loss, agree discord.ControlID) interaction.Response {
	key := "study.replace.ask"
	switch {
	case lost.moves == 0:
		key = "study.replace.ask.comments"
	case lost.comments == 0:
		key = "study.replace.ask.moves"
	}
	return interaction.Answer(discord.Message{Content: w.Text(key, locale.Args{"Count": lost.moves}),
		Rows: []discord.Row{{
			discord.Button{CustomID: agree.String(), Label: w.Text("study.replace.sure"), Style: discord.Danger},
			discord.Button{CustomID: view.IDs(m)(view.ActionExport, ""), Label: w.Text("control.save"),
				Style: discord.Secondary},
		}}})
}

// importPasted returns a function that makes the control to open a study of a pasted game: it imports the game, because
// a control cannot carry it.
func (s *studies) importPasted(r *interaction.Request, rec *record.Record,
	o *openOptions) func(context.Context) (discord.ControlID, error) {
	return func(ctx context.Context) (discord.ControlID, error) {
		kept, err := s.Games.Store(ctx, archive.NewImported(r.Player, rec, o.Game))
		return discord.ControlID{
			Action: actionReplace,
			ID:     kept,
			Turn:   int64(o.Game.Ply()),
			Arg:    publicArgOf(o.public),
		}, err
	}
}

// replace opens a study after its owner has agreed to lose the old book.
func (s *studies) replace(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	return interaction.Editing(s.openPlace(ctx, r, c, c.Arg == publicArg, true))
}
