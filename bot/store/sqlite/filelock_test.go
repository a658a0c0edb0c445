//go:build linux || darwin || freebsd

package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A process gets the file while another looks, as each does when it starts, whether it is alone. One that holds the file alone keeps the
// others out.
func TestShare(t *testing.T) {
	path := filepath.Join(t.TempDir(), "yeye.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	starting, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := flock(starting, true); err != nil {
		t.Fatal(err)
	}
	shared := make(chan error)
	time.AfterFunc(30*time.Millisecond, func() { shared <- flock(starting, false) })
	h, others, err := LockShared(path)
	if err != nil || !others {
		t.Fatalf("while another starts: others %v, %v", others, err)
	}
	h.Release()
	if err := <-shared; err != nil {
		t.Fatal(err)
	}
	starting.Close()
	alone, err := LockExclusive(path)
	if err != nil {
		t.Fatal(err)
	}
	defer alone.Release()
	if _, others, err := LockShared(path); !others || !errors.Is(err, ErrInUse) {
		t.Errorf("while another holds it alone: others %v, %v", others, err)
	}
}
