package postgres

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"yeye/bot/store"
	"yeye/internal/sleep"
)

// ErrInUse means that another process uses the database.
var ErrInUse = errors.New("a yeye is using this database")

// Attachment registers a process as one that works on a database: it takes a shared lock, sends and receives
// notifications, and follows the database's time. It has two connections of its own, which must not go through a
// pooler that shares them between transactions. Notifications may be lost, so listeners also poll.
type Attachment struct {
	d      *Database
	name   string
	log    *slog.Logger
	stop   context.CancelFunc
	all    sync.WaitGroup
	wakes  chan struct{} // there are wakes to send
	Others bool          // other processes were working on the database when this one was attached

	mu        sync.Mutex
	sending   map[string]bool // topics with their subjects
	listeners map[string][]func(string)
}

// Attach registers the process until Close. It returns [ErrInUse] if another process holds the database exclusively
// for more than two seconds.
func (d *Database) Attach(ctx context.Context, process string, log *slog.Logger) (*Attachment, error) {
	a := &Attachment{d: d, name: process, log: log, wakes: make(chan struct{}, 1), sending: map[string]bool{},
		listeners: map[string][]func(string){}}
	conn, err := a.connect(ctx)
	if err != nil {
		return nil, openError(d.address(), err)
	}
	err = conn.QueryRow(ctx, `SELECT COUNT(*) > 1 FROM pg_locks WHERE `+attachedLocks, int64(attachedLock)).Scan(&a.Others)
	if err != nil {
		conn.Close(context.WithoutCancel(ctx))
		return nil, openError(d.address(), err)
	}
	inner, stop := context.WithCancel(context.WithoutCancel(ctx))
	a.stop = stop
	a.all.Go(func() { a.listen(inner, conn) })
	a.all.Go(func() { a.send(inner) })
	d.SetNotifier(a)
	return a, nil
}

// attachedLocks is the condition for the locks of the attached processes.
const attachedLocks = `locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database
	WHERE datname = current_database())
	AND classid = ($1::bigint >> 32)::oid AND objid = ($1::bigint & 4294967295)::oid`

// Close ends the registration.
func (a *Attachment) Close() {
	a.stop()
	a.all.Wait()
}

func (d *Database) address() string { return Redacted(d.config.ConnString()) }

// channel is the channel of the wakes. Notifications stay within a database.
const channel = "yeye"

// connect opens the connection that listens, and registers this process among those that work on the database.
func (a *Attachment) connect(ctx context.Context) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, a.d.config)
	if err != nil {
		return nil, err
	}
	err = lock(ctx, conn, `SELECT pg_try_advisory_lock_shared($1)`)
	if err == nil {
		_, err = conn.Exec(ctx, `LISTEN `+channel)
	}
	if err != nil {
		conn.Close(context.WithoutCancel(ctx))
		return nil, err
	}
	return conn, nil
}

// checkEvery is the interval between readings of the server's clock, which also show whether the connection is alive.
// Tests shorten it.
var checkEvery = 10 * time.Second

// checkTimeout bounds such a reading and a sending of wakes; retryAfter is the interval between two tries to connect.
const (
	checkTimeout = 5 * time.Second
	retryAfter   = time.Second
)

// listen receives wakes until ctx ends, on another connection when one breaks. Wakes sent in between were lost, so all
// listeners are woken then.
func (a *Attachment) listen(ctx context.Context, conn *pgx.Conn) {
	for {
		err := a.receive(ctx, conn)
		conn.Close(context.WithoutCancel(ctx))
		if ctx.Err() != nil {
			return
		}
		a.log.Warn("lost the database connection that listens for notifications, reconnecting", "err", err)
		for {
			if sleep.For(ctx, retryAfter) != nil {
				return
			}
			if conn, err = a.connect(ctx); err == nil {
				break
			}
		}
		a.log.Info("listening for database notifications again")
		a.wakeAll()
	}
}

// receive receives notifications on conn and reads the server's clock until ctx ends or the connection breaks.
func (a *Attachment) receive(ctx context.Context, conn *pgx.Conn) error {
	next := time.Now().Add(checkEvery)
	for {
		wait, cancel := context.WithDeadline(ctx, next)
		n, err := conn.WaitForNotification(wait)
		cancel()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			if from, rest, ok := strings.Cut(n.Payload, " "); ok && from != a.name {
				topic, about, _ := strings.Cut(rest, " ")
				a.wake(topic, about)
			}
		case !pgconn.Timeout(err) || conn.IsClosed():
			return err
		}
		if time.Now().Before(next) {
			continue
		}
		check, cancel := context.WithTimeout(ctx, checkTimeout)
		err = a.d.clock.measureOn(check, conn)
		cancel()
		if err != nil {
			return err
		}
		next = time.Now().Add(checkEvery)
	}
}

