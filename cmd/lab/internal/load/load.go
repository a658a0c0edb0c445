// Package load tests a bot under load. Users play in many channels at once against a bot in separate processes, in a
// sandbox in another process. Every board that is shown is checked and, at the end, every move in the database and
// every picture in a channel. In other channels users hold tournaments, play at rings and vote; at the end everything
// that the bot accepted from them must have had its effect.
//
// Meanwhile any of the bot's processes may be killed (SIGKILL) at random moments and restarted, also as another
// version. Its connection to Discord may be broken in every way that the sandbox supports while requests fail. The
// database server may be killed, and the network to it cut.
//
// Out of scope: anything that the bot needs. To this package the bot is a black box, known by its commands, its
// metrics, its database and what users see.
package load

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/schollz/progressbar/v3"

	"yeye/bot/store/postgres/pgserver"
)

// Options says who plays, how the bot is deployed and which failures it must survive. The tags are for lab's command
// line.
type Options struct {
	Yeye []string `default:"yeye" help:"The yeye program to test. Of several, processes run one each, in turn, and a process that is restarted runs the next."`

	Channels int           `default:"20" help:"Channels to play in at once."`
	Time     time.Duration `default:"1m" help:"Time to play; longer if the failures are not done by then."`
	Level    int           `default:"1" help:"Level of the character."`
	Think    time.Duration `help:"Average time a person thinks about a move; by default none."`
	Seed     uint64        `default:"1" help:"Seed of moves and timing."`

	Tournaments int `help:"Channels in which four people each hold one tournament after another: arenas, Swiss, round robins, by arrangement."`
	Rings       int `help:"Channels in which four people each play at a ring."`
	Votes       int `help:"Channels in which four people each play one another as two teams that vote."`

	Bots     int  `default:"1" help:"Bots, each with its own database and sandbox, sharing the channels and the failures."`
	Postgres bool `help:"Use PostgreSQL, on a server started for the test, instead of files."`
	Serves   int  `default:"1" help:"Processes per bot that connect to Discord and divide its shards."`
	Workers  int  `help:"Workers per bot, which then does no thinking itself."`
	Shards   int  `default:"1" help:"Shards per bot, with channels on all of them."`
	Guilds   int  `help:"Servers per bot; by default one, or sixteen per shard if there are several. One per shard is played in."`
	Limits   bool `help:"Enforce Discord's rate limits; by default twenty times as much is allowed."`
	Others   int  `help:"Open games of other players in each database from the start."`
	Analyses int  `help:"Analyses queued in each database from the start, each for another player."`

	Kills    int           `help:"Number of times one of a bot's processes is killed."`
	Resets   int           `help:"Number of times a bot's connection is broken. Half of them cost a new session, of which Discord allows one in five seconds."`
	Restarts int           `help:"Number of times the PostgreSQL server is killed, as by a power cut, and restarted."`
	Cuts     int           `help:"Number of times the network between a process and the database is cut for one to twelve seconds: connections are closed, or stall."`
	Every    time.Duration `default:"3s" help:"Average time between two failures of all bots; never before the bot has answered again."`

	people int // number of users in the sandbox; by default as many as play

	Keep     string `help:"Directory to keep the databases and logs in; by default they are removed."`
	LogLevel string `enum:"debug,info,warn,error" default:"warn" help:"Log level of the bots, for the logs kept by --keep."`
	Quiet    bool   `help:"No progress bar."`
}

// guildsPerShard is the default number of servers per shard: enough that each shard gets one.
const guildsPerShard = 16

