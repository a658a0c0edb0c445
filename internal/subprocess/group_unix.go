//go:build unix

package subprocess

import (
	"os"
	"os/exec"
	"syscall"
)

// guardianScript kills its process group when its stdin, a pipe that only this process holds open, is closed.
const guardianScript = `trap '' INT TERM HUP; read end; kill -s KILL 0`

// startGuardian starts the guardian in a new process group and sets cmd to join that group. release kills the group.
func startGuardian(cmd *exec.Cmd) (release func(), err error) {
	from, to, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer from.Close()
	g := exec.Command("/bin/sh", "-c", guardianScript)
	g.Stdin, g.SysProcAttr = from, &syscall.SysProcAttr{Setpgid: true} // a new group also does not get Ctrl-C
	if err := g.Start(); err != nil {
		to.Close()
		return nil, err
	}
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid, cmd.SysProcAttr.Pgid = true, g.Process.Pid
	if cmd.Cancel != nil {
		cmd.Cancel = func() error { return killGroup(cmd) }
	}
	return func() {
		to.Close()
		g.Wait()
	}, nil
}

// killGroup kills the process group of a command.
func killGroup(cmd *exec.Cmd) error { return syscall.Kill(-cmd.SysProcAttr.Pgid, syscall.SIGKILL) }
