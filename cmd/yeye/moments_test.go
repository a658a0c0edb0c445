package main

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"modernc.org/sqlite"

	"yeye/bot/store"
	"yeye/bot/store/postgres"
	"yeye/internal/wait"
)

// moment is where a process is to be killed: within a transaction, as soon as it has done something with a row of which a condition
// holds. All that was committed before stands, and nothing of this transaction does.
type moment struct {
	name string
	on   string // what is done, as triggers have it: UPDATE ON cards
	when string // the condition, of NEW and OLD
}

// stops holds the processes that work on a database at moments, each once. It does so from outside, with triggers that do not end.
type stops interface {
	// held returns the number of a process that is held, and at which of the moments. If none is, at is empty.
	held(t *testing.T) (process int, at []string)
	// free lets the moments pass from now on at which a process that has been killed since was held.
	free(t *testing.T)
	// left returns at which moments no process has been held yet.
	left() []string
}

func newStops(t *testing.T, db string, all []moment) stops {
	t.Helper()
	if postgres.IsAddress(db) {
		return newServerStops(t, db, all)
	}
	return newFileStops(t, db, all)
}

// fileStops holds the only process that works on a file, at one moment after the other: a trigger calls stop_here, with the path of a file
// that shows that it has.
type fileStops struct {
	db    *sql.DB
	todo  []moment
	shows string
}

// stopHere is the function stop_here of the program under test: it makes a file of the given path, and never returns. The transaction that
// has come so far stays open.
func stopHere(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
	if err := os.WriteFile(args[0].(string), nil, 0o600); err != nil {
		return nil, err
	}
	select {}
}

func newFileStops(t *testing.T, path string, all []moment) *fileStops {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(0)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	f := &fileStops{db, all, filepath.Join(t.TempDir(), "stopped")}
	f.set(t)
	return f
}

// do runs a statement as soon as nobody else writes.
func (f *fileStops) do(t *testing.T, query string) {
	t.Helper()
	var err error
	wait.UntilLog(t, query, func() string { return err.Error() }, func() bool {
		_, err = f.db.ExecContext(t.Context(), query)
		return err == nil
	})
}

// set makes the trigger of the next moment.
func (f *fileStops) set(t *testing.T) {
	t.Helper()
	if len(f.todo) > 0 {
		f.do(t, `CREATE TRIGGER stop AFTER `+f.todo[0].on+` WHEN `+f.todo[0].when+` BEGIN SELECT stop_here('`+f.shows+`'); END`)
	}
}

func (f *fileStops) held(t *testing.T) (int, []string) {
	t.Helper()
	switch _, err := os.Stat(f.shows); {
	case errors.Is(err, fs.ErrNotExist):
		return 0, nil
	case err != nil:
		t.Fatal(err)
	}
	return 0, []string{f.todo[0].name}
}

func (f *fileStops) free(t *testing.T) {
	t.Helper()
	f.do(t, `DROP TRIGGER stop`)
	if err := os.Remove(f.shows); err != nil {
		t.Fatal(err)
	}
	f.todo = f.todo[1:]
	f.set(t)
}

func (f *fileStops) left() (names []string) { return namesOf(f.todo) }

func namesOf(all []moment) (names []string) {
	for _, m := range all {
		names = append(names, m.name)
	}
	return names
}

// serverStops holds processes on a server, each connection whenever it comes to a moment: its trigger waits for a lock that only the
// test gives up. The connections are known by the name of the application; see [serverStops.address].
type serverStops struct {
	db     *sql.Conn
	todo   map[int]moment // by the number of its lock
	killed map[int]int    // numbers of locks, by the connections that wait for them
}

// locks is the class of the locks of moments.
const locks = 34

// named adds to an address of a database by which name the server is to know a process.
func named(address string, process int) string {
	if !postgres.IsAddress(address) {
		return address
	}
	return fmt.Sprintf("%s&application_name=process%d", address, process)
}

