package load

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"yeye/internal/subprocess"
)

// process is a supervised program. Like a service it is restarted after it is killed or exits.
type process struct {
	name           string   // "serve 1", "worker 2"
	programs       []string // run in turn
	starts         int      // how often it was started, plus the number of earlier processes
	args           []string
	env            []string // added to this process's environment
	log            *os.File
	metricsAddress string       // address of its metrics
	proxy          *proxy       // between it and the database; may be nil
	ends           atomic.Int64 // how often it exited by itself

	mu  sync.Mutex
	run *subprocess.Process // nil while it is stopped
}

// restartAfter is the delay before a program that ended is restarted.
const restartAfter = time.Second

// start starts the program, which must not be running.
func (p *process) start() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.startLocked()
}

func (p *process) startLocked() error {
	cmd := exec.Command(p.programs[p.starts%len(p.programs)], p.args...)
	p.starts++
	cmd.Env, cmd.Stderr = append(os.Environ(), p.env...), p.log
	run, err := subprocess.Start(cmd)
	if err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	p.run = run
	go func() { p.restartOnExit(run, run.Wait()) }()
	return nil
}

// restartOnExit restarts the program unless it was stopped.
func (p *process) restartOnExit(ended *subprocess.Process, err error) {
	down := func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.run != ended
	}
	if down() {
		return
	}
	p.ends.Add(1)
	fmt.Fprintf(p.log, "lab: %s %s ended by itself: %v\n", time.Now().Format("15:04:05.000"), p.name, err)
	time.Sleep(restartAfter)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.run != ended {
		return
	}
	if err := p.startLocked(); err != nil {
		fmt.Fprintln(os.Stderr, "lab:", err)
	}
}

// stop sends a signal and waits for the exit; the program stays down. It returns nil if the program was down.
func (p *process) stop(how os.Signal) *subprocess.Process {
	p.mu.Lock()
	defer p.mu.Unlock()
	run := p.run
	if p.run = nil; run != nil {
		run.Cmd.Process.Signal(how)
		run.Wait()
	}
	return run
}

// kill sends SIGKILL: nothing is completed.
func (p *process) kill() { p.stop(syscall.SIGKILL) }

// end stops the program as an operator would, and returns how long that took and the CPU time it used.
func (p *process) end() (took, processor time.Duration, err error) {
	begun := time.Now()
	run := p.stop(syscall.SIGTERM)
	if run == nil {
		return 0, 0, fmt.Errorf("%s is down", p.name)
	}
	if state := run.ProcessState; !state.Success() {
		return 0, 0, fmt.Errorf("%s did not exit cleanly: %v", p.name, state)
	}
	return time.Since(begun), run.ProcessState.UserTime() + run.ProcessState.SystemTime(), nil
}

// pid returns the running program's process id, 0 while it is down.
func (p *process) pid() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.run == nil {
		return 0
	}
	return p.run.Cmd.Process.Pid
}

// residentMemory returns the program's memory in bytes, 0 if unknown.
func (p *process) residentMemory() int64 {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(p.pid()) + "/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			return kb << 10
		}
	}
	return 0
}

// measure returns one of the program's metrics, -1 if it does not answer.
func (p *process) measure(name string) float64 {
	client := http.Client{Timeout: 10 * time.Second}
	resp, err := client.Get("http://" + p.metricsAddress + "/metrics")
	if err != nil {
		return -1
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return -1
	}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, name+" "); ok {
			v, err := strconv.ParseFloat(strings.TrimSpace(rest), 64)
			if err == nil {
				return v
			}
		}
	}
	return -1
}
