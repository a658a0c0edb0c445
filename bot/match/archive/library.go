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

// Library is an imported file of many games, to choose from.
type Library struct {
	ID         id.Match // unique among the ids of matches
	Owner      id.Player
	Title      string
	Games      int // entries that it lists
	ImportedAt time.Time
}

var (
	// ErrNoLibrary means that there is no such library, or none that the player may see.
	ErrNoLibrary = errors.New("there is no such library")
	// ErrTooLong means that reading a file took too long.
	ErrTooLong = errors.New("the file takes too long to be read")
)

const (
	// readTimeout bounds the time that one file may take: the largest real ones take two seconds.
	readTimeout = 15 * time.Second
	// maxUnqueued is the size up to which files are read without waiting for others.
	maxUnqueued = 64 << 10
)

// ReadingResponse returns a response whose work fetches and reads a player's files. size is their total in bytes.
// Long ones wait in a queue, and meanwhile do not count as the router's running Works. The work fails with
// [ErrTooLong] after the time for one file and one request to Discord.
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

// LibraryResponse is ReadingResponse for work that opens an imported file.
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

// Open splits a file into its games and passes them to f. Within f its games can be read as long as the time for one
// file lasts.
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

// StoreLibrary stores a file and gives it an id.
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

// Library returns an imported file: [ErrNoLibrary] for all but its owner.
func (s *Service) Library(ctx context.Context, of id.Match, owner id.Player) (Library, error) {
	return loadLibrary(ctx, s.db.Read(), of, owner)
}

// LibraryByControl is [Service.Library] by a control, for [interaction.Loading].
func (s *Service) LibraryByControl(ctx context.Context, r *interaction.Request, c discord.ControlID) (Library, error) {
	return s.Library(ctx, c.ID, r.Player)
}

// LastLibrary returns the file that a player imported last.
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

// OpenLibrary opens a stored file, like Open. It must be called in the work of a LibraryResponse.
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

// StoreEntry stores the game of a library's entry like any imported game, and returns its id. It does so only once:
// rec is the record that was read, nil if the entry was stored before. It must be called in the work of a
// LibraryResponse.
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

// playable returns a record and its game, if it is not too long to be stepped through.
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
