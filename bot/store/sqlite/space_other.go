//go:build !(linux || darwin || freebsd)

package sqlite

// FreeBytes returns -1: not known on this system.
func FreeBytes(string) int64 { return -1 }
