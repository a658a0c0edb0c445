package postgres_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"yeye/bot/store"
	"yeye/bot/store/postgres"
	"yeye/bot/store/postgres/pgserver"
	"yeye/internal/wait"
)

func open(t testing.TB, address string) *postgres.Database {
	t.Helper()
	d, err := postgres.Open(t.Context(), address, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

func TestRebind(t *testing.T) {
	for query, want := range map[string]string{
		`SELECT 1`:                               `SELECT 1`,
		`a = ? AND b IN (?, ?)`:                  `a = $1 AND b IN ($2, $3)`,
		`a = '?' AND "b?" = ? AND c = 'it''s ?'`: `a = '?' AND "b?" = $1 AND c = 'it''s ?'`,
		`?` + strings.Repeat(`,?`, 10):           `$1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11`,
		`name = '爷?爷' OR name = ?`:               `name = '爷?爷' OR name = $1`,
	} {
		if got := postgres.Rebind(query); got != want {
			t.Errorf("%s: %s", query, got)
		}
	}
}

// Processes that start together on an empty database make its schema once, and wait for the one that does.
func TestStartTogether(t *testing.T) {
	at := address(t)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			d, err := postgres.Open(t.Context(), at, nil)
			if err != nil {
				t.Error(err)
				return
			}
			d.Close()
		})
	}
	all.Wait()
	if v, err := open(t, at).Schema(t.Context()); err != nil || v < 29 {
		t.Errorf("schema %d, %v", v, err)
	}
}

