package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"yeye/ai/character"
	"yeye/bot"
	"yeye/bot/feature/all"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/bot/telemetry"
	"yeye/config"
	"yeye/game"
	"yeye/internal/wait"
	"yeye/render"
)

// served returns the names of all metrics that a bot can serve, with their help.
func served(t *testing.T) (map[string]string, *telemetry.Metrics, *app) {
	t.Helper()
	m := telemetry.New()
	a, err := open(t.Context(), settings{db: filepath.Join(t.TempDir(), "yeye.db"), metrics: m, logger: slog.New(slog.DiscardHandler),
		address: "http://127.0.0.1:1", wait: func(context.Context) net.Listener { return nil },
		discord: config.Discord{Token: "x", API: "http://127.0.0.1:1/api"}, engine: config.Engine{Thinkers: 1, HashMB: 1}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.db.close() })
	a.measure(t.Context(), m)
	(&schedule{backupFlags: backupFlags{BackupDir: t.TempDir()}}).measure(m)
	o := observer(m) // labeled metrics are served once they have occurred
	o.REST.Sent("create", 200, time.Second)
	o.REST.Waited("create", "global", time.Second)
	o.REST.RateLimited("create", "user")
	o.REST.Invalid("create", 403)
	o.Gateway.Identified()
	o.Thought(0, time.Second)
	w := httptest.NewRecorder()
	m.Handler(a.health(t.Context())).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	names := map[string]string{}
	for _, line := range regexp.MustCompile(`(?m)^# HELP (\S+) (.*)$`).FindAllStringSubmatch(w.Body.String(), -1) {
		names[line[1]] = line[2]
	}
	return names, m, a
}

var metricName = regexp.MustCompile(`\b(?:yeye|process|go)_[a-z_]+\b`)

// Rules, dashboard and the operator's manual name metrics that are served.
func TestMetricsExist(t *testing.T) {
	t.Parallel()
	names, _, _ := served(t)
	if len(names) < 30 {
		t.Fatalf("only %d metrics: %v", len(names), slices.Sorted(maps.Keys(names)))
	}
	exists := func(name string) bool {
		for _, end := range []string{"", "_bucket", "_count", "_sum"} {
			if base, cut := strings.CutSuffix(name, end); cut && names[base] != "" {
				return true
			}
		}
		return false
	}
	texts := map[string]string{"alerts": telemetry.Alerts, "dashboard": telemetry.Dashboard}
	for _, name := range inTwo[1] {
		texts[name] = page(t, name)
	}
	for where, text := range texts {
		found := metricName.FindAllString(text, -1)
		if len(found) < 8 {
			t.Errorf("%s names only %v", where, found)
		}
		for _, name := range found {
			if !exists(name) {
				t.Errorf("%s names %s, which no bot serves", where, name)
			}
		}
	}
}

// The files have the format that their readers require.
func TestMetricsFiles(t *testing.T) {
	t.Parallel()
	code, out, log := runProgram(t, nil, "metrics", "--dashboard")
	var dashboard struct {
		Title  string
		Panels []struct{ Targets []struct{ Expr string } }
	}
	if err := json.Unmarshal([]byte(out), &dashboard); err != nil || code != 0 || dashboard.Title == "" || len(dashboard.Panels) < 6 {
		t.Errorf("%d %v %s", code, err, log)
	}
	code, out, log = runProgram(t, nil, "metrics", "--alerts")
	if code != 0 || strings.Count(out, "- alert: ") < 5 || strings.Count(out, "- alert: ") != strings.Count(out, " expr: ") || strings.Contains(out, "\t") {
		t.Errorf("%d %s%s", code, out, log)
	}
	for _, args := range [][]string{{"metrics"}, {"metrics", "--alerts", "--dashboard"}} {
		if code, _, log := runProgram(t, nil, args...); code != 2 {
			t.Errorf("%v: %d %s", args, code, log)
		}
	}
}

// Without Discord a bot is live and not ready; without its database it is neither.
func TestLiveAndReady(t *testing.T) {
	t.Parallel()
	_, m, a := served(t)
	ask := func(path string) int {
		w := httptest.NewRecorder()
		m.Handler(a.health(t.Context())).ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		return w.Code
	}
	for path, want := range map[string]int{"/livez": 200, "/readyz": 503, "/healthz": 503} {
		if code := ask(path); code != want {
			t.Errorf("%s: %d, want %d", path, code, want)
		}
	}
	a.db.Close()
	if code := ask("/livez"); code != 503 {
		t.Errorf("/livez without a database: %d", code)
	}
	if l, err := telemetry.Listen("0.0.0.0:0", false); !errors.Is(err, telemetry.ErrNotLoopback) {
		t.Errorf("%v %v", l, err)
	}
}

