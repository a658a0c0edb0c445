//go:build unix

package subprocess

import (
	"os"
	"os/exec"
	"syscall"
)

// guardian is a shell script that kills its process group when its standard input is closed: a pipe whose other end
// only this process has.
const guardian = `trap '' INT TERM HUP; read end; kill -s KILL 0`

// guard starts a guardian in a new process group, in which the command will be started. free kills the group.
func guard(cmd *exec.Cmd) (free func(), err error) {
	from, to, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer from.Close()
	g := exec.Command("/bin/sh", "-c", guardian)
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
		cmd.Cancel = func() error { return kill(cmd) }
	}
	return func() {
		to.Close()
		g.Wait()
	}, nil
}

// kill kills a command's group.
func kill(cmd *exec.Cmd) error { return syscall.Kill(-cmd.SysProcAttr.Pgid, syscall.SIGKILL) }
