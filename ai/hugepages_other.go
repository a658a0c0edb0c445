//go:build !linux

package ai

func hugePages([]cluster) {}
