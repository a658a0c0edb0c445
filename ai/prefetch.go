//go:build amd64 || arm64

package ai

import "unsafe"

// prefetch loads the memory at p into the cache before it is read: a large table lies far
// from the processor, and waiting for table entries took a fifth of a search.
//
//go:noescape
func prefetch(p unsafe.Pointer)
