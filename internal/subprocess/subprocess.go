// Package subprocess starts programs that end with this process, however it ends: also when a test runs into its time
// limit or is killed. A program that outlives its test keeps using the machine, and may hold resources that the next
// test needs.
//
// Out of scope: anything the bot needs to run. Only tests and the workbench import it.
package subprocess

import (
	"bytes"
	"os/exec"
)

// Process is a running program.
type Process struct {
	*exec.Cmd
	// Done is closed when the program has ended; ProcessState is known then.
	Done <-chan struct{}

	err error
}

// Start starts a command in a new process group, to which the processes it starts belong unless they leave it. On Unix
// the group ends when this process does, and the whole group is killed when the command's context ends.
func Start(cmd *exec.Cmd) (*Process, error) {
	free, err := guard(cmd)
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		free()
		return nil, err
	}
	done := make(chan struct{})
	p := &Process{Cmd: cmd, Done: done}
	go func() {
		p.err = cmd.Wait()
		free()
		close(done)
	}()
	return p, nil
}

// Wait waits until the program has ended, like [exec.Cmd.Wait]. By then its group is dead, too.
func (p *Process) Wait() error {
	<-p.Done
	return p.err
}

// Kill kills the program and what it has started, and waits for its end. The program gets no chance to clean up.
func (p *Process) Kill() {
	kill(p.Cmd)
	p.Wait()
}

// Output runs a command to its end, and returns what it wrote to standard output and standard error.
func Output(cmd *exec.Cmd) ([]byte, error) {
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	err := Run(cmd)
	return said.Bytes(), err
}

// Run runs a command to its end.
func Run(cmd *exec.Cmd) error {
	p, err := Start(cmd)
	if err != nil {
		return err
	}
	return p.Wait()
}
