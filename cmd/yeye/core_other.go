//go:build !linux

package main

// noCores leaves core dumps to what the operator has set: Go makes none unless
// GOTRACEBACK=crash asks for it.
func noCores() error { return nil }
