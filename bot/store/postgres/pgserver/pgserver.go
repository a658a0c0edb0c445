// Package pgserver starts a private PostgreSQL server, for tests and measurements: from the binaries installed on this
// machine, on a socket in its own directory, deleted when it is stopped.
//
// Out of scope: anything the bot needs to run. Only tests and the workbench import it.
package pgserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"yeye/internal/subprocess"
)

// ErrNone means that no server is installed here.
var ErrNone = errors.New("no PostgreSQL is installed: neither initdb and postgres on PATH nor below " +
	"/usr/lib/postgresql (Debian: apt-get install postgresql)")

// Server is a running server.
type Server struct {
	dir     string // with the data and the socket
	program string
	child   *syscall.SysProcAttr
	options []string

	mu  sync.Mutex
	run *subprocess.Process
	n   int
}

// Options configures a server.
type Options struct {
	Dir     string // parent directory of its files, default the system's temporary directory
	Durable bool   // commits reach the disk, as in production
}

// Start creates a server and starts it: [ErrNone] if none is installed.
func Start(o Options) (*Server, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(o.Dir, "yeyepg")
	if err != nil {
		return nil, err
	}
	s := &Server{dir: dir, program: filepath.Join(bin, "postgres")}
	if err := s.initialize(bin, o); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	if err := s.Run(); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	return s, nil
}

// At returns a server that another process started, to make and drop databases on it. dir is what [Server.Dir] returned
// there.
func At(dir string) *Server { return &Server{dir: dir} }

// binaries returns the directory with initdb and postgres: that of the one on PATH, else the newest of Debian's.
func binaries() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
		if _, err := os.Stat(filepath.Join(filepath.Dir(path), "postgres")); err == nil {
			return filepath.Dir(path), nil
		}
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		return "", ErrNone
	}
	slices.SortFunc(found, func(a, b string) int { return release(a) - release(b) })
	return filepath.Dir(found[len(found)-1]), nil
}

func release(path string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
	return n
}

// initialize creates the data directory.
func (s *Server) initialize(bin string, o Options) error {
	var err error
	if s.child, err = giveToServerUser(s.dir); err != nil {
		return err
	}
	init := s.command(filepath.Join(bin, "initdb"), "-D", s.data(), "-U", "yeye", "-A", "trust", "-E", "UTF8",
		"--locale=C", "--no-sync")
	if output, err := init.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, output)
	}
	s.options = []string{"-D", s.data(), "-k", s.dir, "-c", "listen_addresses=", "-c", "unix_socket_permissions=0777",
		"-c", "max_connections=500", "-c", "autovacuum=off", "-c", "log_min_messages=fatal"}
	if o.Durable {
		s.options = append(s.options, "-c", "autovacuum=on")
	} else {
		s.options = append(s.options, "-c", "fsync=off", "-c", "full_page_writes=off", "-c", "shared_buffers=32MB")
	}
	return os.Chmod(s.dir, 0o711)
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

func (s *Server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = s.dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "TZ=UTC"}
	cmd.SysProcAttr = s.child
	return cmd
}

// startWithin limits the time until the server responds.
const startWithin = 60 * time.Second

// Run starts the server again after Kill or Stop.
func (s *Server) Run() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	log, err := os.Create(filepath.Join(s.dir, "log"))
	if err != nil {
		return err
	}
	defer log.Close()
	cmd := s.command(s.program, s.options...)
	cmd.Stdout, cmd.Stderr = log, log
	if s.run, err = subprocess.Start(cmd); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), startWithin)
	defer cancel()
	for {
		c, err := pgx.Connect(ctx, s.Address("postgres"))
		if err == nil {
			return c.Close(ctx)
		}
		select {
		case <-s.run.Done:
			output, _ := os.ReadFile(log.Name())
			return fmt.Errorf("the server ended: %s", output)
		case <-ctx.Done():
			return fmt.Errorf("the server does not answer: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Address returns the address of one of its databases.
func (s *Server) Address(database string) string {
	return "postgres:///" + database + "?" + url.Values{"host": {s.dir}, "user": {"yeye"}}.Encode()
}

// Socket returns the file on which the server listens.
func (s *Server) Socket() string { return filepath.Join(s.dir, ".s.PGSQL.5432") }

// Database returns the name of the database in an address that [Server.Make] returned.
func Database(address string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(address, "postgres:///"), "?")
	return name
}

// Make creates a database, as a copy of another if one is named, and returns its address.
func (s *Server) Make(ctx context.Context, from string) (name, address string, err error) {
	s.mu.Lock()
	s.n++
	name = fmt.Sprintf("db%d_%d", os.Getpid(), s.n)
	s.mu.Unlock()
	from = cmp.Or(from, "template0")
	err = s.exec(ctx, `CREATE DATABASE `+name+` TEMPLATE `+from)
	return name, s.Address(name), err
}

// Drop drops a database, even while a client is connected to it.
func (s *Server) Drop(ctx context.Context, name string) error {
	return s.exec(ctx, `DROP DATABASE IF EXISTS `+name+` WITH (FORCE)`)
}

func (s *Server) exec(ctx context.Context, query string) error {
	c, err := pgx.Connect(ctx, s.Address("postgres"))
	if err != nil {
		return err
	}
	defer c.Close(ctx)
	_, err = c.Exec(ctx, query)
	return err
}

// Kill ends the server as a power cut would.
func (s *Server) Kill() { s.end(syscall.SIGQUIT) }

// Stop ends the server and deletes its files.
func (s *Server) Stop() error {
	s.end(syscall.SIGINT)
	return os.RemoveAll(s.dir)
}

func (s *Server) end(how syscall.Signal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.run.Cmd.Process.Signal(how)
	s.run.Wait()
}

// Version returns the server's version.
func (s *Server) Version() string {
	output, err := exec.Command(s.program, "--version").Output()
	if err != nil {
		return "PostgreSQL"
	}
	return strings.TrimPrefix(strings.TrimSpace(string(output)), "postgres ")
}

// Dir returns the directory of the server's files.
func (s *Server) Dir() string { return s.dir }
