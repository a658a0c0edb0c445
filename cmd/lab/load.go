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
	Yeye      string  `default:"yeye" help:"The yeye program to test."`
	Channels  int     `default:"20" help:"Channels to play in at once."`
	Minutes   float64 `default:"1" help:"Minutes to play; longer if failures like --kills and --resets are not done by then."`
	Level     int     `default:"1" help:"Level of the character."`
	Think     float64 `help:"Average seconds a person thinks about a move; by default none."`
	Kills     int     `help:"Number of times a bot is killed."`
	Resets    int     `help:"Number of times a bot's connection is broken."`
	Every     float64 `default:"3" help:"Average seconds between two failures, from when the bot answers again."`
	PerMinute float64 `help:"Failures per minute over all bots, if they recover fast enough; replaces --every."`
	Bots      int     `default:"1" help:"Bots, each with its own database and sandbox, sharing the channels, kills and resets. Half of the resets cost a new session, of which Discord allows one in five seconds."`
	Sessions  int     `help:"Games of other players in each database from the start."`
	Analyses  int     `help:"Analyses queued in each database from the start, each for another player."`
	Seed      uint64  `default:"1" help:"Seed of moves and timing."`
	Keep      string  `help:"Directory to keep the databases and logs in; by default they are removed."`
	Postgres  bool    `help:"Use PostgreSQL, on a server started for the test, instead of files."`
	Serves    int     `default:"1" help:"Processes per bot that connect to Discord and divide its shards."`
	Shards    int     `default:"1" help:"Shards per bot, with channels on all of them."`
	Guilds    int     `help:"Servers per bot; by default one, or sixteen per shard if there are several. One per shard is played in."`
	Workers   int     `help:"Workers per bot, which then does no thinking itself; with --kills any one of these processes is killed each time."`
	Restarts  int     `help:"Number of times the PostgreSQL server is killed, as by a power cut, and restarted."`
	Cuts      int     `help:"Number of times the network between a process and the database is cut for one to twelve seconds: connections are closed, or stall."`
	Limits    bool    `help:"Enforce Discord's rate limits; by default twenty times as much is allowed."`
	Quiet     bool    `help:"No progress bar."`
	LogLevel  string  `enum:"debug,info,warn,error" default:"warn" help:"Log level of the bots, for the logs kept by --keep."`
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
		return errors.New("not every move was stored and answered exactly once")
	}
	return nil
}

// check returns the errors in the flags that kong cannot see.
func (c *loadCmd) check() error {
	switch {
	case c.Think < 0:
		return errors.New("--think must not be negative")
	case c.Bots < 1 || c.Channels < c.Bots:
		return errors.New("at least one bot and one channel per bot are needed: see --bots and --channels")
	case c.Serves < 1 || c.Shards < 1 || c.Channels/c.Bots < c.Shards:
		return errors.New("each bot needs a serve process, a shard, and a channel per shard: see --serves, --shards and --channels")
	case c.Guilds < 0 || c.Guilds > 0 && c.Guilds < c.Shards:
		return errors.New("each shard needs a server: see --guilds and --shards")
	case c.Serves > c.Shards:
		return errors.New("each serve process needs a shard: see --serves and --shards")
	case c.Postgres && c.Sessions+c.Analyses > 0:
		return errors.New("--sessions and --analyses fill database files and cannot be used with --postgres")
	case !c.Postgres && (c.Workers > 0 || c.Serves > 1):
		return errors.New("several processes need --postgres")
	case !c.Postgres && (c.Restarts > 0 || c.Cuts > 0):
		return errors.New("--restarts and --cuts need --postgres")
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
