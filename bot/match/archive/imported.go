package archive

import (
	"context"
	"errors"
	"fmt"
	"time"

	"yeye/bot/feature/study"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/history"
	"yeye/bot/match/view"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/jieqi/pgn"
	"yeye/game/notation"
	"yeye/game/record"
)

// Imported is an imported game, which can be viewed but not played.
type Imported struct {
	ID     id.Match // unique among the ids of matches
	Owner  id.Player
	Names  [2]string // by game.Color, from the file; "" for unknown
	Title  string
	Game   *game.Game
	Result game.Result // from the file
	At     time.Time

	Flipped *pgn.Record    // nil for xiangqi; else Game is an empty game
	Record  *record.Record // with variations and comments; nil for a game imported before records were stored
	Library id.Match       // the library that it comes from, "" for none
	Entry   int            // its index in Library
}

// NewImported returns an imported game of xiangqi, without an id.
func NewImported(owner id.Player, rec *record.Record, g *game.Game) Imported {
	return Imported{Owner: owner, Names: [2]string{rec.Info.Red, rec.Info.Black}, Title: Title(rec.Info), Game: g,
		Result: rec.Result, Record: rec}
}

// NewFlipped returns an imported game of flipped chess, without an id.
func NewFlipped(owner id.Player, rec *pgn.Record) Imported {
	return Imported{Owner: owner, Names: rec.Players, Title: Title(record.Info{Event: rec.Event, Date: rec.Date}),
		Result: rec.Outcome.Result, Flipped: rec, Game: game.NewGame(game.Start(), game.NoRepetition)}
}

// ErrNoGame means that there is no such game, or none that the player may see.
var ErrNoGame = errors.New("there is no such game")

const (
	importLifetime = 90 * 24 * time.Hour // older games are deleted by Tidy
	maxBytes       = 20 << 20            // of a player's games and files, as stored
)

// maxExported bounds the bytes of files and annotations in a player's export, since Discord accepts 10 MB. Beyond it
// files are listed without content, and games have only their moves.
const maxExported = 5 << 20

// maxRowsPerPlayer limits a player's rows, by table.
var maxRowsPerPlayer = map[string]int{"imported": 50, "libraries": 10}

// Service stores imported games, and finds matches and imported games.
type Service struct {
	db          *store.DB
	matches     *match.Service
	studies     *study.Service
	history     *history.Service
	readers     *view.Readers
	queue       readQueue     // for long files
	readTimeout time.Duration // how long one file may take
	onDeleted   []DeletedListener
}

// DeletedListener is called with the ids of imported games in the transaction that deletes them, except when their
// owner is erased.
type DeletedListener func(ctx context.Context, tx store.Tx, games []id.Match) error

// OnDeleted adds listeners, before the service is used.
func (s *Service) OnDeleted(all ...DeletedListener) { s.onDeleted = append(s.onDeleted, all...) }

// notifyDeleted calls the listeners with deleted games.
func (s *Service) notifyDeleted(ctx context.Context, tx store.Tx, games []id.Match) error {
	if len(games) == 0 {
		return nil
	}
	for _, f := range s.onDeleted {
		if err := f(ctx, tx, games); err != nil {
			return err
		}
	}
	return nil
}

// New makes a service on a database.
func New(db *store.DB, matches *match.Service, studies *study.Service, history *history.Service,
	readers *view.Readers) *Service {
	return &Service{db: db, matches: matches, studies: studies, history: history, readers: readers,
		readTimeout: readTimeout}
}

// Store stores an imported game and returns its id; the same game imported again keeps its id. Beyond the limits the
// player's oldest imports are deleted. A record of flipped chess that does not survive writing and reading is refused
// with the error of [pgn.Read].
func (s *Service) Store(ctx context.Context, g Imported) (id.Match, error) {
	g.ID, g.At = s.matches.NewID(), s.db.Now()
	var packed []byte
	switch {
	case g.Flipped != nil:
		text := g.Flipped.String()
		if _, err := pgn.Read(text); err != nil {
			return "", fmt.Errorf("the record of flipped chess could not be read again: %w", err)
		}
		packed = []byte(text)
	case g.Record != nil:
		var err error
		if packed, err = record.Pack(g.Record); err != nil {
			return "", err
		}
	}
	err := s.db.Tx(ctx, func(tx store.Tx) error {
		known, exists, err := findSame(ctx, tx.Conn, &g, packed)
		if err != nil {
			return err
		}
		if exists {
			g.ID = known
			touch(ctx, tx, known, g.At)
			return nil
		}
		insert(ctx, tx, &g, packed)
		return s.deleteExcess(ctx, tx, g.Owner)
	})
	return g.ID, err
}

// Imported returns an imported game of a player, or one of [Classics]; [ErrNoGame] for a game of another player.
func (s *Service) Imported(ctx context.Context, of id.Match, owner id.Player) (Imported, error) {
	if one, ok := findClassic(of); ok {
		return one, nil
	}
	g, err := load(ctx, s.db.Read(), of)
	if err == nil && g.Owner != owner {
		err = ErrNoGame
	}
	return g, err
}

