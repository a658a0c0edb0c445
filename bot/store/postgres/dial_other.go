//go:build !linux

package postgres

import "syscall"

// setUserTimeout does nothing on systems without such an option: their own limits apply.
func noticeSilence(string, string, syscall.RawConn) error { return nil }
