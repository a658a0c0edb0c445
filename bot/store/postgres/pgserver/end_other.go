//go:build unix && !linux

package pgserver

import "syscall"

// endWithUs is left to the caller that stops the server.
func endWithUs(*syscall.SysProcAttr) {}