func newServerStops(t *testing.T, address string, all []moment) *serverStops {
	t.Helper()
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	c, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := &serverStops{db: c, todo: map[int]moment{}, killed: map[int]int{}}
	for i, m := range all {
		s.todo[i] = m
		for _, query := range []string{
			fmt.Sprintf(`SELECT pg_advisory_lock(%d, %d)`, locks, i),
			fmt.Sprintf(`CREATE FUNCTION stop%d() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
				IF %s THEN PERFORM pg_advisory_xact_lock(%d, %d); END IF; RETURN NULL; END $$`, i, m.when, locks, i),
			fmt.Sprintf(`CREATE TRIGGER stop%d AFTER %s FOR EACH ROW EXECUTE FUNCTION stop%d()`, i, m.on, i),
		} {
			if _, err := c.ExecContext(t.Context(), query); err != nil {
				t.Fatalf("%s: %v", query, err)
			}
		}
	}
	return s
}

func (s *serverStops) held(t *testing.T) (process int, at []string) {
	t.Helper()
	rows, err := s.db.QueryContext(t.Context(), `SELECT pid, objid::int, application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
		WHERE datname = current_database() AND locktype = 'advisory' AND classid = $1 AND NOT granted ORDER BY application_name, objid`, locks)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	process = -1
	for rows.Next() {
		var connection, lock, of int
		var name string
		if err := rows.Scan(&connection, &lock, &name); err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Sscanf(name, "process%d", &of); err != nil || process >= 0 && of != process {
			continue
		}
		process = of
		s.killed[connection] = lock
		if !slices.Contains(at, s.todo[lock].name) {
			at = append(at, s.todo[lock].name)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return process, at
}

// free ends the connections of the killed process too: the server would notice only once they no longer wait.
func (s *serverStops) free(t *testing.T) {
	t.Helper()
	for connection, lock := range s.killed {
		if _, err := s.db.ExecContext(t.Context(), `SELECT pg_terminate_backend($1)`, connection); err != nil {
			t.Fatal(err)
		}
		if _, exists := s.todo[lock]; exists {
			if _, err := s.db.ExecContext(t.Context(), `SELECT pg_advisory_unlock($1, $2)`, locks, lock); err != nil {
				t.Fatal(err)
			}
		}
		delete(s.todo, lock)
	}
	clear(s.killed)
}

func (s *serverStops) left() (names []string) {
	for _, m := range s.todo {
		names = append(names, m.name)
	}
	slices.Sort(names)
	return names
}

// A process is held once it has come to the moment, and a database on which somebody writes for long is no sign of that. Killed there,
// it has not committed; freed, the next one passes.
func TestHeldAtAMoment(t *testing.T) {
	t.Parallel()
	path := freshDB(t)
	stops := newStops(t, path, []moment{{"the secret is drawn", "INSERT ON facts", "NEW.name = 'sandbox.secret'"}})
	db, err := openUnregistered(t.Context(), path, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	err = db.Tx(t.Context(), func(tx store.Tx) error {
		if _, at := stops.held(t); len(at) > 0 {
			t.Errorf("held at %q while somebody writes", at)
		}
		return store.SetFact(t.Context(), tx.Conn, "other", "fact")
	})
	if err != nil {
		t.Fatal(err)
	}
	start := func() *process {
		return startProcess(t, nil, "sandbox", "--addr", "127.0.0.1:0", "--json", "--no-bot", "--db", path)
	}
	secret := func() string {
		t.Helper()
		kept, err := store.Fact(t.Context(), db.Read(), "sandbox.secret")
		if err != nil {
			t.Fatal(err)
		}
		return kept
	}
	p := start()
	p.eventually("it is held", func() bool { _, at := stops.held(t); return len(at) == 1 })
	p.kill()
	if kept := secret(); kept != "" || len(stops.left()) != 1 {
		t.Errorf("%q is kept, left %q", kept, stops.left())
	}
	stops.free(t)
	start().info()
	if secret() == "" || len(stops.left()) > 0 {
		t.Errorf("no secret is kept, or left %q", stops.left())
	}
}
