package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/matchcard"
	"yeye/bot/store"
	"yeye/bot/store/postgres"
	"yeye/bot/store/postgres/pgserver"
	"yeye/bot/store/sqlite"
	"yeye/game"
)

// databaseCmd compares the two databases on one disk.
type databaseCmd struct {
	Dir     string `default:"." help:"Directory on the disk to measure; a PostgreSQL server and a file are created in it and removed."`
	Moves   int    `default:"1000" help:"Moves to time on each database, alternately."`
	Claims  int    `default:"0" help:"Jobs for several workers to claim concurrently."`
	Workers int    `default:"4" help:"Number of workers for --claims."`
	Path    int    `default:"0" help:"Jobs to queue one by one, timing each until a waiting process starts it."`
	Year    int    `default:"0" help:"Games of one year to play into another file, which is copied to PostgreSQL and back."`
	Games   int    `default:"0" help:"Open games to fill both databases with first."`
}

// site is one of the databases, with its match service.
type site struct {
	name string
	at   string
	db   *store.DB
	door *match.Service
}

func (c *databaseCmd) Run() (err error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	dir, err := os.MkdirTemp(c.Dir, "lab-database-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o711); err != nil { // the server runs as another user
		return err
	}
	server, err := pgserver.Start(pgserver.Options{Dir: dir, Durable: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	_, address, err := server.Make(ctx, "")
	if err != nil {
		return err
	}
	sites := []*site{{name: "SQLite", at: filepath.Join(dir, "yeye.db")}, {name: server.Version(), at: address}}
	for _, s := range sites {
		if err := s.open(ctx); err != nil {
			return err
		}
		defer func() { s.db.Close() }()
	}
	if err := c.year(ctx, dir, sites[1]); err != nil {
		return err
	}
	if c.Year > 0 { // the other measurements want it empty
		if err := pgserver.Empty(ctx, address); err != nil {
			return err
		}
	}
	if err := c.crowd(ctx, sites); err != nil {
		return err
	}
	if err := c.moves(ctx, sites); err != nil {
		return err
	}
	for _, s := range sites {
		if err := c.claims(ctx, s); err != nil {
			return err
		}
		if err := c.path(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func (s *site) open(ctx context.Context) (err error) {
	if s.db, err = openSite(ctx, s.at); err != nil {
		return err
	}
	s.door = match.NewService(s.db, match.WithListeners(matchcard.Listener(matchcard.Wakers{Display: blind{}, Scheduler: idle{}})))
	return nil
}

func openSite(ctx context.Context, at string) (*store.DB, error) {
	if postgres.Is(at) {
		d, err := postgres.Open(ctx, at, nil)
		if err != nil {
			return nil, err
		}
		return d.DB, nil
	}
	return sqlite.Open(ctx, at, nil)
}

// blind shows nothing, and idle does nothing.
type (
	blind struct{}
	idle  struct{}
)

func (blind) Wake(id.Subject)  {}
func (blind) Clear(id.Channel) {}
func (idle) Wake()             {}

// moves times moves on all sites in turn, so that other load of the machine
// affects all equally. A move is a loaded match, the rules, and one transaction
// with the match, the event, the job and the card.
func (c *databaseCmd) moves(ctx context.Context, sites []*site) error {
	took := make([][]time.Duration, len(sites))
	games := make([]*duel, len(sites))
	for n := range c.Moves {
		for i, s := range sites {
			if games[i] == nil || games[i].played == duelPlies {
				g, err := s.start(ctx, n)
				if err != nil {
					return err
				}
				games[i] = g
			}
			d, err := games[i].move(ctx, s, n)
			if err != nil {
				return err
			}
			took[i] = append(took[i], d)
		}
	}
	if c.Moves == 0 {
		return nil
	}
	fmt.Printf("%d moves on each, one caller, in turns:\n", c.Moves)
	for i, s := range sites {
		slices.Sort(took[i])
		p50, p99 := took[i][len(took[i])/2], took[i][len(took[i])*99/100]
		fmt.Printf("  %-40s p50 %8v  p99 %8v  %.2f of SQLite's p50\n", s.name, p50.Round(time.Microsecond), p99.Round(time.Microsecond),
			float64(p50)/float64(took[0][len(took[0])/2]))
	}
	return nil
}

// duel is a game in progress between two people.
type duel struct {
	channel id.Channel
	seats   [2]match.Seat
	played  int
	random  *rand.Rand
}

// duelPlies is the number of plies after which another game begins.
const duelPlies = 60

func (s *site) start(ctx context.Context, n int) (*duel, error) {
	d := duelOf(n, "red", "black")
	_, err := d.begin(ctx, s)
	return d, err
}

// duelOf returns the n-th duel, in a channel of its own.
func duelOf(n int, red, black id.Player) *duel {
	return &duel{channel: id.Channel(fmt.Sprint("duel", n)), seats: [2]match.Seat{{Player: red, Name: "Red"}, {Player: black, Name: "Black"}}, random: rand.New(rand.NewPCG(uint64(n), 1))}
}

func (d *duel) begin(ctx context.Context, s *site) (match.Match, error) {
	t := match.Terms{Mode: match.Duel, Guild: "guild", Channel: d.channel, Position: game.Start(), Locale: "en", Seats: d.seats}
	c, err := s.door.Start(ctx, match.Actor{Player: d.seats[game.Red].Player, Source: match.FromCommand}, t)
	return c.Match, err
}

// move plays a random move and returns how long it took.
func (d *duel) move(ctx context.Context, s *site, n int) (time.Duration, error) {
	for try := 0; ; try++ {
		m, err := s.door.InChannel(ctx, d.channel)
		if err != nil {
			return 0, err
		}
		legal := m.Game.Position().LegalMoves(nil)
		text := legal[d.random.IntN(len(legal))].String()
		by := match.Actor{Event: id.Event(fmt.Sprint("e", n, "-", try)), Player: m.Seats[m.ToMove()].Player, Source: match.FromText}
		begun := time.Now()
		c, err := s.door.Move(ctx, by, d.channel, text, 0)
		took := time.Since(begun)
		if risk := (*match.RiskError)(nil); errors.As(err, &risk) && try < 20 {
			continue
		}
		d.played++
		if c.Ended() {
			d.played = duelPlies
		}
		return took, err
	}
}
