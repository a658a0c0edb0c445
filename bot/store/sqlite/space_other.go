//go:build !(linux || darwin || freebsd)

package sqlite

// freeBytes returns -1: not known on this system.
func freeBytes(string) int64 { return -1 }
