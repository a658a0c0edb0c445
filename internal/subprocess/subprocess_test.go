//go:build unix

package subprocess

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// asParent makes the test binary a program that starts another, and ends as its value says.
const asParent = "YEYE_TEST_AS_PARENT"

func TestMain(m *testing.M) {
	how := os.Getenv(asParent)
	if how == "" {
		os.Exit(m.Run())
	}
	cmd := exec.Command("/bin/sh", "-c", family)
	cmd.Stdout = os.Stdout
	p, err := Start(cmd)
	if err != nil {
		fmt.Println(err)
	}
	os.Stdin.Read(make([]byte, 1))
	switch how {
	case "exits":
		os.Exit(2)
	case "panics":
		panic("test timed out")
	}
	p.Wait()
}

// family is a program that starts another, says who both are, and does not end.
const family = `trap "" TERM INT; sleep 1000 & echo $$ $!; wait`

// ids reads what family says.
func ids(t *testing.T, from *bufio.Reader) (all [2]int) {
	t.Helper()
	line, err := from.ReadString('\n')
	if n, err2 := fmt.Sscan(line, &all[0], &all[1]); n != 2 {
		t.Fatalf("%q: %v %v", line, err, err2)
	}
	return all
}

// gone waits until processes have ended. Those that nobody waits for count as well.
func gone(t *testing.T, all [2]int) {
	t.Helper()
	for _, id := range all {
		for end := time.Now().Add(30 * time.Second); !errors.Is(syscall.Kill(id, 0), syscall.ESRCH) &&
			!dead(id); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				syscall.Kill(id, syscall.SIGKILL)
				t.Fatalf("%d is still running", id)
			}
		}
	}
}

// dead reports whether a process has ended without its parent having noticed.
func dead(id int) bool {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", id))
	_, state, _ := strings.Cut(string(data), ") ")
	return err == nil && strings.HasPrefix(state, "Z")
}

// What a process has started, and what that has started, ends with it, whatever becomes of it.
func TestEndsWithItsParent(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, how := range []string{"exits", "panics", "is killed"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command(self)
			cmd.Env = append(os.Environ(), asParent+"="+how)
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			all := ids(t, bufio.NewReader(out))
			if how == "is killed" {
				cmd.Process.Kill()
			} else {
				in.Write([]byte("x"))
			}
			gone(t, all)
			cmd.Wait()
		})
	}
}

// Kill, and the end of a command's context, end all of a group; so does the end of the program that was started first.
func TestEndsWhenTold(t *testing.T) {
	for how, end := range map[string]func(*Process, context.CancelFunc){
		"killed":      func(p *Process, _ context.CancelFunc) { p.Kill() },
		"its context": func(_ *Process, cancel context.CancelFunc) { cancel() },
		"its head":    func(p *Process, _ context.CancelFunc) { p.Process.Kill() },
	} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			cmd := exec.CommandContext(ctx, "/bin/sh", "-c", family)
			from, to, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer from.Close()
			cmd.Stdout = to
			p, err := Start(cmd)
			if err != nil {
				t.Fatal(err)
			}
			to.Close()
			all := ids(t, bufio.NewReader(from))
			end(p, cancel)
			if err := p.Wait(); err == nil || p.ProcessState == nil {
				t.Errorf("%v, %v", err, p.ProcessState)
			}
			gone(t, all)
		})
	}
}

func TestRun(t *testing.T) {
	if out, err := Output(exec.Command("/bin/sh", "-c", "echo out; echo err >&2")); err != nil ||
		string(out) != "out\nerr\n" {
		t.Errorf("%q, %v", out, err)
	}
	var exit *exec.ExitError
	if err := Run(exec.Command("/bin/sh", "-c", "exit 3")); !errors.As(err, &exit) || exit.ExitCode() != 3 {
		t.Error(err)
	}
	if err := Run(exec.Command("/no/such/program")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}
