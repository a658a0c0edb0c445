//go:build !unix

package pgserver

import "syscall"

// lend leaves the directory to this process's user, as whom the server runs.
func lend(string) (*syscall.SysProcAttr, error) { return &syscall.SysProcAttr{}, nil }
