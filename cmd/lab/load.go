package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/schollz/progressbar/v3"
)

// loadCmd plays in many channels at once against a bot in its own process, in a sandbox in another, and checks every board that
// is shown and, at the end, every move in the database and every picture in a channel:
//
//	lab load --yeye ./yeye --channels 240 --think 3 --minutes 30 --sessions 10000
//	lab load --yeye ./yeye --channels 24 --bots 3 --level 0 --kills 300
//	lab load --yeye ./yeye --channels 24 --bots 4 --level 0 --resets 1440 --per-minute 60
//	lab load --yeye ./yeye --channels 60 --think 8 --minutes 10 --limits
//	lab load --yeye ./yeye --channels 20 --think 3 --minutes 2 --analyses 200
//	lab load --yeye ./yeye --channels 6 --think 1 --analyses 20 --kills 30
//	lab load --yeye ./yeye --channels 12 --level 0 --postgres --workers 2 --kills 60
//	lab load --yeye ./yeye --channels 24 --level 0 --postgres --serves 2 --workers 3 --shards 4 --kills 200 --restarts 20 --cuts 20
//
// With --kills one of the bot's processes is killed (SIGKILL) at random moments and restarted; with --resets the connection is
// broken in every way the sandbox supports, in turn, and requests fail in between. The figures are on stdout, the last line of
// them as JSON for programs; progress and errors are on stderr. The exit code is 1 if a move was lost or duplicated or a channel
// was left without an answer.
type loadCmd struct {
	Yeye      string  `default:"yeye" help:"The program to load."`
	Channels  int     `default:"20" help:"Channels in which is played at once."`
	Minutes   float64 `default:"1" help:"How long; with --kills or --resets at least until they are done."`
	Level     int     `default:"1" help:"The character's level."`
	Think     float64 `help:"Seconds that a person thinks about a move on average; without it the next one comes at once."`
	Kills     int     `help:"How often a bot is killed."`
	Resets    int     `help:"How often a bot's connection is broken."`
	Every     float64 `default:"3" help:"Seconds between two of these on average, once the bot answers again."`
	PerMinute float64 `help:"Instead: how many of these there are a minute over all bots, where they recover fast enough."`
	Bots      int     `default:"1" help:"Bots, each with its own database and sandbox, among which channels, kills and resets are divided. Half of the ruptures cost a new session, of which Discord allows one in five seconds."`
	Sessions  int     `help:"Games of others that are in each database from the start."`
	Analyses  int     `help:"Analyses of games, each of another player's, that are queued in each database from the start."`
	Seed      uint64  `default:"1" help:"Seed of moves and moments."`
	Keep      string  `help:"A directory for the databases and the logs; else they are removed."`
	Postgres  bool    `help:"Keep everything in PostgreSQL, on a server of its own, instead of in files."`
	Serves    int     `default:"1" help:"Processes of each bot that are connected to Discord, among which its shards are divided."`
	Shards    int     `default:"1" help:"Shards of each bot. There are channels on all of them."`
	Guilds    int     `help:"Servers that each bot is on; without it one, or sixteen for each of several shards. In one of each shard is played."`
	Workers   int     `help:"Workers of each bot, which then thinks not at all; with --kills one of all these processes is killed each time."`
	Restarts  int     `help:"How often PostgreSQL's server is ended as by a power cut and started again."`
	Cuts      int     `help:"How often the network between a process and the database is cut for one to twelve seconds: connections end, or nothing comes through them."`
	Limits    bool    `help:"Hold the bots to Discord's rate limits; without it twenty times as much is allowed."`
	Quiet     bool    `help:"No progress bar."`
	LogLevel  string  `enum:"debug,info,warn,error" default:"warn" help:"How much the bots log into the directory of --keep."`
}

func (c *loadCmd) Run() error { return c.run(os.Stdout) }