// A database that cannot be used is refused in a sentence that says what to do.
func TestTrouble(t *testing.T) {
	at := address(t)
	d := open(t, at)
	if _, err := d.Write().Exec(t.Context(), `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE)`); err != nil {
		t.Fatal(err)
	}
	// A later program records which programs can still work on its schema.
	for _, oldest := range []string{"60", "", "99999"} {
		if err := store.SetFact(t.Context(), d.Write(), store.OldestFact, oldest); err != nil {
			t.Fatal(err)
		}
		other, err := postgres.Open(t.Context(), at, nil)
		if ok := oldest == "60"; ok != (err == nil) || !ok && !errors.Is(err, store.ErrNewer) {
			t.Errorf("for programs since %q: %v", oldest, err)
		}
		if err == nil {
			other.Close()
		}
		if _, err := postgres.Examine(t.Context(), at); (oldest == "60") != (err == nil) {
			t.Errorf("examined, for programs since %q: %v", oldest, err)
		}
	}
	for _, c := range []struct {
		what, address, says string
		passes              bool
	}{
		{"newer", at, "newer version", false},
		{"no such database", strings.Replace(at, "postgres:///", "postgres:///no", 1), "createdb", false},
		{"no server", "postgres:///yeye?host=/nowhere", "cannot be reached", true},
		{"no address", "postgres://db:port/yeye", "cannot be read", false},
	} {
		_, err := postgres.Open(t.Context(), c.address, nil)
		var refused *postgres.OpenError
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.says) || refused.Temporary() != c.passes {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

// Transactions with the same key run one after the other, those with other keys concurrently.
func TestLock(t *testing.T) {
	d := open(t, address(t))
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			err := d.Tx(t.Context(), func(tx store.Tx) error {
				if err := tx.Dialect().Lock(t.Context(), tx.Conn, "counter"); err != nil {
					return err
				}
				n, err := store.Fact(t.Context(), tx.Conn, "n")
				if err != nil {
					return err
				}
				return store.SetFact(t.Context(), tx.Conn, "n", n+"i")
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n, err := store.Fact(t.Context(), d.Read(), "n"); n != "iiiiiiii" || err != nil {
		t.Errorf("%q %v", n, err)
	}
	err := d.Tx(t.Context(), func(a store.Tx) error {
		return errors.Join(a.Dialect().Lock(t.Context(), a.Conn, "one"),
			d.Tx(t.Context(), func(b store.Tx) error { return b.Dialect().Lock(t.Context(), b.Conn, "other") }))
	})
	if err != nil {
		t.Error(err)
	}
}

// Of two transactions that wait for each other the server aborts one, which is retried.
func TestDeadlocksAreRunAgain(t *testing.T) {
	d := open(t, address(t))
	for _, name := range []string{"a", "b"} {
		if err := store.SetFact(t.Context(), d.Write(), name, ""); err != nil {
			t.Fatal(err)
		}
	}
	var both sync.WaitGroup // counts those that have changed their first row
	both.Add(2)
	var all sync.WaitGroup
	for _, order := range [][2]string{{"a", "b"}, {"b", "a"}} {
		first := true
		all.Go(func() {
			err := d.Tx(t.Context(), func(tx store.Tx) error {
				if err := store.SetFact(t.Context(), tx.Conn, order[0], order[0]); err != nil {
					return err
				}
				if first {
					first = false
					both.Done()
					both.Wait()
				}
				return store.SetFact(t.Context(), tx.Conn, order[1], order[0])
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// The time is the server's, whatever this machine's clock says.
func TestTimeIsTheServers(t *testing.T) {
	d := open(t, address(t))
	before := d.Now()
	micros, err := store.Value[int64](d.Read().Row(t.Context(), `SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::bigint`))
	after, is := d.Now(), time.UnixMicro(micros)
	// How long this machine took to ask is unknown; a mistaken unit or zone is more than a minute.
	if err != nil || is.Before(before.Add(-time.Minute)) || is.After(after.Add(time.Minute)) {
		t.Errorf("the server's %v is not from %v to %v, %v", is, before, after, err)
	}
}

// The server's clock is read periodically, also by a process that others wake all the time.
func TestTimeIsReadWhileBusy(t *testing.T) {
	at := address(t)
	postgres.LookEvery(t, 500*time.Millisecond)
	d := open(t, at)
	a, err := d.Attach(t.Context(), "one", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	other, _, _ := attach(t, at, "two")
	off := func() time.Duration { return time.Until(d.Now()).Abs() } // the server's clock is this machine's
	postgres.Shift(d, time.Hour)
	wait.UntilLog(t, "its time is the server's again", func() string { return off().String() + " away" }, func() bool {
		other.Notify(store.JobsTopic, "")
		return off() < time.Minute
	})
}

// attach attaches a process that works on the database, and receives wakes.
func attach(t *testing.T, at, name string) (a *postgres.Attachment, heard chan string, log *bytes.Buffer) {
	t.Helper()
	log = &bytes.Buffer{}
	a, err := open(t, at).Attach(t.Context(), name, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	heard = make(chan string, 100)
	for _, topic := range []string{store.JobsTopic, store.CardsTopic} {
		a.Listen(topic, func(about string) { heard <- topic + about })
	}
	return a, heard, log
}

func hears(t *testing.T, heard chan string, want string) {
	t.Helper()
	if got := wait.For(t, "hear of "+want, heard); got != want {
		t.Errorf("heard %s, not %s", got, want)
	}
}

// A process receives others' rings, of many rings at once a few, and none of its own.
func TestBell(t *testing.T) {
	at := address(t)
	one, oneHears, _ := attach(t, at, "one")
	two, twoHears, _ := attach(t, at, "two")
	if one.Others || !two.Others {
		t.Errorf("others at work: %v %v", one.Others, two.Others)
	}
	one.Notify(store.JobsTopic, "")
	hears(t, twoHears, store.JobsTopic)
	two.Notify(store.CardsTopic, "duel a")
	hears(t, oneHears, store.CardsTopic+"duel a")
	for range 1000 {
		one.Notify(store.JobsTopic, "")
	}
	one.Notify(store.CardsTopic, "")
	for got := range twoHears {
		if got == store.CardsTopic {
			break
		}
	}
	if n := len(twoHears); n > 20 {
		t.Errorf("%d wakes for a thousand rings", n)
	}
	select {
	case own := <-oneHears:
		t.Error("heard its own", own)
	default:
	}
}

// A process gets a database alone only while nobody works on it, and keeps others away.
func TestAlone(t *testing.T) {
	at := address(t)
	worker, err := open(t, at).Attach(t.Context(), "worker", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	d := open(t, at)
	postgres.FreedWithin(t, 100*time.Millisecond)
	if _, err := postgres.LockExclusive(t.Context(), at); !errors.Is(err, postgres.ErrInUse) {
		t.Errorf("taken from a worker: %v", err)
	}
	worker.Close()
	postgres.FreedWithin(t, wait.Bound)
	alone, err := postgres.LockExclusive(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	postgres.FreedWithin(t, 100*time.Millisecond)
	if _, err := d.Attach(t.Context(), "late", slog.New(slog.DiscardHandler)); !errors.Is(err, postgres.ErrInUse) {
		t.Errorf("a worker came in: %v", err)
	}
	alone.Release(t.Context())
	postgres.FreedWithin(t, wait.Bound)
	again, err := d.Attach(t.Context(), "late", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}

// A database is in use for as long as its server has not noticed that the process which used it has ended: what comes right after that one
// tries again. One that is told to stop does not go on trying.
func TestLockOfOneThatHasEnded(t *testing.T) {
	at := address(t)
	d := open(t, at)
	postgres.FreedWithin(t, wait.Bound)
	for name, take := range map[string]func(context.Context) (free func(), err error){
		"alone": func(ctx context.Context) (func(), error) {
			a, err := postgres.LockExclusive(ctx, at)
			return func() { a.Release(ctx) }, err
		},
		"at work": func(ctx context.Context) (func(), error) {
			a, err := d.Attach(ctx, "next", slog.New(slog.DiscardHandler))
			return func() { a.Close() }, err
		},
	} {
		t.Run(name, func(t *testing.T) {
			last, err := postgres.LockExclusive(t.Context(), at)
			if err != nil {
				t.Fatal(err)
			}
			refused := func() bool { // somebody has tried in vain
				n, err := store.Value[int64](d.Read().Row(t.Context(), `SELECT COUNT(*) FROM pg_stat_activity
					WHERE datname = current_database() AND state = 'idle' AND query LIKE 'SELECT pg_try_advisory_lock%' AND pid NOT IN
					(SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted)`))
				return err == nil && n == 1
			}
			begin := func() (stop func(), ended chan error) {
				ctx, stop := context.WithCancel(t.Context())
				ended = make(chan error, 1)
				go func() {
					free, err := take(ctx)
					if err == nil {
						free()
					}
					ended <- err
				}()
				wait.Until(t, "it tries", refused)
				return stop, ended
			}
			stop, ended := begin()
			stop()
			if err := wait.For(t, "the end of one told to stop", ended); !errors.Is(err, context.Canceled) {
				t.Errorf("told to stop: %v", err)
			}
			wait.Until(t, "its connection is gone", func() bool { return !refused() })
			_, ended = begin()
			last.Release(t.Context())
			if err := wait.For(t, "the lock", ended); err != nil {
				t.Errorf("it is free now: %v", err)
			}
		})
	}
}

// After a power cut of the server the same database continues: committed data exists, wakes are received again, and all listeners
// are woken once for wakes sent meanwhile.
func TestServerRestarts(t *testing.T) {
	shared(t)
	own, err := pgserver.Start(pgserver.Options{Durable: true})
	if err != nil {
		t.Fatal(err)
	}
	defer own.Stop()
	_, at, err := own.Make(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	_, heard, _ := attach(t, at, "one")
	other, _, _ := attach(t, at, "two")
	d := open(t, at)
	if err := store.SetFact(t.Context(), d.Write(), "kept", "yes"); err != nil {
		t.Fatal(err)
	}
	own.Kill()
	if err := d.Check(t.Context()); err == nil {
		t.Error("written without a server")
	}
	if err := own.Run(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		wait.For(t, "be woken for everything", heard)
	}
	if kept, err := store.Fact(t.Context(), d.Read(), "kept"); kept != "yes" || err != nil {
		t.Errorf("%q %v", kept, err)
	}
	if err := d.Check(t.Context()); err != nil {
		t.Error(err)
	}
	wait.Until(t, "hear of jobs", func() bool { // its own connection for rings may have to be opened again
		other.Notify(store.JobsTopic, "")
		select {
		case got := <-heard:
			return got == store.JobsTopic
		default:
			return false
		}
	})
}

// Deleted data leaves the tables' files.
func TestScrub(t *testing.T) {
	at := address(t)
	d := open(t, at)
	const secret = "Methuselah of Ur"
	if err := store.SetFact(t.Context(), d.Write(), "name", secret); err != nil {
		t.Fatal(err)
	}
	files := func() (n int) {
		if _, err := d.Write().Exec(t.Context(), `CHECKPOINT`); err != nil {
			t.Fatal(err)
		}
		err := filepath.WalkDir(filepath.Join(shared(t).Dir(), "data", "base"), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			if bytes.Contains(data, []byte(secret)) {
				n++
			}
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		return n
	}
	if files() == 0 {
		t.Fatal("it is not there to begin with")
	}
	if err := store.DropFact(t.Context(), d.Write(), "name", secret); err != nil {
		t.Fatal(err)
	}
	if err := d.Scrub(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := files(); n > 0 {
		t.Errorf("it is still in %d files", n)
	}
	if size, err := d.Size(t.Context()); size < 8<<10 || size > 64<<20 || err != nil { // a page at least
		t.Errorf("%d bytes, %v", size, err)
	}
}

// A transaction whose context ends changes nothing, and its connection remains usable.
func TestBrokenOff(t *testing.T) {
	d := open(t, address(t))
	for range 30 {
		ctx, cancel := context.WithCancel(t.Context())
		err := d.Tx(ctx, func(tx store.Tx) error {
			if err := store.SetFact(ctx, tx.Conn, "half", "done"); err != nil {
				return err
			}
			cancel()
			_, err := tx.Exec(ctx, `SELECT pg_sleep(5)`)
			return err
		})
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if half, err := store.Fact(t.Context(), d.Read(), "half"); half != "" || err != nil {
		t.Errorf("%q %v", half, err)
	}
}
