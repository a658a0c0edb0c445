// Package gamefile is games as files and as things to look at: reading what people paste or attach, keeping what they have read in,
// and finding a game, played here or read in, for a player who may see it. Features that show games share it.
//
// What may not enter: the formats themselves (package record), how a game is stepped through.
package gamefile

import (
	"context"
	"errors"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/game"
	"yeye/game/notation"
	"yeye/game/record"
)

// Limits of what is read in. A long game with comments has some tens of KiB.
const (
	MaxPasted   = 6000           // characters, Discord's own limit
	MaxAttached = record.MaxSize // bytes
	maxPlies    = 2000           // of a game without its variations: beyond it stepping through is no use
)

// Read reads a game or position. Talk is [record.ErrNoGame], and what is too long to step through [record.ErrTooBig].
func Read(text []byte) (*record.Record, *game.Game, error) {
	rec, g, err := playable(record.Read(text))
	return rec, g, talking(err)
}

// ReadFirst is Read for the first game of a file.
func ReadFirst(f *record.File) (*record.Record, *game.Game, error) {
	rec, g, err := playable(f.First())
	return rec, g, talking(err)
}

// Source fetches what is attached to messages.
type Source interface {
	Attachment(ctx context.Context, url string, most int64) ([]byte, error)
}

// Attached is an attached file: [discord.ErrTooLarge] for what can be no game.
func Attached(ctx context.Context, from Source, file discord.Attachment) ([]byte, error) {
	if file.Size > MaxAttached {
		return nil, discord.ErrTooLarge
	}
	ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
	defer cancel()
	return from.Attachment(ctx, file.URL, MaxAttached)
}

// talking is [record.ErrNoGame] for talk, and any other error as it is.
func talking(err error) error {
	if talk(err) {
		return record.ErrNoGame
	}
	return err
}

// talk reports whether a text failed at its very first word, which is nothing like a move: it is talk, not a game with a fault.
func talk(err error) bool {
	var at *record.MoveError
	return errors.As(err, &at) && at.Ply == 1 && !errors.Is(err, record.ErrTruncated) && !notation.IsMoveLike(at.Text)
}

// Further reports whether err arose deeper in a game than other.
func Further(err, other error) bool {
	var a, o *record.MoveError
	return errors.As(err, &a) && (!errors.As(other, &o) || a.Ply > o.Ply)
}

// Title is what is known of where a game was played.
func Title(i record.Info) string {
	var parts []string
	for _, p := range []string{i.Title, i.Event, i.Site, i.Date} {
		if p != "" && strings.Trim(p, "?.") != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, ", ")
}
