package postgres

import (
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// noticeSilence makes the system end a connection whose server is silent, which otherwise takes a quarter of an hour if
// its machine or the network is gone. It applies to the probes of an idle connection too. A system that refuses is used
// without.
func noticeSilence(network, _ string, c syscall.RawConn) error {
	if !strings.HasPrefix(network, "tcp") {
		return nil
	}
	return c.Control(func(fd uintptr) {
		_ = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(silentFor.Milliseconds()))
	})
}