// measured returns a worker of one thinker, with its metrics.
func measured(t *testing.T) (*telemetry.Metrics, *app) {
	t.Helper()
	m := telemetry.New()
	a, err := open(t.Context(), settings{db: filepath.Join(t.TempDir(), "yeye.db"), metrics: m,
		logger: slog.New(slog.DiscardHandler), role: bot.Worker,
		engine: config.Engine{Thinkers: 1, HashMB: 1}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.db.close)
	a.measure(t.Context(), m)
	return m, a
}

// A worker is healthy without Discord, and no alert fires because it is not
// connected.
func TestWorkersMetrics(t *testing.T) {
	t.Parallel()
	m, a := measured(t)
	for path, want := range map[string]int{"/metrics": 200, "/livez": 200, "/readyz": 200} {
		w := httptest.NewRecorder()
		m.Handler(a.health(t.Context())).ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != want || strings.Contains(w.Body.String(), "yeye_gateway_connected") || path == "/metrics" && !strings.Contains(w.Body.String(), "yeye_engine_thinkers 1") {
			t.Errorf("%s: %d %.300s", path, w.Code, w.Body)
		}
	}
}

// A process that is asked to stop says so until it has: its metrics are served, and it is live, but not ready.
func TestWatchedWhileItStops(t *testing.T) {
	t.Parallel()
	_, a := measured(t)
	l, err := telemetry.Listen("127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	defer a.serveMetrics(ctx, telemetry.New(), l)()
	expect := func(when string, codes map[string]int) {
		t.Helper()
		for path, want := range codes {
			resp, err := http.Get("http://" + l.Addr().String() + path)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if resp.StatusCode != want {
				t.Errorf("%s %s: %d, want %d", path, when, resp.StatusCode, want)
			}
		}
	}
	expect("at work", map[string]int{"/metrics": 200, "/livez": 200, "/readyz": 200})
	end()
	expect("while it stops", map[string]int{"/metrics": 200, "/livez": 200, "/readyz": 503, "/healthz": 503})
}

// waiting is a thinker whose searches wait until they may end.
type waiting struct {
	begun chan struct{}
	end   chan struct{}
}

func (w waiting) Think(ctx context.Context, g *game.Game, _ character.Level, _ uint64) (game.Move, int, bool, error) {
	w.begun <- struct{}{}
	select {
	case <-w.end:
	case <-ctx.Done():
		return game.NoMove, 0, false, ctx.Err()
	}
	return g.Position().LegalMoves(nil)[0], 0, false, nil
}

// The moves that wait for a thinker are counted, in this process or for any, and their wait is part of the time for a move.
func TestWaitingMovesAreCounted(t *testing.T) {
	t.Parallel()
	for _, shared := range []bool{false, true} {
		m, a := measured(t)
		thinker := waiting{make(chan struct{}, 6), make(chan struct{})}
		var err error
		if a.bot, err = bot.Open(bot.Options{DB: a.db.DB, Role: bot.Worker, Thinker: thinker, Threads: 1, Shared: shared, Painter: render.New(),
			Observer: observer(m)}, all.Features); err != nil {
			t.Fatal(err)
		}
		metric := func(name string) string {
			w := httptest.NewRecorder()
			m.Handler(a.health(t.Context())).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
			found := regexp.MustCompile(`(?m)^` + name + ` (.*)$`).FindStringSubmatch(w.Body.String())
			if found == nil {
				return ""
			}
			return found[1]
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- a.bot.Run(ctx) }()
		matches := match.NewService(a.db.DB) // as in the process that is connected; the worker's own is being made ready
		for n := range 6 {
			p := id.Player(fmt.Sprint(n))
			terms := match.Terms{Mode: match.Versus, Channel: id.Channel("room" + p), Seats: [2]match.Seat{{Level: 1}, {Player: p}}, Position: game.Start()}
			if _, err := matches.Start(ctx, match.Actor{Player: p, Source: match.FromCommand}, terms); err != nil {
				t.Fatal(err)
			}
		}
		<-thinker.begun
		const in, took = "yeye_engine_moves_in_progress", `yeye_engine_think_duration_seconds_sum{level="1"}`
		figures := func() string {
			return fmt.Sprintf("shared %v: %s moves in progress, %s s", shared, metric(in), metric(regexp.QuoteMeta(took)))
		}
		wait.UntilLog(t, "all 6 moves are in progress", figures, func() bool { return metric(in) == "6" })
		time.Sleep(time.Second)
		close(thinker.end)
		sum := func() float64 {
			s, _ := strconv.ParseFloat(metric(regexp.QuoteMeta(took)), 64)
			return s
		}
		// A move that is found is out of progress a moment before its time is counted.
		wait.UntilLog(t, "six moves after a second took six seconds", figures, func() bool { return metric(in) == "0" && sum() >= 6 })
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// A database that hangs costs the metrics that ask it, not the others.
func TestMetricsWithHangingDatabase(t *testing.T) {
	t.Parallel()
	_, m, a := served(t)
	a.db.Observe(store.Observer{Statement: func(ctx context.Context, _ string) error {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(30 * time.Second):
			return errors.New("it never answers")
		}
	}})
	w := httptest.NewRecorder()
	synctest.Test(t, func(t *testing.T) {
		started := time.Now()
		m.Handler(a.health(t.Context())).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
		if took := time.Since(started); took > 9*time.Second { // then the server gives up
			t.Errorf("the scrape took %v", took)
		}
	})
	for _, want := range []string{"yeye_engine_thinkers 1", "yeye_database_schema -1", "yeye_cards_behind -1", `yeye_jobs_oldest_due_seconds{pool="timed"} -1`} {
		if !strings.Contains(w.Body.String(), want+"\n") {
			t.Errorf("missing: %s", want)
		}
	}
}
