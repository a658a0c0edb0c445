package postgres_test

import (
	"errors"
	"strings"
	"testing"

	"yeye/bot/store/postgres"
)

func TestIs(t *testing.T) {
	for text, want := range map[string]bool{
		"postgres://db/yeye": true, "postgresql://db/yeye": true, "yeye.db": false, "": false, "postgres.db": false, "/var/postgres/x": false,
	} {
		if postgres.IsAddress(text) != want {
			t.Errorf("%q", text)
		}
	}
}

// A password is never shown, wherever in the address it is.
func TestRedacted(t *testing.T) {
	for address, want := range map[string]string{
		"postgres://mei:hunter2@db.example.org:5433/yeye?sslmode=verify-full": "postgres://mei@db.example.org:5433/yeye",
		"postgres://db/yeye?user=mei&password=hunter2":                        "postgres://db/yeye",
		"postgres:///yeye?host=/run/postgresql&sslpassword=hunter2":           "postgres:///yeye?host=/run/postgresql",
		"postgres://mei:hunter2@[db/yeye":                                     "postgres://…",
		"postgres://mei:hunter2%@db/yeye":                                     "postgres://…",
	} {
		if got := postgres.Redacted(address); got != want {
			t.Errorf("%s: %s", address, got)
		}
		if !postgres.HasPassword(address) {
			t.Errorf("%s: no password is seen", address)
		}
		if _, err := postgres.Open(t.Context(), address+"&connect_timeout=1", nil); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", address, err)
		}
	}
	if postgres.HasPassword("postgres://mei@db/yeye?host=/run/postgresql") {
		t.Error("a password is seen where there is none")
	}
}

// Connections to another machine are encrypted, and its identity is verified. On this machine that is left to the
// operator.
func TestOtherMachinesAreVerified(t *testing.T) {
	t.Setenv("PGSSLMODE", "")
	for _, address := range []string{
		"postgres://db.example.org/yeye", "postgres://db.example.org/yeye?sslmode=verify-full", "postgres://127.0.0.1,db.example.org/yeye", "postgres://[2001:db8::1]/yeye",
	} {
		c, err := postgres.Parse(address)
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		if c.TLSConfig == nil || c.TLSConfig.InsecureSkipVerify || c.TLSConfig.ServerName == "" {
			t.Errorf("%s: not verified", address)
		}
		for _, f := range c.Fallbacks {
			if f.TLSConfig == nil || f.TLSConfig.InsecureSkipVerify {
				t.Errorf("%s: falls back to a connection that is not verified", address)
			}
		}
	}
	for _, mode := range []string{"disable", "allow", "prefer", "require"} {
		_, err := postgres.Parse("postgres://db.example.org/yeye?sslmode=" + mode)
		var refused *postgres.OpenError
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), "verify-full") || refused.Temporary() {
			t.Errorf("%s: %v", mode, err)
		}
		t.Setenv("PGSSLMODE", mode)
		if _, err := postgres.Parse("postgres://db.example.org/yeye"); !errors.As(err, &refused) {
			t.Errorf("%s from the environment: %v", mode, err)
		}
		for _, address := range []string{"postgres://localhost/yeye", "postgres://127.0.0.1:5433/yeye", "postgres://[::1]/yeye", "postgres:///yeye?host=/run/postgresql"} {
			if _, err := postgres.Parse(address); err != nil {
				t.Errorf("%s with %s: %v", address, mode, err)
			}
		}
	}
}
