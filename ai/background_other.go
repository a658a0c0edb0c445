//go:build !linux

package ai

func lower() {}
