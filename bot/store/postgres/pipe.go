package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"yeye/bot/store"
)

// The transaction of a move is a handful of short statements, and each round trip to the server costs as much as the
// statement. So BEGIN is sent with the first statement, and later statements without a needed result are sent with the
// next one or with COMMIT. The first is sent at once, so that a connection that broke while it was idle is noticed
// before COMMIT is sent, and the transaction is retried on another.

// connector opens connections that batch statements in this way.
type connector struct{ driver.Connector }

// Connect implements [driver.Connector].
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &pipe{Conn: conn.(*stdlib.Conn)}, nil
}

// pipe is a connection with the unsent statements of its transaction.
type pipe struct {
	*stdlib.Conn
	inTx          bool // a transaction
	begunAtServer bool // at the server too
	waiting       []statement
}

type statement struct {
	query string
	args  []any
}

// errBroken means that a connection broke before the end of its transaction was sent: nothing was committed.
var errBroken = errors.New("the connection broke before the transaction's end")

// BeginTx implements [driver.ConnBeginTx].
func (p *pipe) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	if o != (driver.TxOptions{}) {
		return p.Conn.BeginTx(ctx, o)
	}
	if p.Conn.Conn().IsClosed() {
		return nil, driver.ErrBadConn
	}
	p.inTx, p.begunAtServer, p.waiting = true, false, []statement{{query: "BEGIN"}}
	return &pipeTx{ctx, p}, nil
}

// ExecContext implements [driver.ExecerContext].
func (p *pipe) ExecContext(ctx context.Context, query string, named []driver.NamedValue) (driver.Result, error) {
	if !p.inTx {
		return p.Conn.ExecContext(ctx, query, named)
	}
	args := make([]any, len(named))
	for i, n := range named {
		args[i] = n.Value
	}
	p.waiting = append(p.waiting, statement{query, args})
	if store.IsDeferred(ctx) && p.begunAtServer {
		return driver.RowsAffected(0), nil
	}
	tag, err := p.send(ctx)
	return driver.RowsAffected(tag.RowsAffected()), p.broken(ctx, err)
}

// QueryContext implements [driver.QueryerContext].
func (p *pipe) QueryContext(ctx context.Context, query string, named []driver.NamedValue) (driver.Rows, error) {
	if len(p.waiting) > 0 {
		if _, err := p.send(ctx); err != nil {
			return nil, p.broken(ctx, err)
		}
	}
	rows, err := p.Conn.QueryContext(ctx, query, named)
	if !p.inTx {
		return rows, err
	}
	if err != nil {
		return nil, p.broken(ctx, err)
	}
	return &pipeRows{rows.(*stdlib.Rows), ctx, p}, nil
}

// pipeRows is the result of a query in a transaction: the connection may break while it arrives.
type pipeRows struct {
	*stdlib.Rows
	ctx context.Context
	p   *pipe
}

// Next implements [driver.Rows].
func (r *pipeRows) Next(to []driver.Value) error {
	err := r.Rows.Next(to)
	if err == nil || err == io.EOF { // as it is: its caller compares it
		return err
	}
	return r.p.broken(r.ctx, err)
}

// send sends the waiting statements and returns the result of the last.
func (p *pipe) send(ctx context.Context) (last pgconn.CommandTag, err error) {
	var batch pgx.Batch
	for _, s := range p.waiting {
		batch.Queue(s.query, s.args...)
	}
	sent := p.waiting
	p.waiting, p.begunAtServer = nil, true
	results := p.Conn.Conn().SendBatch(ctx, &batch)
	for i := 0; i < len(sent) && err == nil; i++ {
		last, err = results.Exec()
		err = store.WithStatement(sent[i].query, err)
	}
	if closing := results.Close(); err == nil {
		err = closing
	}
	return last, err
}

// broken marks an error with errBroken if the connection was lost, rather than given up because ctx has ended.
func (p *pipe) broken(ctx context.Context, err error) error {
	if err != nil && ctx.Err() == nil && (p.Conn.Conn().IsClosed() || errors.Is(err, driver.ErrBadConn)) {
		return fmt.Errorf("%w: %w", errBroken, err)
	}
	return err
}

// pipeTx is a transaction on a pipe.
type pipeTx struct {
	ctx context.Context
	p   *pipe
}

// Commit implements [driver.Tx].
func (t *pipeTx) Commit() error {
	p := t.p
	p.inTx = false
	if !p.begunAtServer && len(p.waiting) == 1 { // nothing was done
		p.waiting = nil
		return nil
	}
	p.waiting = append(p.waiting, statement{query: "COMMIT"})
	tag, err := p.send(t.ctx)
	if err == nil && tag.String() != "COMMIT" {
		err = pgx.ErrTxCommitRollback
	}
	return err
}

// rollbackWithin bounds a ROLLBACK. A connection without an answer is closed, which has the same effect.
const rollbackWithin = 5 * time.Second

// Rollback implements [driver.Tx].
func (t *pipeTx) Rollback() error {
	p := t.p
	p.inTx, p.waiting = false, nil
	switch conn := p.Conn.Conn(); {
	case !p.begunAtServer:
		return nil
	case conn.IsClosed():
		return driver.ErrBadConn
	default:
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.ctx), rollbackWithin)
		defer cancel()
		_, err := conn.Exec(ctx, "ROLLBACK")
		return err
	}
}