// Run plays until the time is over and all failures have been caused, and returns the figures. It shows
// the progress and every error in a channel on stderr. If ctx ends earlier, the figures are those so far.
func Run(ctx context.Context, o Options) (*Result, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	for i, name := range o.Yeye {
		path, err := exec.LookPath(name)
		if err != nil {
			return nil, fmt.Errorf("%w: build it with `go build ./cmd/yeye` and name it with --yeye ./yeye", err)
		}
		o.Yeye[i] = path
	}
	if o.Guilds == 0 && o.Shards > 1 {
		o.Guilds = guildsPerShard * o.Shards
	}
	dir := o.Keep
	if dir == "" {
		var err error
		if dir, err = os.MkdirTemp("", "yeye-load-"); err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
	}
	var server *pgserver.Server
	if o.Postgres {
		var err error
		if server, err = pgserver.Start(pgserver.Options{Durable: true}); err != nil {
			return nil, err
		}
		defer server.Stop()
	}
	t := &tally{}
	var bots []*bot
	for n := range o.Bots {
		b, err := openBot(ctx, &o, t, filepath.Join(dir, fmt.Sprint(n)), server, n)
		if err != nil {
			return nil, err
		}
		defer b.close()
		bots = append(bots, b)
	}
	o.play(ctx, bots, t)
	after := context.WithoutCancel(ctx)
	if err := forEachBot(bots, func(b *bot) error { return b.shutDown(after) }); err != nil {
		return nil, err
	}
	for _, b := range bots {
		if err := b.verify(after); err != nil {
			return nil, err
		}
	}
	return t.result(), nil
}

// check returns errors that kong cannot detect.
func (o *Options) check() error {
	switch {
	case o.Think < 0:
		return errors.New("--think must not be negative")
	case o.Bots < 1 || o.Channels < o.Bots:
		return errors.New("at least one bot and one channel per bot are needed: see --bots and --channels")
	case o.Serves < 1 || o.Shards < 1 || o.Channels/o.Bots < o.Shards:
		return errors.New("each bot needs a serve process, a shard, and a channel per shard: see --serves, --shards " +
			"and --channels")
	case min(o.Tournaments, o.Rings, o.Votes) < 0:
		return errors.New("--tournaments, --rings and --votes must not be negative")
	case o.Guilds < 0 || o.Guilds > 0 && o.Guilds < o.Shards:
		return errors.New("each shard needs a server: see --guilds and --shards")
	case o.Serves > o.Shards:
		return errors.New("each serve process needs a shard: see --serves and --shards")
	case o.Postgres && o.Others+o.Analyses > 0:
		return errors.New("--others and --analyses fill database files and cannot be used with --postgres")
	case !o.Postgres && (o.Workers > 0 || o.Serves > 1):
		return errors.New("several processes need --postgres")
	case !o.Postgres && (o.Restarts > 0 || o.Cuts > 0):
		return errors.New("--restarts and --cuts need --postgres")
	}
	return nil
}

// failures returns how many failures to cause.
func (o *Options) failures() int { return o.Kills + o.Resets + o.Restarts + o.Cuts }

// play plays with all bots until the time is over and the failures have been caused, or ctx ends.
func (o *Options) play(ctx context.Context, bots []*bot, t *tally) {
	playing, end := context.WithCancel(ctx)
	finished, failed := make(chan struct{}), make(chan error, 1)
	go func() {
		forEachBot(bots, func(b *bot) error { b.play(playing); return nil })
		close(finished)
	}()
	go func() { failed <- forEachBot(bots, func(b *bot) error { return b.runFailures(playing) }) }()
	t.start()
	o.wait(playing, bots, t, failed, finished)
	t.stop()
	end()
	<-finished
}

// wait shows the progress until the end.
func (o *Options) wait(ctx context.Context, bots []*bot, t *tally, failed <-chan error, finished <-chan struct{}) {
	steps := int(o.Time.Seconds())
	if o.failures() > 0 {
		steps = o.failures()
	}
	bar := progressbar.NewOptions(max(1, steps), progressbar.OptionSetWriter(os.Stderr),
		progressbar.OptionSetVisibility(!o.Quiet), progressbar.OptionSetPredictTime(o.failures() > 0))
	defer bar.Close()
	over := time.After(o.Time)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for over != nil || failed != nil {
		select {
		case <-ctx.Done():
			return
		case <-finished:
			return
		case err := <-failed:
			if err != nil {
				t.fault("%v", err)
			}
			failed = nil
		case <-over:
			over = nil
		case <-tick.C:
			largest := int64(0)
			for _, b := range bots {
				largest = max(largest, b.deployment.maxResidentMemory())
			}
			t.resident(largest)
			bar.Describe(t.line())
			if o.failures() > 0 {
				bar.Set(int(t.failures()))
			} else if over != nil {
				bar.Add(1)
			}
		}
	}
}
