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
)

// ErrInUse means that another process uses the database.
var ErrInUse = errors.New("a yeye is using this database")

// Attachment registers a process among those that work on a database: it counts as one of them, receives their wakes
// and sends its own, and keeps to the database's time. It has its own two connections, which must not go through a
// pooler that shares them between transactions. Wakes may be lost, so a listener also checks periodically by itself.
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

// Attach registers the process among those that work on the database until Close. The error is [ErrInUse] if another
// has the database alone, and still has it after two seconds.
func (d *Database) Attach(ctx context.Context, process string, log *slog.Logger) (*Attachment, error) {
	a := &Attachment{d: d, name: process, log: log, wakes: make(chan struct{}, 1), sending: map[string]bool{},
		listeners: map[string][]func(string){}}
	conn, err := a.connect(ctx)
	if err != nil {
		return nil, refusal(d.address(), err)
	}
	err = conn.QueryRow(ctx, `SELECT COUNT(*) > 1 FROM pg_locks WHERE `+atWork, int64(working)).Scan(&a.Others)
	if err != nil {
		conn.Close(context.WithoutCancel(ctx))
		return nil, refusal(d.address(), err)
	}
	inner, stop := context.WithCancel(context.WithoutCancel(ctx))
	a.stop = stop
	a.all.Go(func() { a.listen(inner, conn) })
	a.all.Go(func() { a.send(inner) })
	d.SetBell(a)
	return a, nil
}

// atWork is the condition for the locks that processes at work on the database hold.
const atWork = `locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database
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

// lookEvery is the interval between readings of the server's clock, which also show whether the connection is alive.
// Tests shorten it.
var lookEvery = 10 * time.Second

// lookWithin bounds such a reading and a sending of wakes; retryAfter is the interval between two tries to connect.
const (
	lookWithin = 5 * time.Second
	retryAfter = time.Second
)

// listen receives wakes until ctx ends, on another connection when one breaks. Wakes sent in between were lost, so all
// listeners are woken then.
func (a *Attachment) listen(ctx context.Context, conn *pgx.Conn) {
	for {
		err := a.hear(ctx, conn)
		conn.Close(context.WithoutCancel(ctx))
		if ctx.Err() != nil {
			return
		}
		a.log.Warn("lost the database connection that listens for notifications, reconnecting", "err", err)
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(retryAfter):
			}
			if conn, err = a.connect(ctx); err == nil {
				break
			}
		}
		a.log.Info("listening for database notifications again")
		a.wakeAll()
	}
}

// hear receives wakes on conn and reads the server's clock until ctx ends or the connection breaks.
func (a *Attachment) hear(ctx context.Context, conn *pgx.Conn) error {
	next := time.Now().Add(lookEvery)
	for {
		wait, cancel := context.WithDeadline(ctx, next)
		n, err := conn.WaitForNotification(wait)
		cancel()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			if from, ring, ok := strings.Cut(n.Payload, " "); ok && from != a.name {
				topic, about, _ := strings.Cut(ring, " ")
				a.wake(topic, about)
			}
		case !pgconn.Timeout(err) || conn.IsClosed():
			return err
		}
		if time.Now().Before(next) {
			continue
		}
		look, cancel := context.WithTimeout(ctx, lookWithin)
		err = a.d.clock.measureOn(look, conn)
		cancel()
		if err != nil {
			return err
		}
		next = time.Now().Add(lookEvery)
	}
}

// Listen implements [store.Bell].
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

// Ring implements [store.Bell].
func (a *Attachment) Ring(topic, about string) {
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

// together is the least time between two NOTIFYs, during which wakes are collected: a commit that notifies takes a lock
// of the whole server.
const together = 5 * time.Millisecond

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
		select {
		case <-ctx.Done():
			return
		case <-time.After(together - time.Since(last)): // at once if that has passed
		}
		last = time.Now()
		a.mu.Lock()
		var payloads []string
		for ring := range a.sending {
			payloads = append(payloads, a.name+" "+ring)
		}
		clear(a.sending)
		a.mu.Unlock()
		if len(payloads) == 0 {
			continue
		}
		within, cancel := context.WithTimeout(ctx, lookWithin)
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

// Alone is the exclusive use of a database by this process.
type Alone struct{ conn *pgx.Conn }

// TakeAlone keeps other processes from working on the database at an address until Release: [ErrInUse] if one does, and
// still does after two seconds. It changes nothing, so that it may be called before Open.
func TakeAlone(ctx context.Context, address string) (*Alone, error) {
	config, err := parse(address)
	if err != nil {
		return nil, err
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, refusal(address, err)
	}
	if err := lock(ctx, conn, `SELECT pg_try_advisory_lock($1)`); err != nil {
		conn.Close(context.WithoutCancel(ctx))
		return nil, refusal(address, err)
	}
	return &Alone{conn}, nil
}

// freedWithin is how long an ended process may still hold its lock: the server notices the end a little later. Tests
// change it.
var freedWithin = 2 * time.Second

// tryEvery is the pause between two tries to take a lock.
const tryEvery = 50 * time.Millisecond

// lock takes the lock of those at work on the database for a connection, with a query that tries once. The error is
// [ErrInUse] if another still holds it after freedWithin.
func lock(ctx context.Context, conn *pgx.Conn, try string) error {
	for begun := time.Now(); ; {
		var got bool
		if err := conn.QueryRow(ctx, try, int64(working)).Scan(&got); err != nil || got {
			return err
		}
		if time.Since(begun) >= freedWithin {
			return ErrInUse
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(tryEvery):
		}
	}
}

// Release lets others work on the database again.
func (a *Alone) Release(ctx context.Context) { a.conn.Close(context.WithoutCancel(ctx)) }

var _ store.Bell = (*Attachment)(nil)
