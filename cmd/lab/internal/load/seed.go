package load

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"yeye/bot/display"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/archive"
	"yeye/bot/store"
	"yeye/bot/store/postgres"
	"yeye/bot/store/scheduler"
	"yeye/bot/store/sqlite"
	"yeye/game"
	"yeye/game/record"
)

// seedDatabase fills a database with other users' games, all shown, as after some months, and with queued analyses. The
// bot's work must neither grow with the games nor be delayed by the analyses.
func seedDatabase(ctx context.Context, path string, games, analyses int) error {
	// The database is filled in a RAM disk if there is one, and then copied: each game takes two commits, which are
	// slow on a disk.
	dir, err := os.MkdirTemp(memory(), "yeye-load-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	full := filepath.Join(dir, "load.db")
	if err := seedRows(ctx, full, games, analyses); err != nil {
		return err
	}
	data, err := os.ReadFile(full)
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o600)
}

// memory returns a directory on a RAM disk, "" if there is none.
func memory() string {
	const dir = "/dev/shm"
	if _, err := os.Stat(dir); err != nil {
		return ""
	}
	return dir
}

func seedRows(ctx context.Context, path string, games, analyses int) (err error) {
	then := time.Now().Add(-time.Hour)
	db, err := sqlite.Open(ctx, path, func() time.Time { return then })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	service := match.NewService(db, match.WithListeners(match.Listener{
		InTx: func(ctx context.Context, tx store.Tx, c *match.Change) error {
			m := &c.Match
			s := m.Subject()
			display.Want(ctx, tx, s, display.Wanted{Channel: m.Channel, Rev: m.Rev})
			tx.ExecDeferred(ctx,
				`UPDATE cards SET shown = wanted, shown_channel = channel, message = ? WHERE kind = ? AND id = ?`,
				"3"+string(m.Channel[1:]), string(s.Kind), string(s.ID))
			return nil
		},
	}))
	for n := range games {
		t := match.Terms{Mode: match.Versus, Channel: id.Channel(strconv.Itoa(1e15 + n)), Position: game.Start(),
			Locale: "en"}
		t.Seats[game.Red] = match.Seat{Player: id.Player(strconv.Itoa(2e15 + n)), Name: "somebody"}
		t.Seats[game.Black] = match.Seat{Level: 1}
		if _, err := service.Start(ctx, match.Actor{Player: t.Seats[game.Red].Player, Source: match.FromCommand},
			t); err != nil {
			return err
		}
	}
	return queueAnalyses(ctx, db, service, analyses)
}

// analysedPlies is the length of the games to be analyzed.
const analysedPlies = 80

// queueAnalyses stores imported games and their analyses, one per player.
func queueAnalyses(ctx context.Context, db *store.DB, matches *match.Service, count int) error {
	files := archive.New(db, matches, nil, nil, nil) // only for storing
	random := rand.New(rand.NewPCG(1, uint64(count)))
	for n := range count {
		owner := id.Player(strconv.Itoa(4e15 + n))
		g := randomGame(random, analysedPlies)
		of, err := files.Store(ctx, archive.NewImported(owner, record.FromGame(g), g))
		if err != nil {
			return err
		}
		err = db.Tx(ctx, func(tx store.Tx) error {
			_, err := tx.Exec(ctx,
				`INSERT INTO analyses (game, kind, owner, requester, state, done, total, asked_at, places) VALUES (?, ?,
					?, ?, 1, 0, 0, ?, ?)`,
				string(of), "imported", string(owner), string(owner), store.Millis(tx.Now), []byte{})
			if err != nil {
				return err
			}
			scheduler.Put(ctx, tx, scheduler.Job{Slot: "analysis", Kind: "analysis",
				Subject: id.Subject{Kind: "imported", ID: of},
				Due:     tx.Now, Pool: scheduler.Slow, Owner: owner})
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// randomGame returns a game of random moves, at most plies long.
func randomGame(random *rand.Rand, plies int) *game.Game {
	g := game.NewGame(game.Start(), game.NoRepetition)
	var buf [game.MaxMoves]game.Move
	for range plies {
		legal := g.Position().LegalMoves(buf[:0])
		if len(legal) == 0 || g.PlayOn(legal[random.IntN(len(legal))]) != nil {
			break
		}
	}
	return g
}

// openDatabase opens a file or a server's database to read what the bot has stored.
func openDatabase(ctx context.Context, at string) (*store.DB, error) {
	if postgres.IsAddress(at) {
		d, err := postgres.Open(ctx, at, nil)
		if err != nil {
			return nil, err
		}
		return d.DB, nil
	}
	return sqlite.Open(ctx, at, nil)
}
