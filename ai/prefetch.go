//go:build amd64 || arm64

package ai

import "unsafe"

// prefetch loads the memory at p into the cache before it is read. A large table is mostly not cached, and waiting for
// its entries took a fifth of the search time.
//
//go:noescape
func prefetch(p unsafe.Pointer)
