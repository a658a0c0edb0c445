package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/sandbox/person"
	"yeye/bot/store"
	"yeye/bot/telemetry"
	"yeye/internal/slow"
)

// divided is a sandbox of two shards with a channel on each, and Mei in both.
type divided struct {
	*deployment
	channels [2]string
	opened   *store.DB // for looks at the database
}

// look returns the database.
func (d *divided) look() *store.DB {
	d.Helper()
	if d.opened == nil {
		var err error
		if d.opened, err = openUnregistered(d.Context(), d.db, nil); err != nil {
			d.Fatal(err)
		}
		d.Cleanup(func() { d.opened.Close() })
	}
	return d.opened
}

func openDivided(t *testing.T, db string) *divided {
	slow.Test(t)
	t.Parallel()
	d := &divided{deployment: &deployment{T: t, db: db}}
	// Which shard a server is on is drawn at random: of 30 all on one is not to be expected.
	d.info = startProcess(t, nil, "sandbox", "--addr", "127.0.0.1:0", "--json", "--no-bot", "--no-limits", "--answer-within", patience, "--shards", "2", "--guilds", "30").info()
	for _, g := range d.info.Guilds {
		n, err := strconv.ParseUint(g.ID, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		d.channels[n>>22%2] = g.Channels[0].ID
	}
	if d.channels[0] == "" || d.channels[1] == "" {
		t.Fatal("all servers are on one shard")
	}
	mei, err := person.Connect(bounded(t), d.info.API, d.info.Users[1].Token)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { mei.Close() })
	d.mei = mei
	return d
}

func (d *divided) start(shards string) *process {
	return startProcess(d.T, []string{"DISCORD_TOKEN=" + d.info.BotToken, "YEYE_DISCORD_API=" + d.info.API, shardsFor + "=30s"},
		"serve", "--db", d.db, "--pause", "300ms", "--thinkers", "1", "--hash-mb", "1", "--shards", shards, "--log-level", "debug", "--watch", "127.0.0.1:0")
}

// ready waits until a process is ready, as the manual tells operators to, and returns what it says of itself.
func (d *divided) ready(p *process) (says string) {
	d.Helper()
	d.eventually("ready", func() bool {
		code, out, _ := runProgram(d.T, nil, "health", "--watch", p.watch())
		says = strings.TrimSpace(out)
		return code == 0
	})
	return says
}

// owners returns the processes that hold the shards according to the database, "" for none.
func (d *divided) owners() (owners [2]string) {
	d.Helper()
	db := d.look()
	err := store.Each(d.Context(), db.Read(), func(r store.Row) error {
		var shard int
		var owner string
		err := r.Scan(&shard, &owner)
		owners[shard], _, _ = strings.Cut(owner, "-")
		return err
	}, `SELECT shard, owner FROM shards WHERE of = 2 AND until > ?`, store.Millis(db.Now()))
	if err != nil {
		d.Fatal(err)
	}
	return owners
}

func pid(p *process) string { return fmt.Sprint(p.Cmd.Process.Pid) }

// connected waits until a process has this many connections.
func (d *divided) connected(p *process, n int) {
	d.Helper()
	d.eventually(fmt.Sprintf("%d connections", n), func() bool { return strings.Count(p.log(), "connected to Discord") >= n })
}

// begin begins a game on a shard. A program that has only just started may not have its commands yet, or not answer in time.
func (d *divided) begin(shard int) {
	d.Helper()
	d.mark = d.mei.Mark()
	d.eventually("a game is begun", func() bool {
		if _, err := d.mei.Command(bounded(d.T), d.channels[shard], "play", person.Opt("opponent", "1"), person.Opt("side", "red")); err != nil {
			d.Logf("/play: %v", err)
		}
		for range 20 {
			if d.playing(shard) {
				return true
			}
			time.Sleep(100 * time.Millisecond)
		}
		return false
	})
}

// playing reports whether a game is stored in the channel of a shard.
func (d *divided) playing(shard int) bool {
	d.Helper()
	db := d.look()
	_, err := matchesOf(db).InChannel(d.Context(), id.Channel(d.channels[shard]))
	return err == nil
}

// move types a legal move on a shard, waits for the answer, and until the card with it is the only one.
func (d *divided) move(shard int) {
	d.Helper()
	d.answers(shard)
	d.eventually("one board stands", func() bool { return d.boards(shard) == 1 })
}

