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

// A study has one board and one book: another game or position on it replaces the book for good. Its owner is asked
// first, unless the book is quickly entered again.

const fewMoves = 10 // without comments

// opening is how a study is to be opened.
type opening struct {
	study.Board
	may    fairplay.Permit
	given  bool // an open study takes the board
	public bool
	sure   bool                                             // whatever that study's book holds
	again  func(context.Context) (discord.ControlID, error) // the control that opens it after the player was asked
}

// shown is the argument of a control that opens a study for everybody.
const shown = "p"

func argOf(public bool) string {
	if public {
		return shown
	}
	return ""
}

// loss is what another book takes from a study: how many moves, and the size of their comments in bytes.
type loss struct{ moves, comments int }

// matters reports whether it needs a question.
func (l loss) matters() bool { return l.comments > 0 || l.moves >= fewMoves }

// replaces returns what a study's book would lose to another book.
func (s *studies) replaces(ctx context.Context, m *match.Match, by []byte) (l loss, err error) {
	book, err := s.Studies.Book(ctx, m)
	if err != nil {
		return l, err
	}
	packed, err := study.Pack(book)
	if err == nil && bytes.Equal(packed, by) {
		return l, nil // only another place of it is wanted
	}
	l.moves, l.comments = book.Size()
	return l, nil
}

// askOpening asks the owner of a study before an opening replaces its book; ok is false if there is nothing to ask.
func (s *studies) askOpening(ctx context.Context, r *interaction.Request, m *match.Match,
	o *opening) (a interaction.Response, ok bool, err error) {
	if !o.given || o.sure {
		return a, false, nil
	}
	lost, err := s.replaces(ctx, m, o.Book)
	if !lost.matters() || err != nil {
		return a, false, err
	}
	c, err := o.again(ctx)
	return askReplace(s.Readers.For(r).Words, m, lost, c), err == nil, err
}

// askReplace returns the question, with the control that agrees and the one that saves the book as a file.
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

// pasted returns the control that opens a study of a game that was given as text: the game is imported, for a control
// cannot carry it.
func (s *studies) pasted(r *interaction.Request, rec *record.Record,
	o *opening) func(context.Context) (discord.ControlID, error) {
	return func(ctx context.Context) (discord.ControlID, error) {
		kept, err := s.Games.Store(ctx, archive.NewImported(r.Player, rec, o.Game))
		return discord.ControlID{Action: actionReplace, ID: kept, Turn: int64(o.Game.Ply()), Arg: argOf(o.public)}, err
	}
}

// replace opens a study after its owner agreed that its book is lost.
func (s *studies) replace(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	return interaction.Editing(s.openPlace(ctx, r, c, c.Arg == shown, true))
}
