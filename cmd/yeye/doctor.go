package main

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"yeye/bot/discord/rest"
	"yeye/bot/store/postgres"
	"yeye/bot/store/sqlite"
)

// doctorCmd examines everything that `yeye serve` depends on, with the same flags. It changes
// nothing and does not disturb a running bot.
type doctorCmd struct {
	serveFlags
	ranks []string // servers that give roles for ranks
}

// doctorTimeout limits the whole examination.
const doctorTimeout = 2 * time.Minute

func (c *doctorCmd) Run(ctx context.Context, std streams) error {
	ctx, cancel := context.WithTimeout(ctx, doctorTimeout)
	defer cancel()
	r := &report{out: std.out}
	r.ok("program", "yeye %s, %s for %s/%s, %d processors", thisBuild().text(), runtime.Version(), runtime.GOOS,
		runtime.GOARCH, processors())
	wrong := c.check()
	for _, err := range wrong {
		r.bad("settings", "%v", err)
	}
	if wrong == nil {
		r.ok("settings", "the token is set, and all other values are valid")
	}
	c.database(ctx, r)
	c.port(ctx, r)
	c.boards(ctx, r)
	if c.Discord.Check() != nil {
		r.skip("Discord", "not checked without a token and a valid address")
		return r.verdict()
	}
	client, err := rest.New(rest.Options{Token: c.Token.Reveal(), API: c.API, Version: thisBuild().version,
		Logger: c.Logger()})
	if err != nil {
		return usageError{err}
	}
	v := discordCheck{report: r, ask: client, flags: &c.serveFlags, giving: c.ranks}
	v.run(ctx)
	return r.verdict()
}

// Free disk space below which the database is in danger, or soon will be.
const (
	diskLow  = 1 << 30
	diskFull = 64 << 20
)

func (c *doctorCmd) database(ctx context.Context, r *report) {
	if postgres.IsAddress(c.DB) {
		c.server(ctx, r)
		return
	}
	e, err := sqlite.Examine(ctx, c.DB)
	c.ranks = e.Ranks
	switch {
	case err != nil:
		r.bad("database", "%v", err)
	case !e.Exists:
		r.ok("database", "%s does not exist yet; `yeye serve` creates it", c.DB)
	case e.Version < e.Newest:
		r.warn("database", "%s has schema %d; this version upgrades it to %d at its start, which an older version "+
			"refuses: run `yeye backup` first", c.DB, e.Version, e.Newest)
	default:
		r.ok("database", "%s is readable, writable and intact; %s, schema %d, games in progress: %d", c.DB,
			size(uint64(e.Bytes)), e.Version, e.Games)
	}
	if len(e.Users) > 1 {
		r.warn("processes", "%d processes use %s, with the ids %s: two bots answer the same people; stop one, unless "+
			"it is taking over from the other", len(e.Users), c.DB, strings.Trim(fmt.Sprint(e.Users), "[]"))
	}
	switch {
	case e.Free < 0: // unknown, or the directory does not exist
	case e.Free < diskFull:
		r.bad("disk", "%s free on the database's disk; without space no move can be stored: free some",
			size(uint64(e.Free)))
	case e.Free < diskLow:
		r.warn("disk", "%s free on the database's disk; free more space soon", size(uint64(e.Free)))
	default:
		r.ok("disk", "%s free on the database's disk", size(uint64(e.Free)))
	}
}

// maxClockSkew is the difference between the clocks of the database server and this machine from which the doctor
// warns.
const maxClockSkew = 5 * time.Second

// server examines a PostgreSQL database.
func (c *doctorCmd) server(ctx context.Context, r *report) {
	name := postgres.Redacted(c.DB)
	e, err := postgres.Examine(ctx, c.DB)
	c.ranks = e.Ranks
	switch {
	case err != nil:
		r.bad("database", "%v", err)
		return
	case e.Version == 0:
		r.ok("database", "%s is reachable, writable and empty; `yeye serve` creates its tables", name)
	case e.Version < e.Newest:
		r.warn("database", "%s has schema %d; this version upgrades it to %d at its start, which an older version "+
			"refuses: run pg_dump first", name, e.Version, e.Newest)
	default:
		r.ok("database", "%s is reachable and writable; PostgreSQL %s, %s, schema %d, games in progress: %d, running "+
			"processes: %d", name, e.Server, size(uint64(e.Bytes)), e.Version, e.Games, e.Processes)
	}
	switch {
	case e.Serving > 0 && c.Shards == "":
		r.warn("processes", "%d processes divide the shards on this database, and without --shards another would "+
			"answer the same people: start it with --shards auto", e.Serving)
	case e.Serving == 0 && e.Processes > 0 && c.Shards != "":
		r.warn("processes", "processes on this database (%d) hold no shards: if one is a `serve` without --shards, "+
			"it answers the same people; stop it or start it with --shards auto", e.Processes)
	}
	if room := e.MaxConnections - e.Connections; room < postgres.Connections {
		r.warn("connections", "the server allows %d connections and has %d; a yeye process uses up to %d: raise "+
			"max_connections", e.MaxConnections, e.Connections, postgres.Connections)
	}
	if e.ClockAhead > maxClockSkew || e.ClockAhead < -maxClockSkew {
		r.warn("clock", "the database's clock differs from this machine's by %v; yeye uses the database's: "+
			"synchronize both by NTP", e.ClockAhead.Round(time.Second))
	}
}

// port checks whether metrics can be served at their address. A running yeye may be using it.
func (c *doctorCmd) port(ctx context.Context, r *report) {
	l, err := c.listen()
	switch {
	case err == nil && l == nil:
		r.ok("metrics", "off; enable them with --watch 127.0.0.1:9095")
	case err == nil:
		l.Close()
		r.ok("metrics", "%s is free", c.Watch)
	default:
		word, asked := askHealth(ctx, c.Watch, readyPath)
		switch {
		case asked == nil:
			r.ok("metrics", "a running yeye answers on %s: %s", c.Watch, word)
		case word != "":
			r.warn("metrics", "a running yeye answers on %s: %s", c.Watch, word)
		default:
			r.bad("metrics", "%v", err)
		}
	}
}

// size formats a number of bytes for people.
func size(n uint64) string {
	switch {
	case n >= 10<<30:
		return fmt.Sprintf("%d GB", n>>30)
	case n >= 1<<30:
		return fmt.Sprintf("%.1f GB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%d MB", n>>20)
	}
	return fmt.Sprintf("%d kB", (n+1023)>>10)
}
