package postgres_test

import (
	"context"
	"net"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"yeye/bot/store/postgres"
)

// The system ends a connection whose server no longer answers, rather than sending for a quarter of an hour.
func TestSilentServer(t *testing.T) {
	for _, address := range []string{"postgres://127.0.0.1/yeye", "postgres://db.example.org/yeye", "postgres://127.0.0.1/yeye?connect_timeout=3"} {
		c, err := postgres.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		for _, network := range []string{"tcp", "unix"} {
			at := "127.0.0.1:0"
			if network == "unix" {
				at = filepath.Join(t.TempDir(), "s")
			}
			l, err := net.Listen(network, at)
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			conn, err := c.DialFunc(context.Background(), network, l.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if network == "unix" {
				continue
			}
			raw, err := conn.(syscall.Conn).SyscallConn()
			if err != nil {
				t.Fatal(err)
			}
			var ms int
			if err := raw.Control(func(fd uintptr) { ms, err = unix.GetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT) }); err != nil {
				t.Fatal(err)
			}
			if d := time.Duration(ms) * time.Millisecond; d != 15*time.Second || err != nil {
				t.Errorf("%s: %v %v", address, d, err)
			}
		}
	}
}