// answers types a legal move on a shard and waits for the answer.
func (d *divided) answers(shard int) {
	d.Helper()
	db := d.look()
	m, err := matchesOf(db).InChannel(d.Context(), id.Channel(d.channels[shard]))
	if err != nil {
		d.Fatal(err)
	}
	var played []string
	for i, one := range m.Game.Moves() {
		if i%2 == m.Game.Ply()%2 {
			played = append(played, one.String())
		}
	}
	move := developing(m.Game.Position(), played)
	if _, err := d.mei.Say(bounded(d.T), d.channels[shard], move); err != nil {
		d.Fatal(err)
	}
	d.mark = d.mei.LastAct()
	d.wait(person.In(d.channels[shard]), person.ShowsMove(move), answered)
}

// boards returns the number of boards in the channel of a shard.
func (d *divided) boards(shard int) (n int) {
	d.Helper()
	list, err := d.mei.Messages(bounded(d.T), d.channels[shard], 50)
	if err != nil {
		d.Fatal(err)
	}
	for _, m := range list {
		n += len(m.Attachments)
	}
	return n
}

// Two processes have a shard each. When one is killed without notice the other gets its shard within the lease, plays the moves typed
// meanwhile, and removes the card that the killed one had no time to remove.
func TestTwoServe(t *testing.T) {
	d := openDivided(t, onServer(t))
	a := d.start("auto")
	d.bot = a
	d.connected(a, 1)
	b := d.start("auto")
	d.eventually("each has one", func() bool { o := d.owners(); return o[0] == pid(a) && o[1] == pid(b) })
	d.connected(b, 1)
	d.begin(0)
	d.begin(1)
	d.move(0)
	d.move(1)
	if strings.Contains(b.log(), "commands registered") {
		t.Error("the commands are registered by two")
	}

	d.fault(map[string]any{"kind": "status", "method": http.MethodDelete, "path": "/channels/*/messages/*", "status": 503, "count": -1})
	d.answers(1)
	b.kill()
	killed := time.Now()
	if n := d.boards(1); n < 2 {
		t.Errorf("%d boards are left", n)
	}
	d.mend()
	d.move(1)
	t.Logf("the other plays %v after the kill", time.Since(killed))
	d.eventually("it holds both", func() bool { return d.owners() == [2]string{pid(a), pid(a)} })
	d.move(0)
	noFaults(t, a)
}

// While a process takes its share and then all shards from one that is asked to stop, every typed move is answered once and every
// click at once: the shards change hands while both are connected.
func TestHandOver(t *testing.T) {
	d := openDivided(t, onServer(t))
	a := d.start("auto")
	d.bot = a
	d.connected(a, 2)
	d.begin(0)
	d.begin(1)
	d.move(0)
	d.move(1)

	var longest time.Duration
	play := func(until func() bool) {
		for !until() {
			for shard := range d.channels {
				d.move(shard)
				asked := time.Now()
				if _, err := d.mei.Command(bounded(t), d.channels[shard], "help"); err != nil {
					t.Errorf("shard %d: %v", shard, err)
				}
				longest = max(longest, time.Since(asked))
			}
		}
	}
	held := func(p *process) int { return strings.Count(p.log(), `msg="holding a shard"`) }
	b := d.start("auto")
	play(func() bool { return held(b) == 1 })
	over := make(chan int)
	go func() { over <- a.terminate() }()
	d.bot = b
	play(func() bool {
		select {
		case code := <-over:
			if code != 0 {
				t.Errorf("exit code %d", code)
			}
			return true
		default:
			return false
		}
	})
	d.move(0)
	d.move(1)
	t.Logf("no click waited for longer than %v", longest)
	if strings.Count(b.log(), "handed_over=true") != 2 || held(b) != 2 {
		t.Error("not handed over", b.log())
	}
	noFaults(t, a, b)
}

