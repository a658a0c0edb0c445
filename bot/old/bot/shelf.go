package bot

import (
	"context"

	"yeye/bot/session"
)

// Shelf is what the bot keeps beside the tables: who sits where, and games that
// people read in.
type Shelf interface {
	// Sitting is a person's sessions, being played, set aside or proposed, the one touched
	// longest ago first.
	Sitting(ctx context.Context, p session.PlayerID, limit int) ([]session.Session, error)
	// LiveAt is what is being played or proposed in a place.
	LiveAt(ctx context.Context, place session.Place) ([]session.Session, error)
	// Guild is the server that a place is in, "" for a conversation.
	Guild(ctx context.Context, place session.Place) (guild string, known bool, err error)
	SetGuild(ctx context.Context, place session.Place, guild string) error
	Keep(ctx context.Context, k session.Kept) error
	// Kept is a game that was read in, or session.ErrNoSession.
	Kept(ctx context.Context, id session.ID) (session.Kept, error)
}
