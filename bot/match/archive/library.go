package archive

import (
	"context"
	"errors"
	"io"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/record"
)

// Library is an imported file of many games.
type Library struct {
	ID         id.Match // unique among the ids of matches
	Owner      id.Player
	Title      string
	Games      int // number of entries
	ImportedAt time.Time
}

var (
	// ErrNoLibrary means that there is no such library, or none that the player may see.
	ErrNoLibrary = errors.New("there is no such library")
	// ErrTooLong means that reading a file took too long.
	ErrTooLong = errors.New("the file takes too long to be read")
)

const (
	// readTimeout bounds the reading of one file. The largest real ones take two seconds.
	readTimeout = 15 * time.Second
	// maxUnqueued is the size, in bytes, up to which files are read without queueing.
	maxUnqueued = 64 << 10
)

// ReadingResponse returns a response whose work downloads and reads a player's files of size bytes in total. Long files
// wait in a queue, and do not use up the router's limit of running Works. The work fails with [ErrTooLong] after
// readTimeout plus one request to Discord.
func (s *Service) ReadingResponse(p id.Player, size int64, work interaction.Work) interaction.Response {
	limited := func(ctx context.Context) (interaction.Response, error) {
		short, cancel := context.WithTimeout(ctx, s.readTimeout+interaction.CallTimeout)
		defer cancel()
		a, err := work(short)
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			err = ErrTooLong
		}
		return a, err
	}
	if size <= maxUnqueued {
		return interaction.Response{Work: limited}
	}
	return interaction.Response{OwnLimit: true, Work: func(ctx context.Context) (a interaction.Response, err error) {
		err = s.queue.run(ctx, p, func() error {
			a, err = limited(ctx)
			return err
		})
		return a, err
	}}
}

// LibraryResponse is ReadingResponse for work that opens a library.
func (s *Service) LibraryResponse(l *Library, work interaction.Work) interaction.Response {
	return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
		packed, err := libraryData(ctx, s.db.Read(), l.ID)
		if err != nil {
			return interaction.Response{}, err
		}
		size, err := io.Copy(io.Discard, io.LimitReader(store.Inflate(packed), maxUnqueued+1))
		if err != nil {
			return interaction.Response{}, err
		}
		return s.ReadingResponse(l.Owner, size, work), nil
	}}
}

// Open splits a file into its games and passes them to f. Opening the file and reading its games in f are limited by
// readTimeout, together.
func (s *Service) Open(ctx context.Context, data []byte, f func(*record.File) error) error {
	reading, cancel := context.WithTimeout(ctx, s.readTimeout)
	defer cancel()
	file, err := record.OpenContext(reading, data)
	if err == nil {
		err = f(file)
	}
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = ErrTooLong
	}
	return err
}

// StoreLibrary stores a file under a new id.
func (s *Service) StoreLibrary(ctx context.Context, owner id.Player, data []byte, f *record.File) (Library, error) {
	l := Library{ID: s.matches.NewID(), Owner: owner, Title: f.Title, Games: f.Len(), ImportedAt: s.db.Now()}
	packed, err := store.Deflate(data)
	if err != nil {
		return l, err
	}
	return l, s.db.Tx(ctx, func(tx store.Tx) error {
		insertLibrary(ctx, tx, &l, packed)
		return s.deleteExcess(ctx, tx, owner)
	})
}

// Library returns a library of a player; [ErrNoLibrary] for that of another player.
func (s *Service) Library(ctx context.Context, of id.Match, owner id.Player) (Library, error) {
	return loadLibrary(ctx, s.db.Read(), of, owner)
}

// LibraryByControl is [Service.Library] with a control's id, for [interaction.Loading].
func (s *Service) LibraryByControl(ctx context.Context, r *interaction.Request, c discord.ControlID) (Library, error) {
	return s.Library(ctx, c.ID, r.Player)
}

// LastLibrary returns the library that a player imported last.
func (s *Service) LastLibrary(ctx context.Context, owner id.Player) (Library, error) {
	all, err := librariesOf(ctx, s.db.Read(), owner)
	if err == nil && len(all) == 0 {
		err = ErrNoLibrary
	}
	if err != nil {
		return Library{}, err
	}
	return all[0], nil
}

// OpenLibrary is Open for a stored library. It must be called in the work of a LibraryResponse.
func (s *Service) OpenLibrary(ctx context.Context, l *Library, f func(*record.File) error) error {
	packed, err := libraryData(ctx, s.db.Read(), l.ID)
	if err != nil {
		return err
	}
	data, err := inflate(packed)
	if err != nil {
		return err
	}
	return s.Open(ctx, data, f)
}

// StoreEntry stores an entry of a library as an imported game, and returns its id. If the entry was stored before, it
// returns that id and a nil rec. It must be called in the work of a LibraryResponse.
func (s *Service) StoreEntry(
	ctx context.Context,
	l *Library,
	entry int,
) (created id.Match, rec *record.Record, err error) {
	if known, err := entryOf(ctx, s.db.Read(), l.ID, entry); err != nil || known != "" {
		return known, nil, err
	}
	err = s.OpenLibrary(ctx, l, func(f *record.File) error {
		if entry < 0 || entry >= f.Len() {
			return ErrNoGame
		}
		var g *game.Game
		if rec, g, err = readPlayable(f.Game(entry)); err != nil {
			return err
		}
		one := NewImported(l.Owner, rec, g)
		one.Library, one.Entry = l.ID, entry
		created, err = s.Store(ctx, one)
		return err
	})
	return created, rec, err
}

// readPlayable returns a record that was read, with its game; [record.ErrTooBig] if it has more than maxPlies.
func readPlayable(rec *record.Record, err error) (*record.Record, *game.Game, error) {
	if err == nil && len(rec.Line) > maxPlies {
		err = record.ErrTooBig
	}
	if err != nil {
		return rec, nil, err
	}
	g, err := rec.Game(game.NoRepetition)
	return rec, g, err
}

func inflate(packed []byte) ([]byte, error) {
	return io.ReadAll(io.LimitReader(store.Inflate(packed), record.MaxSize))
}
