//go:build unix && !linux

package pgserver

import "syscall"

// endWithUs is left to whoever stops the server.
func endWithUs(*syscall.SysProcAttr) {}
