package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"yeye/bot/sandbox"
	"yeye/bot/store/postgres/pgserver"
)

// stack is a sandbox and a bot, each a process of its own.
type stack struct {
	yeye, db, watch string
	args            []string
	log             *os.File
	info            sandbox.Info

	sandbox *exec.Cmd

	mu  sync.Mutex
	bot *exec.Cmd

	server  *pgserver.Server // nil where everything is in a file
	workers []*exec.Cmd      // beside the bot
}

// startStack starts the sandbox; the bot is started by serve.
func startStack(ctx context.Context, yeye, dir string, limits bool, args []string) (*stack, error) {
	log, err := os.Create(filepath.Join(dir, "load.log"))
	if err != nil {
		return nil, err
	}
	s := &stack{yeye: yeye, db: filepath.Join(dir, "load.db"), args: args, log: log}
	held := map[bool]string{true: "--limits", false: "--no-limits"}[limits]
	s.sandbox = exec.CommandContext(ctx, yeye, "sandbox", "--no-bot", "--json", held, "--addr", "127.0.0.1:0", "--log-level", "warn")
	s.sandbox.Stderr = log
	out, err := s.sandbox.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.sandbox.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("the sandbox did not start: %w; see %s", err, log.Name())
	}
	if s.watch, err = freeAddress(); err != nil {
		return nil, err
	}
	return s, json.Unmarshal([]byte(line), &s.info)
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// serve starts the bot.
func (s *stack) serve() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	bot := exec.Command(s.yeye, append([]string{"serve", "--db", s.db, "--log-level", "warn", "--pause", "0s", "--player-rate", "0", "--server-rate", "0", "--player-games", "0", "--server-games", "0", "--player-engine", "0s", "--watch", s.watch}, s.args...)...)
	bot.Env = append(os.Environ(), "DISCORD_TOKEN="+s.info.BotToken, "YEYE_DISCORD_API="+s.info.API)
	bot.Stderr = s.log
	if err := bot.Start(); err != nil {
		return err
	}
	s.bot = bot
	return nil
}

// kill is SIGKILL: nothing is finished.
func (s *stack) kill() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bot != nil {
		s.bot.Process.Kill()
		s.bot.Wait()
	}
}

// end stops the bot as an operator does and gives how long it took.
func (s *stack) end() (time.Duration, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	begun := time.Now()
	s.bot.Process.Signal(syscall.SIGTERM)
	err := s.bot.Wait()
	return time.Since(begun), err
}

// processor is the time that the ended bot had of the processors.
func (s *stack) processor() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bot.ProcessState.UserTime() + s.bot.ProcessState.SystemTime()
}

// close ends the sandbox.
func (s *stack) close() {
	for n := range s.workers {
		s.killWorker(n)
	}
	s.sandbox.Process.Signal(syscall.SIGTERM)
	s.sandbox.Wait()
	s.log.Close()
}

// resident is the bot's memory in bytes, 0 where that is not told.
func (s *stack) resident() int64 {
	s.mu.Lock()
	pid := s.bot.Process.Pid
	s.mu.Unlock()
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
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

// measure is one of the bot's own figures, -1 where it does not answer.
func (s *stack) measure(name string) float64 {
	resp, err := http.Get("http://" + s.watch + "/metrics")
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
