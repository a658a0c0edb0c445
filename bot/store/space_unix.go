//go:build linux || darwin || freebsd

package store

import "syscall"

// freeBytes is how much this user may still write on the disk that holds dir, 0
// where the system does not say.
func freeBytes(dir string) uint64 {
	var s syscall.Statfs_t
	if syscall.Statfs(dir, &s) != nil {
		return 0
	}
	return uint64(max(0, int64(s.Bavail))) * uint64(s.Bsize) // root's reserve may make it negative
}