// Count returns the number of games and files that a player has stored.
func (s *Service) Count(ctx context.Context, owner id.Player) (n int, err error) {
	return count(ctx, s.db.Read(), owner)
}

// Tidy deletes up to limit imports older than importLifetime, and reports whether there may be more.
func (s *Service) Tidy(ctx context.Context, limit int) (more bool, err error) {
	err = s.db.Tx(ctx, func(tx store.Tx) error {
		games, libraries, err := deleteBefore(ctx, tx, tx.Now.Add(-importLifetime), limit)
		more = len(games) == limit || libraries == limit
		if err != nil {
			return err
		}
		return s.notifyDeleted(ctx, tx, games)
	})
	return more, err
}

// deleteExcess deletes a player's oldest imports beyond the limits.
func (s *Service) deleteExcess(ctx context.Context, tx store.Tx, p id.Player) error {
	games, err := deleteOldest(ctx, tx, p)
	if err != nil {
		return err
	}
	return s.notifyDeleted(ctx, tx, games)
}

// Owner returns the [player.DataOwner] of imported games, files and study books.
func (s *Service) Owner() player.DataOwner { return owner{player.NewOwner("imported games", erase), s} }

type owner struct {
	player.DataOwner
	s *Service
}

// Export implements [player.DataOwner]. Games, files and books share maxExported.
func (o owner) Export(ctx context.Context, _ store.Conn, p id.Player) ([]player.Section, error) {
	return o.s.export(ctx, p)
}

// exported is an imported game in a player's export.
type exported struct {
	ID     id.Match  `json:"id"`
	Red    string    `json:"red"`
	Black  string    `json:"black"`
	Title  string    `json:"title"`
	Result string    `json:"result"`
	FEN    string    `json:"start"`
	Moves  []string  `json:"moves"`
	PGN    string    `json:"pgn,omitempty"` // with variations and comments
	At     time.Time `json:"at"`

	size int64 // of the stored record, in bytes
}

// exportedLibrary is a file in a player's export.
type exportedLibrary struct {
	ID    id.Match  `json:"id"`
	Title string    `json:"title"`
	Games int       `json:"games"`
	At    time.Time `json:"at"`
	File  []byte    `json:"file,omitempty"`
}

// export returns a player's imported games, files and study books.
func (s *Service) export(ctx context.Context, p id.Player) ([]player.Section, error) {
	list, err := gamesForExport(ctx, s.db.Read(), p)
	if err != nil {
		return nil, err
	}
	games, files, books := player.Section{Key: "imported_games"}, player.Section{Key: "imported_files"},
		player.Section{Key: "study_books"}
	budget := maxExported
	reserve := func(in *player.Section) bool { // the last item may exceed the budget
		if budget <= 0 {
			in.Omitted++
		}
		return budget > 0
	}
	for i := range list {
		e := &list[i]
		if e.size == 0 || e.FEN != flippedStart && !reserve(&games) { // flipped chess has moves only in the PGN
			continue
		}
		e.PGN, err = s.storedPGN(ctx, e.ID)
		switch {
		case errors.Is(err, errUnreadable):
			games.Omitted++
		case err != nil:
			return nil, err
		}
		budget -= len(e.PGN)
	}
	libraries, err := librariesOf(ctx, s.db.Read(), p)
	if err != nil {
		return nil, err
	}
	libs := []exportedLibrary{}
	for _, l := range libraries {
		var data []byte
		if reserve(&files) {
			packed, err := libraryData(ctx, s.db.Read(), l.ID)
			if err != nil {
				return nil, err
			}
			if data, err = inflate(packed); err != nil {
				return nil, err
			}
			budget -= len(packed)
		}
		libs = append(libs, exportedLibrary{l.ID, l.Title, l.Games, l.ImportedAt, data})
	}
	stored, err := s.studies.StoredBooks(ctx, p)
	if err != nil {
		return nil, err
	}
	exportedBooks := []exportedBook{}
	for _, b := range stored {
		one := exportedBook{Study: b.Study}
		if reserve(&books) {
			rec, err := b.Record()
			if err != nil {
				return nil, err
			}
			one.PGN = record.WritePGN(rec, notation.Coordinates)
			budget -= len(one.PGN)
		}
		exportedBooks = append(exportedBooks, one)
	}
	games.Value, files.Value, books.Value = append([]exported{}, list...), libs, exportedBooks
	return []player.Section{games, files, books}, nil
}

// storedPGN returns the record of a stored game as PGN, "" if the game was deleted meanwhile. Its errors are
// errUnreadable and those of the database.
func (s *Service) storedPGN(ctx context.Context, of id.Match) (string, error) {
	g, err := load(ctx, s.db.Read(), of)
	switch {
	case errors.Is(err, ErrNoGame):
		return "", nil
	case err != nil:
		return "", err
	case g.Flipped != nil:
		return g.Flipped.String(), nil
	case g.Record != nil:
		return record.WritePGN(g.Record, notation.Coordinates), nil
	}
	return "", nil
}
