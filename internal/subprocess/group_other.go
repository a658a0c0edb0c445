//go:build !unix

package subprocess

import "os/exec"

// guard does nothing: without process groups, only the caller ends the program.
func guard(*exec.Cmd) (free func(), err error) { return func() {}, nil }

func kill(cmd *exec.Cmd) error { return cmd.Process.Kill() }
