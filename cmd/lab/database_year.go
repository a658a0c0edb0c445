package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"yeye/ai"
	"yeye/bot"
	"yeye/bot/feature/all"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/bot/store/sqlite"
	"yeye/bot/store/transfer"
	"yeye/render"
)

const (
	yearPlayers = 500
	yearPlies   = 40 // of a game, unless it ends earlier
)

// copied is the result of a copy, by table.
type copied = []transfer.Copied

// year fills a file with a year's games, copies it to a server's database and from there to another file, and compares the sums of
// all tables.
func (c *databaseCmd) year(ctx context.Context, dir string, server *site) error {
	if c.Year == 0 {
		return nil
	}
	begun := time.Now()
	first := filepath.Join(dir, "year.db")
	moves, err := playYear(ctx, first, c.Year)
	if err != nil {
		return err
	}
	fmt.Printf("a year of %d games, %d moves, played in %v\n", c.Year, moves, time.Since(begun).Round(time.Second))
	from, err := openSite(ctx, first)
	if err != nil {
		return err
	}
	defer from.Close()
	back, err := openSite(ctx, filepath.Join(dir, "back.db"))
	if err != nil {
		return err
	}
	defer back.Close()
	var there [2]copied
	for i, step := range []struct {
		name     string
		from, to *store.DB
	}{{"to " + server.name, from, server.db}, {"and back", server.db, back}} {
		begun := time.Now()
		if there[i], err = transfer.Copy(ctx, step.from, step.to, nil); err != nil {
			return err
		}
		rows := int64(0)
		for _, t := range there[i] {
			rows += t.Rows
		}
		fmt.Printf("copied %s: %d tables, %d rows in %v\n", step.name, len(there[i]), rows, time.Since(begun).Round(time.Millisecond))
	}
	if !slices.Equal(there[0], there[1]) {
		return fmt.Errorf("the copy back differs from the original:\n%v\n%v", there[0], there[1])
	}
	fmt.Println("every table has as many rows and the same sum after both copies")
	return nil
}

// playYear plays games between people, evenly over a year until now, with everything that features record about them, and returns
// the number of moves.
func playYear(ctx context.Context, path string, games int) (moves int, err error) {
	fast, err := os.MkdirTemp(memory(), "yeye-year-") // each move is a commit
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(fast)
	now := time.Now().Add(-365 * 24 * time.Hour)
	each := 365 * 24 * time.Hour / time.Duration(games)
	file := filepath.Join(fast, "year.db")
	db, err := sqlite.Open(ctx, file, func() time.Time { return now })
	if err != nil {
		return 0, err
	}
	defer db.Close()
	core, err := bot.Open(bot.Options{Token: "nobody", API: "http://127.0.0.1:1", DB: db, Thinker: ai.NewPool(ai.PoolOptions{Workers: 1, HashMB: 1}), Painter: render.New()})
	if err != nil {
		return 0, err
	}
	if _, err := core.Register(all.Features(core)...); err != nil {
		return 0, err
	}
	s := &site{db: db, door: core.Matches}
	for n := range games {
		d := duelOf(n, id.Player(fmt.Sprintf("%018d", 1+n%yearPlayers)), id.Player(fmt.Sprintf("%018d", 1+(n%yearPlayers+1+n/yearPlayers%7)%yearPlayers)))
		m, err := d.begin(ctx, s)
		if err != nil {
			return moves, err
		}
		for d.played = 0; d.played < yearPlies; moves++ {
			now = now.Add(each / (yearPlies + 2))
			if _, err := d.move(ctx, s, n*100+d.played); err != nil {
				return moves, err
			}
			if d.played == duelPlies {
				break // the game is over
			}
		}
		if d.played < duelPlies {
			by := match.Actor{Event: id.Event(fmt.Sprint("r", n)), Player: m.Seats[n%2].Player, Source: match.FromCommand}
			if _, err := core.Matches.Resign(ctx, by, m.ID); err != nil {
				return moves, err
			}
		}
		now = now.Add(2 * each / (yearPlies + 2))
		if n%200 == 0 {
			if err := core.History.Settle(ctx); err != nil {
				return moves, err
			}
		}
	}
	if err := core.History.Settle(ctx); err != nil {
		return moves, err
	}
	if err := db.Close(); err != nil {
		return moves, err
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return moves, err
	}
	return moves, os.WriteFile(path, data, 0o600)
}
