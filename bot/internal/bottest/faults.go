package bottest

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"yeye/bot/internal/testdb"
	"yeye/bot/sandbox"
)

// Control uses one of the sandbox's control endpoints.
func (h *Env) Control(method, path string, in, out any) {
	h.T.Helper()
	var body *strings.Reader = strings.NewReader("")
	if in != nil {
		data, err := json.Marshal(in)
		h.must(err)
		body = strings.NewReader(string(data))
	}
	req, err := http.NewRequestWithContext(h.Ctx(), method, h.Info.URL+path, body)
	h.must(err)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	h.must(err)
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		h.T.Fatalf("%s %s: %s", method, path, resp.Status)
	}
	if out != nil {
		h.must(json.NewDecoder(resp.Body).Decode(out))
	}
}

// Order orders a fault from the sandbox.
func (h *Env) Order(f sandbox.Fault) {
	h.T.Helper()
	if _, err := h.Server.InjectFault(f); err != nil {
		h.T.Fatal(err)
	}
}

// Mend withdraws all faults.
func (h *Env) Mend() {
	h.T.Helper()
	h.Control(http.MethodDelete, "/sandbox/faults", nil, nil)
}

// Ordered returns the pending faults.
func (h *Env) Ordered() (list []sandbox.Fault) {
	h.T.Helper()
	h.Control(http.MethodGet, "/sandbox/faults", nil, &list)
	return list
}

// Pass lets time pass.
func (h *Env) Pass(d time.Duration) {
	h.T.Helper()
	h.Control(http.MethodPost, "/sandbox/clock", map[string]any{"advance": d.String()}, nil)
	h.look() // the pauses of cards and jobs have passed too
}

// Soon lets a minute pass, and returns false, so that it can end the condition of a wait.
func (h *Env) Soon() bool { h.Pass(time.Minute); return false }

// DeleteChannel deletes a channel or thread as a person with the permission.
func (h *Env) DeleteChannel(g *User, id string) {
	h.T.Helper()
	h.must(g.Do(h.Ctx(), http.MethodDelete, "/channels/"+id, nil, nil))
}

// Snowflake returns a channel in the form that faults use.
func Snowflake(t *testing.T, of string) sandbox.Snowflake {
	t.Helper()
	got, err := sandbox.ParseSnowflake(of)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// LockDatabase makes every write wait, as another process's long transaction
// does, until the function it returns is called.
func (h *Env) LockDatabase() (unlock func()) {
	h.T.Helper()
	testdb.OnSQLite(h.T)
	db, err := sql.Open("sqlite", "file:"+h.db+"?_txlock=immediate&_pragma=busy_timeout(5000)")
	h.must(err)
	tx, err := db.BeginTx(context.Background(), nil)
	h.must(err)
	var once sync.Once
	unlock = func() { once.Do(func() { tx.Rollback(); db.Close() }) }
	h.T.Cleanup(unlock)
	return unlock
}