func (c *loadCmd) run(out io.Writer) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	yeye, err := exec.LookPath(c.Yeye)
	if err != nil {
		return fmt.Errorf("%w: build it with `go build ./cmd/yeye` and name it with --yeye ./yeye", err)
	}
	if err := c.check(); err != nil {
		return err
	}
	if c.Guilds == 0 && c.Shards > 1 {
		c.Guilds = guildsAShard * c.Shards
	}
	dir := c.Keep
	if dir == "" {
		if dir, err = os.MkdirTemp("", "yeye-load-"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	}
	server, err := c.openServer()
	if err != nil {
		return err
	}
	if server != nil {
		defer server.Stop()
	}
	t := &tally{}
	var rooms []*room
	for n := range c.Bots {
		r, err := c.openRoom(ctx, t, yeye, filepath.Join(dir, fmt.Sprint(n)), server, n)
		if err != nil {
			return err
		}
		defer r.close()
		rooms = append(rooms, r)
	}
	playing, end := context.WithCancel(ctx)
	defer end()
	finished, trouble := make(chan struct{}), make(chan error, 1)
	go func() {
		each(rooms, func(r *room) error { r.play(playing); return nil })
		close(finished)
	}()
	go func() { trouble <- each(rooms, func(r *room) error { return r.trouble(playing) }) }()
	c.progress(playing, rooms, t, trouble, finished)
	t.stop()
	end()
	<-finished
	if err := each(rooms, func(r *room) error { return r.end(context.WithoutCancel(ctx)) }); err != nil {
		return err
	}
	for _, r := range rooms {
		if err := t.verify(context.WithoutCancel(ctx), r.stack, r.tables); err != nil {
			return err
		}
		if err := r.seeAnalyses(context.WithoutCancel(ctx)); err != nil {
			return err
		}
		t.analysed, t.looks, t.analysesLost = t.analysed+r.analyses.finished, t.looks+r.analyses.looks, t.analysesLost+r.analyses.lost
	}
	t.print(out, c)
	if t.bad() {
		return errors.New("not every move was kept and answered once")
	}
	return nil
}

// check returns the errors in the flags that kong cannot see.
func (c *loadCmd) check() error {
	switch {
	case c.Think < 0:
		return errors.New("nobody thinks for less than no time: see --think")
	case c.Bots < 1 || c.Channels < c.Bots:
		return errors.New("there must be a bot, and a channel for each: see --bots and --channels")
	case c.Serves < 1 || c.Shards < 1 || c.Channels/c.Bots < c.Shards:
		return errors.New("there must be a process that serves, a shard, and a channel for each shard: see --serves, --shards and --channels")
	case c.Guilds < 0 || c.Guilds > 0 && c.Guilds < c.Shards:
		return errors.New("each shard needs a server: see --guilds and --shards")
	case c.Serves > c.Shards:
		return errors.New("a process that serves needs a shard: see --serves and --shards")
	case c.Postgres && c.Sessions+c.Analyses > 0:
		return errors.New("--sessions and --analyses fill files; leave them out with --postgres")
	case !c.Postgres && (c.Workers > 0 || c.Serves > 1):
		return errors.New("several processes need --postgres")
	case !c.Postgres && (c.Restarts > 0 || c.Cuts > 0):
		return errors.New("--restarts and --cuts are of the server of --postgres")
	}
	return nil
}

// progress shows the progress until the time is over and the failures have been caused.
func (c *loadCmd) progress(ctx context.Context, rooms []*room, t *tally, trouble <-chan error, finished <-chan struct{}) {
	length := time.Duration(c.Minutes * float64(time.Minute))
	whole := int(length.Seconds())
	troubles := c.Kills + c.Resets + c.Restarts + c.Cuts
	if troubles > 0 {
		whole = troubles
	}
	bar := progressbar.NewOptions(max(1, whole), progressbar.OptionSetWriter(os.Stderr),
		progressbar.OptionSetVisibility(!c.Quiet), progressbar.OptionSetPredictTime(troubles > 0))
	defer bar.Close()
	t.start()
	over := time.After(length)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for done := false; !done; {
		select {
		case <-ctx.Done():
			return
		case <-finished:
			return
		case err := <-trouble:
			if err != nil {
				fmt.Fprintln(os.Stderr, "lab:", err)
				t.mu.Lock()
				t.failed++
				t.mu.Unlock()
			}
			trouble = nil
			done = over == nil
		case <-over:
			over = nil
			done = trouble == nil
		case <-tick.C:
			largest := int64(0)
			for _, r := range rooms {
				largest = max(largest, r.stack.resident())
			}
			t.resident(largest)
			bar.Describe(t.line())
			if troubles > 0 {
				bar.Set(int(t.kills.Load() + t.resets.Load() + t.restarts.Load() + t.cuts.Load()))
			} else if over != nil {
				bar.Add(1)
			}
		}
	}
}
