// Package subprocess starts child processes that are killed when this process ends for any reason, such as a test's
// timeout or SIGKILL.
//
// Out of scope: anything the bot needs to run. Only tests and cmd/lab import it.
package subprocess

import (
	"bytes"
	"os/exec"
)

// Process is a child process.
type Process struct {
	*exec.Cmd
	// Done is closed when the process has exited; then ProcessState is set.
	Done <-chan struct{}

	err error
}

// Start starts a command in a new process group, with all its descendants. On Unix the group is killed when this
// process ends or the command's context is done.
func Start(cmd *exec.Cmd) (*Process, error) {
	release, err := startGuardian(cmd)
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		release()
		return nil, err
	}
	done := make(chan struct{})
	p := &Process{Cmd: cmd, Done: done}
	go func() {
		p.err = cmd.Wait()
		release()
		close(done)
	}()
	return p, nil
}

// Wait is [exec.Cmd.Wait]; it also waits until the process group is killed.
func (p *Process) Wait() error {
	<-p.Done
	return p.err
}

// Kill kills the process group with SIGKILL and waits for it.
func (p *Process) Kill() {
	killGroup(p.Cmd)
	p.Wait()
}

// Output runs a command and returns its standard output and standard error, like [exec.Cmd.CombinedOutput].
func Output(cmd *exec.Cmd) ([]byte, error) {
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	err := Run(cmd)
	return output.Bytes(), err
}

// Run starts a command and waits for it, like [exec.Cmd.Run].
func Run(cmd *exec.Cmd) error {
	p, err := Start(cmd)
	if err != nil {
		return err
	}
	return p.Wait()
}
