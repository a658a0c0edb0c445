package bottest

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"

	"yeye/bot"
)

// Logbook collects what the bot logs, at every level.
type Logbook struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write implements [io.Writer].
func (l *Logbook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *Logbook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// Has reports whether it contains a text that many times.
func (l *Logbook) Has(text string, times int) func() bool {
	return func() bool { return strings.Count(l.String(), text) >= times }
}

// WithLog makes the bot log to a logbook.
func WithLog(l *Logbook) Option {
	return func(_ *Env, o *bot.Options) {
		o.Logger = slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
}
