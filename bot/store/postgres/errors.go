package postgres

import (
	"errors"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"yeye/bot/store"
)

// OpenError is the reason why a database cannot be used. Its text is one sentence for the operator that ends in what
// to do, without the password; Err is the error of the server or the system.
type OpenError struct {
	Address   string // redacted
	Advice    string
	Err       error
	temporary bool
}

// Temporary reports whether another try may succeed: the server is starting, busy or out of reach.
func (e *OpenError) Temporary() bool { return e.temporary }

// Error implements error.
func (e *OpenError) Error() string { return "cannot use the database " + e.Address + ": " + e.Advice }

// Unwrap returns the error of the server or the system.
func (e *OpenError) Unwrap() error { return e.Err }

var errEncoding = errors.New("the database is not in UTF-8")

const (
	adviceAddress    = "the address cannot be read; it must be one like postgres://yeye@db.example.org/yeye"
	adviceUnverified = "that sslmode does not verify the identity of a server on another machine; use verify-full " +
		"(the default), with sslrootcert=FILE for a certificate authority of your own"
	adviceTLS = "the server's certificate is not trusted, or it does not support TLS; give the authority that " +
		"signed it with sslrootcert=FILE, and the name in the certificate as the host"
	advicePassword = "the server refuses the user or the password; put the password into the file named by " +
		"PGPASSFILE (host:port:database:user:password, mode 0600) or in PGPASSWORD"
	adviceDatabase = "there is no such database; create it with `createdb --encoding=UTF8 --template=template0 -O " +
		"ROLE NAME`, where ROLE is the user in the address (`createuser ROLE` makes it)"
	adviceRole     = "this user may not create or change its tables; make this user the owner of the database"
	adviceEncoding = "it does not store text as UTF-8; create one with `createdb --encoding=UTF8 --template=template0 " +
		"-O ROLE NAME`"
	adviceBusy = "the server accepts no more connections, or is starting or stopping; try again, or raise " +
		"max_connections"
	adviceReach    = "the server cannot be reached; check that it is running, and that host and port are right"
	adviceReadOnly = "the server accepts no changes: it is a standby, or its disk is full; use the primary, or free " +
		"disk space"
)

// openError converts an error of a database to an [*OpenError], and returns other errors unchanged, such as the end
// of a context. The result does not contain the password.
func openError(address string, err error) error {
	if err == nil {
		return nil
	}
	e := &OpenError{Address: Redacted(address), Err: err}
	var pgErr *pgconn.PgError
	var connecting *pgconn.ConnectError
	var network *net.OpError
	switch {
	case errors.As(err, new(*OpenError)):
		return err
	case errors.Is(err, store.ErrNewer):
		e.Advice = store.ErrNewer.Error()
	case errors.Is(err, errEncoding):
		e.Advice = adviceEncoding
	case errors.As(err, &pgErr):
		e.Advice, e.temporary = adviceFor(pgErr.Code)
	case strings.Contains(err.Error(), "tls: ") || strings.Contains(err.Error(), "x509: ") ||
		strings.Contains(err.Error(), "server refused TLS"):
		e.Advice = adviceTLS
	case errors.As(err, &connecting), errors.As(err, &network):
		e.Advice, e.temporary = adviceReach, true
	}
	if e.Advice == "" {
		return err
	}
	return e
}

// adviceFor returns the advice for one of the server's codes, "" for none, and whether the condition may pass.
func adviceFor(code string) (advice string, temporary bool) {
	switch code {
	case "28000", "28P01":
		return advicePassword, false
	case "3D000":
		return adviceDatabase, false
	case "42501":
		return adviceRole, false
	case "53300", "57P01", "57P02", "57P03":
		return adviceBusy, true
	case "25006", "53100":
		return adviceReadOnly, true
	}
	return "", false
}
