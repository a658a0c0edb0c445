package bot

import (
	"context"

	"yeye/bot/board"
	"yeye/bot/session"
)

// Boards keeps what is shown where.
type Boards interface {
	// Board is a session's; one never shown has the zero Board with its id.
	Board(ctx context.Context, id session.ID) (board.Board, error)
	// SetBoard stores it and raises its version; a message it replaces becomes a husk.
	// Where another process has stored one since b was loaded, the two are joined as
	// [board.Board.Joined] says, and the error is board.ErrOvertaken.
	SetBoard(ctx context.Context, b *board.Board) error
	// Husks is a session's earlier cards that are still to shrink, and Shrunk notes
	// that one has, unless it became a husk again since it was loaded; Lines is those
	// that have shrunk, while cards are looked after.
	Husks(ctx context.Context, id session.ID) ([]board.Husk, error)
	Shrunk(ctx context.Context, h board.Husk) error
	Lines(ctx context.Context, id session.ID) ([]board.Husk, error)
	// Notices is messages of a session's that are to be edited when what they say is
	// over.
	AddNotice(ctx context.Context, id session.ID, n board.Notice) error
	Notices(ctx context.Context, id session.ID) ([]board.Notice, error)
	DropNotice(ctx context.Context, message string) error
	// Owed is sessions that are shown less than they are, or have husks or notices
	// that are over.
	Owed(ctx context.Context, limit int) ([]session.ID, error)
	// SessionOf is the session that a message shows or showed, or
	// session.ErrNoSession.
	SessionOf(ctx context.Context, message string) (session.ID, error)
}

// Records is the rest of what the bot keeps and looks up.
type Records interface {
	Locale(ctx context.Context, p session.PlayerID) (string, error)
	SeeLocale(ctx context.Context, p session.PlayerID, locale string) error
	Taste(ctx context.Context, p session.PlayerID) (board.Taste, error)
	SetTaste(ctx context.Context, p session.PlayerID, t board.Taste) error
	Fact(ctx context.Context, name string) (string, error)
	SetFact(ctx context.Context, name, value string) error
	// Latest is the session here that is being played, or else the one touched last,
	// be it a challenge that waits; LatestGame passes over challenges, LatestMatch over
	// studies as well.
	Latest(ctx context.Context, place session.Place) (session.Session, error)
	LatestGame(ctx context.Context, place session.Place) (session.Session, error)
	LatestMatch(ctx context.Context, place session.Place) (session.Session, error)
	// Here is sessions of a place: first what is being played, then what may be yet,
	// then what is over, each the one touched last first.
	Here(ctx context.Context, place session.Place, limit int) ([]session.Session, error)
	// Running is sessions whose clock runs, after a given one.
	Running(ctx context.Context, after session.ID, limit int) ([]session.ID, error)
	OpenSessions(ctx context.Context) ([]board.Table, error) // the one touched last first
	Forget(ctx context.Context) error
	Shelf
	Doorbook
	Houses
	Archive
}
