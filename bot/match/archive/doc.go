// Package archive finds games for players who may see them: matches, imported games, and games in imported files
// ([Library]). It reads pasted and attached texts, and stores imports. All features that show games use it.
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

// Limits of imports. A long game with comments has tens of KiB.
const (
	MaxPasted   = 6000           // characters, Discord's limit
	MaxAttached = record.MaxSize // bytes
	maxPlies    = 2000           // of the main line: nobody steps through more
)

// Read reads the only game or position of a text, like [ReadFirst]. For a text of several games it returns a
// [*record.SeveralError].
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

// ReadFirst reads the first game of a file, and skips prose before it. It returns [record.ErrNoGame] if there is only
// prose without players' names, and [record.ErrTooBig] for a game of more than maxPlies.
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

// IsProse reports whether err, the error of reading an entry, shows that the entry is prose between games. An entry
// with any heading is a game.
func IsProse(f *record.File, entry int, err error) bool {
	return err != nil && f.Heading(entry).Info == (record.Info{}) && errors.Is(proseAsNoGame(err), record.ErrNoGame)
}

// Source downloads attachments, of at most most bytes.
type Source interface {
	Attachment(ctx context.Context, url string, most int64) ([]byte, error)
}

// Attached downloads an attached file. It returns [discord.ErrTooLarge] for more than MaxAttached bytes.
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

// failsAtFirstWord reports whether parsing failed at the first word, and that does not look like a move: such a text is
// prose rather than a game with an error.
func failsAtFirstWord(err error) bool {
	var at *record.MoveError
	return errors.As(err, &at) && at.Ply == 1 && !errors.Is(err, record.ErrTruncated) && !notation.IsMoveLike(at.Text)
}

// IsDeeper reports whether err occurred at a later ply than other; errors without a ply are the shallowest.
func IsDeeper(err, other error) bool {
	var a, o *record.MoveError
	return errors.As(err, &a) && (!errors.As(other, &o) || a.Ply > o.Ply)
}

// Title joins title, event, site and date of a game, as far as known.
func Title(i record.Info) string {
	var parts []string
	for _, p := range []string{i.Title, i.Event, i.Site, i.Date} {
		if p != "" && strings.Trim(p, "?.") != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, ", ")
}
