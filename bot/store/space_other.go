//go:build !(linux || darwin || freebsd)

package store

// freeBytes is 0: not known on this system.
func freeBytes(string) uint64 { return 0 }
