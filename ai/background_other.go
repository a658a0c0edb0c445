//go:build !linux

package ai

func lowerPriority() {}
