//go:build !amd64 && !arm64

package ai

func prefetch(*cluster) {}
