//go:build !linux

package ai

import "unsafe"

func hugePages(unsafe.Pointer, uintptr) {}
