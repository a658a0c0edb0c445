package postgres

import (
	"cmp"
	"errors"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// IsAddress reports whether a text is the address of a PostgreSQL database rather than the name of a file.
func IsAddress(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// HasPassword reports whether an address contains a password. Such an address must not be an argument of a command,
// which every user of the machine can read.
func HasPassword(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return strings.Contains(address, "@") // what stands before the @ may hold one
	}
	_, set := u.User.Password()
	return set || u.Query().Has("password") || u.Query().Has("sslpassword")
}

// Redacted returns an address for logs and errors: without password and settings.
func Redacted(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "postgres://…" // an address that cannot be parsed may hold the password anywhere
	}
	shown := url.URL{Scheme: "postgres", Host: u.Host, Path: u.Path}
	if name := u.User.Username(); name != "" {
		shown.User = url.User(name)
	}
	if host := u.Query().Get("host"); host != "" && u.Host == "" {
		shown.RawQuery = "host=" + host
	}
	return shown.String()
}

// parse parses an address. What the address leaves out comes from the environment variables of libpq (PGPASSFILE,
// PGPASSWORD, PGSSLROOTCERT …). A server on another machine is verified, see [parseVerified].
func parse(address string) (*pgx.ConnConfig, error) {
	config, err := parseVerified(address)
	if err != nil {
		var known *OpenError
		if errors.As(err, &known) {
			return nil, known
		}
		// the parser's error may hold the password
		return nil, &OpenError{Address: Redacted(address), Advice: adviceAddress}
	}
	config.ConnectTimeout = cmp.Or(config.ConnectTimeout, connectTimeout)
	config.DialFunc = (&net.Dialer{Control: setUserTimeout}).DialContext
	for name, value := range map[string]string{
		"application_name":                    "yeye",
		"lock_timeout":                        "5s",  // as long as SQLite waits
		"idle_in_transaction_session_timeout": "60s", // a process that hangs must not block the others
		// a process whose network is gone must not block them either; setUserTimeout does the same at this end
		"tcp_user_timeout": silenceTimeout.String(),
	} {
		if _, set := config.RuntimeParams[name]; !set {
			config.RuntimeParams[name] = value
		}
	}
	return config, nil
}

// connectTimeout limits the time to connect, unless the address has connect_timeout.
const connectTimeout = 5 * time.Second

// silenceTimeout is how long a server may leave what was sent to it unacknowledged before the connection counts as
// broken.
const silenceTimeout = 15 * time.Second

// parseVerified parses an address. For a server on another machine the connection is encrypted and the certificate is
// verified: sslmode is verify-full if nothing sets it, and weaker modes than verify-ca are refused.
func parseVerified(address string) (*pgx.ConnConfig, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, err
	}
	if isLocal(config) {
		return config, nil
	}
	q := u.Query()
	switch cmp.Or(q.Get("sslmode"), os.Getenv("PGSSLMODE")) {
	case "verify-full", "verify-ca":
		return config, nil
	case "":
		q.Set("sslmode", "verify-full")
		u.RawQuery = q.Encode()
		return pgx.ParseConfig(u.String())
	}
	return nil, &OpenError{Address: Redacted(address), Advice: adviceUnverified}
}

// isLocal reports whether all servers of an address are on this machine.
func isLocal(config *pgx.ConnConfig) bool {
	hosts := []string{config.Host}
	for _, f := range config.Fallbacks {
		hosts = append(hosts, f.Host)
	}
	for _, host := range hosts {
		ip := net.ParseIP(host)
		if !strings.HasPrefix(host, "/") && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			return false
		}
	}
	return true
}