// Listen implements [store.Notifier].
func (a *Attachment) Listen(topic string, f func(about string)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.listeners[topic] = append(a.listeners[topic], f)
}

func (a *Attachment) wake(topic, about string) {
	a.mu.Lock()
	all := a.listeners[topic]
	a.mu.Unlock()
	for _, f := range all {
		f(about)
	}
}

func (a *Attachment) wakeAll() {
	a.mu.Lock()
	var all []func(string)
	for _, f := range a.listeners {
		all = append(all, f...)
	}
	a.mu.Unlock()
	for _, f := range all {
		f("")
	}
}

// Notify implements [store.Notifier].
func (a *Attachment) Notify(topic, about string) {
	a.mu.Lock()
	if about != "" {
		topic += " " + about
	}
	a.sending[topic] = true
	a.mu.Unlock()
	select {
	case a.wakes <- struct{}{}:
	default:
	}
}

// notifyInterval is the least time between two NOTIFYs. Notifications are collected in between, because a commit that
// notifies takes a lock of the whole server.
const notifyInterval = 5 * time.Millisecond

// send sends wakes on its own connection, outside all transactions.
func (a *Attachment) send(ctx context.Context) {
	var conn *pgx.Conn
	defer func() {
		if conn != nil {
			conn.Close(context.WithoutCancel(ctx))
		}
	}()
	var last time.Time // when wakes were last sent
	for {
		select {
		case <-ctx.Done():
			return
		case <-a.wakes:
		}
		if sleep.For(ctx, notifyInterval-time.Since(last)) != nil { // at once if that has passed
			return
		}
		last = time.Now()
		a.mu.Lock()
		var payloads []string
		for topic := range a.sending {
			payloads = append(payloads, a.name+" "+topic)
		}
		clear(a.sending)
		a.mu.Unlock()
		if len(payloads) == 0 {
			continue
		}
		within, cancel := context.WithTimeout(ctx, checkTimeout)
		var err error
		if conn == nil || conn.IsClosed() {
			conn, err = pgx.ConnectConfig(within, a.d.config)
		}
		if err == nil {
			_, err = conn.Exec(within, `SELECT pg_notify($1, p) FROM unnest($2::text[]) AS p`, channel, payloads)
		}
		cancel()
		if err != nil && ctx.Err() == nil {
			a.log.Debug("cannot send a notification; other processes will find the work by polling", "err", err)
		}
	}
}

// ExclusiveLock is the exclusive use of a database by this process.
type ExclusiveLock struct{ conn *pgx.Conn }

// LockExclusive keeps other processes from attaching to the database at an address until Release. It returns
// [ErrInUse] if one is attached for more than two seconds. It changes nothing, so that it may be called before Open.
func LockExclusive(ctx context.Context, address string) (*ExclusiveLock, error) {
	config, err := parse(address)
	if err != nil {
		return nil, err
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, openError(address, err)
	}
	if err := lock(ctx, conn, `SELECT pg_try_advisory_lock($1)`); err != nil {
		conn.Close(context.WithoutCancel(ctx))
		return nil, openError(address, err)
	}
	return &ExclusiveLock{conn}, nil
}

// lockTimeout is how long to wait for a lock: the server notices the end of a process a little later. Tests change
// it.
var lockTimeout = 2 * time.Second

// tryEvery is the pause between two tries to take a lock.
const tryEvery = 50 * time.Millisecond

// lock takes the lock of attached processes for a connection, with a query that tries once. It returns [ErrInUse] if
// it cannot within lockTimeout.
func lock(ctx context.Context, conn *pgx.Conn, try string) error {
	for started := time.Now(); ; {
		var got bool
		if err := conn.QueryRow(ctx, try, int64(attachedLock)).Scan(&got); err != nil || got {
			return err
		}
		if time.Since(started) >= lockTimeout {
			return ErrInUse
		}
		if err := sleep.For(ctx, tryEvery); err != nil {
			return err
		}
	}
}

// Release lets others work on the database again.
func (a *ExclusiveLock) Release(ctx context.Context) { a.conn.Close(context.WithoutCancel(ctx)) }

var _ store.Notifier = (*Attachment)(nil)
