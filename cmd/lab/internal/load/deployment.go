package load

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"yeye/bot/sandbox"
	"yeye/bot/store"
	"yeye/bot/store/postgres/pgserver"
	"yeye/internal/subprocess"
)

// deployment is a sandbox and a bot of one or several processes.
type deployment struct {
	*Options
	db   string // the file, or the server's address
	log  *os.File
	info sandbox.Info

	sandbox *subprocess.Process
	server  *pgserver.Server // nil if the database is a file
	reader  *store.DB        // for reading the database; nil before the first use
	serves  []*process
	workers []*process
}

// deploy starts the sandbox; the bot is started by start.
func (o *Options) deploy(dir string) (*deployment, error) {
	log, err := os.Create(filepath.Join(dir, "load.log"))
	if err != nil {
		return nil, err
	}
	d := &deployment{Options: o, db: filepath.Join(dir, "load.db"), log: log}
	args := []string{"sandbox", "--no-bot", "--json", "--addr", "127.0.0.1:0", "--log-level", "warn",
		"--shards", strconv.Itoa(o.Shards), "--guilds", strconv.Itoa(max(1, o.Guilds)),
		map[bool]string{true: "--limits", false: "--no-limits"}[o.Limits]}
	if n := o.crowds(); n > 0 {
		// the first peoplePerCrowd users play elsewhere
		args = append(args, "--people", strconv.Itoa(peoplePerCrowd*(n+1)))
	}
	if o.people > 0 {
		args = append(args, "--people", strconv.Itoa(o.people))
	}
	cmd := exec.Command(o.Yeye[len(o.Yeye)-1], args...)
	cmd.Stderr = log
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if d.sandbox, err = subprocess.Start(cmd); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &d.info)
	}
	if err != nil {
		d.close()
		return nil, fmt.Errorf("the sandbox did not start: %w; see %s", err, log.Name())
	}
	return d, nil
}

// prepare creates the processes without starting them. With a server, their database is on it.
func (d *deployment) prepare(ctx context.Context, server *pgserver.Server) (err error) {
	if d.server = server; server != nil {
		if _, d.db, err = server.Make(ctx, ""); err != nil {
			return err
		}
	}
	common := []string{"--log-level", d.LogLevel, "--pause", "0s", "--player-engine", "0s"}
	serve := append([]string{"serve", "--player-rate", "0", "--server-rate", "0", "--player-games", "0",
		"--server-games", "0"}, common...)
	if d.Workers > 0 {
		serve = append(serve, "--no-think")
	}
	if d.Limits {
		serve = append(serve, "--requests", "45") // the rate limit of Discord's real API
	}
	if d.Shards > 1 {
		serve = append(serve, "--shards", "auto")
	}
	for n := range d.Serves {
		p, err := d.process(fmt.Sprint("serve ", n+1), serve)
		if err != nil {
			return err
		}
		p.env = append(p.env, "DISCORD_TOKEN="+d.info.BotToken, "YEYE_DISCORD_API="+d.info.API)
		d.serves = append(d.serves, p)
	}
	for n := range d.Workers {
		p, err := d.process(fmt.Sprint("worker ", n+1), append([]string{"worker", "--thinkers", "1"}, common...))
		if err != nil {
			return err
		}
		d.workers = append(d.workers, p)
	}
	return nil
}

// process creates a process with its own connection to the database and its own address for metrics.
func (d *deployment) process(name string, args []string) (*process, error) {
	p := &process{name: name, programs: d.Yeye, starts: len(d.serves) + len(d.workers), log: d.log}
	var err error
	if p.metricsAddress, err = freeAddress(); err != nil {
		return nil, err
	}
	db := d.db
	if d.server != nil && d.Cuts > 0 {
		if p.proxy, err = newProxy(d.server.Socket()); err != nil {
			return nil, err
		}
		db = "postgres://yeye@" + p.proxy.Addr().String() + "/" + pgserver.Database(d.db) + "?sslmode=disable"
	}
	p.args = append(args[:len(args):len(args)], "--db", db, "--watch", p.metricsAddress)
	return p, nil
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// all returns every process of the bot.
func (d *deployment) all() []*process { return slices.Concat(d.serves, d.workers) }

// start starts every process of the bot.
func (d *deployment) start() error {
	for _, p := range d.all() {
		if err := p.start(); err != nil {
			return err
		}
	}
	return nil
}

// anyServe returns one of the processes.
func (d *deployment) anyServe(random *rand.Rand) *process {
	all := d.all()
	return all[random.IntN(len(all))]
}

// shardsOf returns the shards that a process owns according to the database, none if unknown.
func (d *deployment) shardsOf(p *process) []int {
	if !slices.Contains(d.serves, p) {
		return nil
	}
	if d.Shards == 1 {
		return []int{0}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if d.reader == nil {
		db, err := openDatabase(ctx, d.db)
		if err != nil {
			return nil
		}
		d.reader = db
	}
	shards, err := store.All(ctx, d.reader.Read(), store.Value[int], `SELECT shard FROM shards WHERE owner LIKE ?`,
		fmt.Sprint(p.pid(), "-%"))
	if err != nil {
		return nil
	}
	return shards
}

// cutConnections cuts the network between a random process and the database for a while. It returns the
// process, the kind of cut and its duration.
func (d *deployment) cutConnections(random *rand.Rand) (p *process, kind cut, duration time.Duration) {
	p = d.anyServe(random)
	kind, duration = cut(1+random.IntN(int(cuts)-1)), time.Duration((1+11*random.Float64())*float64(time.Second))
	p.proxy.cutFor(kind, duration)
	return p, kind, duration
}

// outdatedCards returns the number of outdated cards by the metrics of a serve process that has any, 0 if none has. It
// is not 0 if a process does not answer.
func (d *deployment) outdatedCards() (n float64) {
	for _, p := range d.serves {
		if cards := p.measure("yeye_cards_behind"); cards != 0 {
			n = cards
		}
	}
	return n
}

// maxResidentMemory returns the resident memory of the largest serve process, in bytes.
func (d *deployment) maxResidentMemory() (most int64) {
	for _, p := range d.serves {
		most = max(most, p.residentMemory())
	}
	return most
}

// close ends all processes.
func (d *deployment) close() {
	for _, p := range d.all() {
		p.kill()
		if p.proxy != nil {
			p.proxy.Close()
		}
	}
	if d.reader != nil {
		d.reader.Close()
	}
	d.sandbox.Cmd.Process.Signal(syscall.SIGTERM)
	d.sandbox.Wait()
	d.log.Close()
}
