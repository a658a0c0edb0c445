//go:build !unix

package pgserver

import "syscall"

// lend does nothing: the server runs as this process's user, who owns the directory.
func lend(string) (*syscall.SysProcAttr, error) { return &syscall.SysProcAttr{}, nil }