// The manual's upgrade without a gap, with as many processes as shards: the new process says that it stands by, the old one is stopped,
// and typed moves are answered all the while. Then the other one. Commands that the new version has changed are registered by the process
// that leads.
func TestUpgradeWithoutAGap(t *testing.T) {
	d := openDivided(t, onServer(t))
	old := []*process{d.start("auto"), d.start("auto")}
	d.bot = old[0]
	d.eventually("each has one", func() bool { o := d.owners(); return o[0] != "" && o[1] != "" && o[0] != o[1] })
	if d.owners()[0] == pid(old[1]) { // whichever asked first
		slices.Reverse(old)
	}
	for _, p := range old {
		if says := d.ready(p); says != telemetry.Well {
			t.Errorf("%q", says)
		}
	}
	d.begin(0)
	d.begin(1)
	if _, err := d.look().Write().Exec(d.Context(), `UPDATE facts SET value = 'of an old version' WHERE name LIKE 'commands.%'`); err != nil {
		t.Fatal(err)
	}
	for n, p := range old {
		next := d.start("auto")
		if says := d.ready(next); says != telemetry.StoodBy {
			t.Errorf("%q", says)
		}
		d.eventually("it logs it", func() bool { return strings.Count(next.log(), "standing by, other processes hold all shards") == 1 })
		d.move(0)
		d.move(1)
		over := make(chan int)
		go func() { over <- p.terminate() }()
		d.move(n)
		d.move(1 - n)
		if code := <-over; code != 0 {
			t.Errorf("exit code %d", code)
		}
		if d.bot = next; d.ready(next) != telemetry.Well || d.owners()[n] != pid(next) {
			t.Errorf("held by %v", d.owners())
		}
		if n == 0 {
			d.eventually("the commands are registered", func() bool { return strings.Contains(next.log(), "commands registered") })
		}
		d.eventually("handed over", func() bool { return strings.Contains(next.log(), "handed_over=true") })
		noFaults(t, p, next)
	}
	d.move(0)
	d.move(1)
}

// A process that cannot reach Discord, while it reaches the database, leaves its shards to another.
func TestCutOffFromDiscord(t *testing.T) {
	d := openDivided(t, onServer(t))
	var cut atomic.Bool
	sandbox, err := url.Parse(d.info.URL)
	if err != nil {
		t.Fatal(err)
	}
	there := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: sandbox.Scheme, Host: sandbox.Host})
	way := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if cut.Load() {
			panic(http.ErrAbortHandler)
		}
		there.ServeHTTP(w, r)
	}))
	t.Cleanup(way.Close)
	info := d.info
	d.info.API = strings.Replace(info.API, sandbox.Host, way.Listener.Addr().String(), 1)
	a := d.start("0-1/2")
	d.bot, d.info = a, info
	d.connected(a, 2)
	d.begin(0)
	d.begin(1)
	d.move(0)
	b := d.start("auto")
	d.eventually("the other is at work", func() bool { return strings.Contains(b.log(), "sharing the request limit") })

	cut.Store(true)
	d.fault(map[string]any{"kind": "close", "close_code": 4000, "on": "identify", "count": 2})
	d.fault(map[string]any{"kind": "invalid_session", "on": "resume", "count": 2})
	d.fault(map[string]any{"kind": "drop"})
	d.eventually("the other has both", func() bool { return d.owners() == [2]string{pid(b), pid(b)} })
	d.bot = b
	d.move(0)
	d.move(1)
	if !strings.Contains(a.log(), "cannot reach Discord") || strings.Count(b.log(), "handed_over=true") != 2 {
		t.Error(a.log(), b.log())
	}
}

// A process that serves given shards on a file is the only one.
func TestShardsOnAFile(t *testing.T) {
	d := openDivided(t, filepath.Join(t.TempDir(), "yeye.db"))
	d.bot = d.start("0-1/2")
	d.connected(d.bot, 2)
	d.begin(0)
	d.begin(1)
	d.move(0)
	d.move(1)
	if code := d.bot.terminate(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if o := d.owners(); o != [2]string{} {
		t.Errorf("still held by %v", o)
	}
}

// Invalid ranges are refused with an explanation.
func TestShardsUsage(t *testing.T) {
	t.Parallel()
	for _, shards := range []string{"all", "3-1/4", "4/4"} {
		if code, _, log := runProgram(t, []string{"DISCORD_TOKEN=x"}, "serve", "--db", filepath.Join(t.TempDir(), "yeye.db"), "--shards", shards); code != 78 || !strings.Contains(log, "like 0-3/16") {
			t.Errorf("%s: %d %s", shards, code, log)
		}
	}
}
