//go:build unix && !linux

package pgserver

import "syscall"

// endWithUs does nothing: the caller stops the server.
func endWithUs(*syscall.SysProcAttr) {}
