//go:build amd64 || arm64

package ai

import "unsafe"

// prefetch asks for the memory at p, so that it has come when it is read: a large table
// lies far from the processor, and waiting for that of positions was a fifth of a search.
//
//go:noescape
func prefetch(p unsafe.Pointer)
