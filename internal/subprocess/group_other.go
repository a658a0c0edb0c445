//go:build !unix

package subprocess

import "os/exec"

// guard does nothing: the caller ends the program.
func guard(*exec.Cmd) (free, began func(), err error) { return func() {}, func() {}, nil }

func kill(cmd *exec.Cmd) error { return cmd.Process.Kill() }
