//go:build linux || darwin || freebsd

package sqlite

import "syscall"

// FreeBytes returns how much this user may still write on the disk that holds dir, -1 if
// the system does not say.
func FreeBytes(dir string) int64 {
	var s syscall.Statfs_t
	if syscall.Statfs(dir, &s) != nil {
		return -1
	}
	return max(0, int64(s.Bavail)) * int64(s.Bsize) // root's reserve may make it negative
}
