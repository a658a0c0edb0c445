package ai

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePages asks for large pages under the n bytes at p: the table and the histories are
// visited at random, and with small ones nearly every visit has to look up the page
// first. Where the system does not grant it, nothing is lost.
func hugePages(p unsafe.Pointer, n uintptr) {
	_ = unix.Madvise(unsafe.Slice((*byte)(p), n), unix.MADV_HUGEPAGE)
}
