package ai

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePages asks for large pages under the table: its clusters are visited at random, and
// with small ones nearly every visit has to look up the page first. Where the system
// does not grant it, nothing is lost.
func hugePages(clusters []cluster) {
	if len(clusters) == 0 {
		return
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&clusters[0])), len(clusters)*int(unsafe.Sizeof(cluster{})))
	_ = unix.Madvise(bytes, unix.MADV_HUGEPAGE)
}
