//go:build unix

package subprocess

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// guardian reads the number of a group, and kills the group when it can read no more: its standard input is a pipe of which only this
// process has the other end.
const guardian = `read group; read end; [ -n "$group" ] && kill -s KILL -- "-$group"`

// guard gives a command a process group of its own and starts its guardian. began reports the group to the guardian; free ends the
// guardian, and what is left of the group.
func guard(cmd *exec.Cmd) (free, began func(), err error) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true
	if cmd.Cancel != nil {
		cmd.Cancel = func() error { return kill(cmd) }
	}
	from, to, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	defer from.Close()
	g := exec.Command("/bin/sh", "-c", guardian)
	g.Stdin, g.SysProcAttr = from, &syscall.SysProcAttr{Setpgid: true} // Ctrl-C is not for it
	if err := g.Start(); err != nil {
		to.Close()
		return nil, nil, err
	}
	free = func() {
		to.Close()
		g.Wait()
	}
	return free, func() { fmt.Fprintln(to, cmd.Process.Pid) }, nil
}

// kill kills a command's group.
func kill(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
