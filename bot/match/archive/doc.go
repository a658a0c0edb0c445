// Package archive finds a game for a player who may see it: one that was played here, an imported one, or one of an
// imported file of many. It reads what people paste or attach, and stores what they import. All features that show
// games use it.
//
// Out of scope: the formats themselves (package record), how a game is replayed.
package archive

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

// Limits of imports. A long game with comments has some tens of KiB.
const (
	MaxPasted   = 6000           // characters, Discord's own limit
	MaxAttached = record.MaxSize // bytes
	maxPlies    = 2000           // of a game without its variations: replaying more is useless
)

// Read reads the only game or position of a text, like [ReadFirst]. A text of several is a [*record.SeveralError].
func Read(text []byte) (*record.Record, *game.Game, error) {
	f, err := record.Open(text)
	if err == nil {
		err = f.Only(func(i int, err error) bool { return IsProse(f, i, err) })
	}
	if err != nil {
		return nil, nil, err
	}
	return ReadFirst(f)
}

// ReadFirst reads the first game of a file, and skips prose before it. Prose alone is [record.ErrNoGame], except under
// the names of a game, and a game too long to step through [record.ErrTooBig].
func ReadFirst(f *record.File) (*record.Record, *game.Game, error) {
	for i := range f.Len() {
		if f.Heading(i).Empty {
			continue
		}
		if rec, err := f.Game(i); !IsProse(f, i, err) {
			rec, g, err := readPlayable(rec, err)
			if named := f.Heading(i).Info; named.Red == "" && named.Black == "" {
				err = proseAsNoGame(err)
			}
			return rec, g, err
		}
	}
	return nil, nil, record.ErrNoGame
}

// IsProse reports whether err, the error of reading an entry, shows that the entry is prose between games: an entry
// with a name is always meant to be a game.
func IsProse(f *record.File, entry int, err error) bool {
	return err != nil && f.Heading(entry).Info == (record.Info{}) && errors.Is(proseAsNoGame(err), record.ErrNoGame)
}

// Source fetches attachments of messages.
type Source interface {
	Attachment(ctx context.Context, url string, most int64) ([]byte, error)
}

// Attached fetches an attached file: [discord.ErrTooLarge] if it is too large for a game.
func Attached(ctx context.Context, from Source, file discord.Attachment) ([]byte, error) {
	if file.Size > MaxAttached {
		return nil, discord.ErrTooLarge
	}
	ctx, cancel := context.WithTimeout(ctx, interaction.CallTimeout)
	defer cancel()
	return from.Attachment(ctx, file.URL, MaxAttached)
}

// proseAsNoGame returns [record.ErrNoGame] for prose, and any other error unchanged.
func proseAsNoGame(err error) error {
	if failsAtFirstWord(err) {
		return record.ErrNoGame
	}
	return err
}

// failsAtFirstWord reports whether a text failed at its very first word, which looks nothing like a move, so that it
// is prose rather than a game with an error.
func failsAtFirstWord(err error) bool {
	var at *record.MoveError
	return errors.As(err, &at) && at.Ply == 1 && !errors.Is(err, record.ErrTruncated) && !notation.IsMoveLike(at.Text)
}

// IsDeeper reports whether err occurred at a later move of a game than other.
func IsDeeper(err, other error) bool {
	var a, o *record.MoveError
	return errors.As(err, &a) && (!errors.As(other, &o) || a.Ply > o.Ply)
}

// Title describes where a game was played, as far as known.
func Title(i record.Info) string {
	var parts []string
	for _, p := range []string{i.Title, i.Event, i.Site, i.Date} {
		if p != "" && strings.Trim(p, "?.") != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, ", ")
}
