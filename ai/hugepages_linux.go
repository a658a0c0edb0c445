package ai

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePages asks for huge pages for the n bytes at p. The table and the histories are accessed at random, and with
// small pages nearly every access misses the TLB. If the system refuses, the memory works as usual.
func hugePages(p unsafe.Pointer, n uintptr) {
	_ = unix.Madvise(unsafe.Slice((*byte)(p), n), unix.MADV_HUGEPAGE)
}
