//go:build !linux

package main

// noCores leaves core dumps to the operator's settings. Go makes none unless GOTRACEBACK=crash is set.
func noCores() error { return nil }
