package main

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
)

// stack is a sandbox and a bot of one or several processes, all of them separate programs.
type stack struct {
	c    *loadCmd
	yeye string
	db   string // the file, or the server's own address
	log  *os.File
	info sandbox.Info

	sandbox *exec.Cmd
	server  *pgserver.Server // nil if the database is a file
	look    *store.DB        // for reading the database
	serves  []*process
	workers []*process
}

// openServer starts the PostgreSQL server for the bots' databases; nil if these are files.
func (c *loadCmd) openServer() (*pgserver.Server, error) {
	if !c.Postgres {
		return nil, nil
	}
	return pgserver.Start(pgserver.Options{Durable: true})
}

// guildsAShard is the default number of servers per shard: enough that each shard gets one.
const guildsAShard = 16

// startStack starts the sandbox; the bot is started by run.
func (c *loadCmd) startStack(yeye, dir string) (*stack, error) {
	log, err := os.Create(filepath.Join(dir, "load.log"))
	if err != nil {
		return nil, err
	}
	s := &stack{c: c, yeye: yeye, db: filepath.Join(dir, "load.db"), log: log}
	args := []string{"sandbox", "--no-bot", "--json", "--addr", "127.0.0.1:0", "--log-level", "warn"}
	args = append(args, map[bool]string{true: "--limits", false: "--no-limits"}[c.Limits])
	args = append(args, "--shards", strconv.Itoa(c.Shards), "--guilds", strconv.Itoa(max(1, c.Guilds)))
	s.sandbox = exec.Command(yeye, args...)
	s.sandbox.Stderr = log
	out, err := s.sandbox.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.sandbox.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("the sandbox did not start: %w; see %s", err, log.Name())
	}
	return s, json.Unmarshal([]byte(line), &s.info)
}

// prepare creates the processes without starting them. If there is a server their database is there.
func (s *stack) prepare(ctx context.Context, server *pgserver.Server) (err error) {
	if s.server = server; server != nil {
		if _, s.db, err = server.Make(ctx, ""); err != nil {
			return err
		}
		if s.look, err = openSite(ctx, s.db); err != nil {
			return err
		}
	}
	serve := []string{"serve", "--log-level", s.c.LogLevel, "--pause", "0s", "--player-rate", "0", "--server-rate", "0", "--player-games", "0", "--server-games", "0", "--player-engine", "0s"}
	if s.c.Workers > 0 {
		serve = append(serve, "--no-think")
	}
	if s.c.Limits {
		serve = append(serve, "--requests", "45") // as at Discord's own address
	}
	if s.c.Shards > 1 {
		serve = append(serve, "--shards", "auto")
	}
	for n := range s.c.Serves {
		p, err := s.process(fmt.Sprint("serve ", n+1), serve)
		if err != nil {
			return err
		}
		p.env = append(p.env, "DISCORD_TOKEN="+s.info.BotToken, "YEYE_DISCORD_API="+s.info.API)
		s.serves = append(s.serves, p)
	}
	for n := range s.c.Workers {
		p, err := s.process(fmt.Sprint("worker ", n+1), []string{"worker", "--log-level", s.c.LogLevel, "--pause", "0s", "--player-engine", "0s", "--thinkers", "1"})
		if err != nil {
			return err
		}
		s.workers = append(s.workers, p)
	}
	return nil
}

// process creates a process that has its own connection to the database and its own address for metrics.
func (s *stack) process(name string, args []string) (*process, error) {
	p := &process{name: name, yeye: s.yeye, log: s.log}
	var err error
	if p.watch, err = freeAddress(); err != nil {
		return nil, err
	}
	db := s.db
	if s.server != nil && s.c.Cuts > 0 {
		if p.wire, err = newWire(s.server.Socket()); err != nil {
			return nil, err
		}
		db = "postgres://yeye@" + p.wire.Addr().String() + "/" + pgserver.Database(s.db) + "?sslmode=disable"
	}
	p.args = append(args[:len(args):len(args)], "--db", db, "--watch", p.watch)
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
func (s *stack) all() []*process { return append(s.serves[:len(s.serves):len(s.serves)], s.workers...) }

// start starts every process of the bot.
func (s *stack) start() error {
	for _, p := range s.all() {
		if err := p.start(); err != nil {
			return err
		}
	}
	return nil
}

// any returns one of the processes.
func (s *stack) any(random *rand.Rand) *process {
	all := s.all()
	return all[random.IntN(len(all))]
}

// shardsOf returns the shards that a process holds according to the database; none if that is unknown.
func (s *stack) shardsOf(p *process) []int {
	if !slices.Contains(s.serves, p) {
		return nil
	}
	if s.c.Shards == 1 {
		return []int{0}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	own, err := store.All(ctx, s.look.Read(), store.Value[int], `SELECT shard FROM shards WHERE owner LIKE ?`, fmt.Sprint(p.pid(), "-%"))
	if err != nil {
		return nil
	}
	return own
}

// cut cuts the network between a random process and the database for a while, and returns the process,
// the kind of cut and its duration.
func (s *stack) cut(random *rand.Rand) (p *process, how cut, long time.Duration) {
	p = s.any(random)
	how, long = cut(1+random.IntN(int(cuts)-1)), time.Duration((1+11*random.Float64())*float64(time.Second))
	p.wire.cutFor(how, long)
	return p, how, long
}

// behind returns how many cards are behind according to the processes that show them; not 0 if one of
// them does not answer.
func (s *stack) behind() (n float64) {
	for _, p := range s.serves {
		if own := p.measure("yeye_cards_behind"); own != 0 {
			n = own
		}
	}
	return n
}

// resident returns the memory of the largest process that serves, in bytes.
func (s *stack) resident() (most int64) {
	for _, p := range s.serves {
		most = max(most, p.resident())
	}
	return most
}

// close ends everything.
func (s *stack) close() {
	for _, p := range s.all() {
		p.kill()
		if p.wire != nil {
			p.wire.Close()
		}
	}
	if s.look != nil {
		s.look.Close()
	}
	s.sandbox.Process.Signal(syscall.SIGTERM)
	s.sandbox.Wait()
	s.log.Close()
}
