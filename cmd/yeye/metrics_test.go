package main

import (
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"yeye/bot/telemetry"
	"yeye/config"
	"yeye/game"
)

// served returns the names of all metrics that a bot can serve, with their help.
func served(t *testing.T) (map[string]string, *telemetry.Metrics, *app) {
	t.Helper()
	m := telemetry.New()
	a, err := open(t.Context(), parts{db: filepath.Join(t.TempDir(), "yeye.db"), metrics: m, logger: slog.New(slog.DiscardHandler),
		discord: config.Discord{Token: "x", API: "http://127.0.0.1:1/api"}, engine: config.Engine{Thinkers: 1, HashMB: 1}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.db.close() })
	a.measure(t.Context(), m)
	o := observer(m) // labelled metrics are served once they have occurred
	o.REST.Sent("create", 200, time.Second)
	o.REST.Waited("create", "global", time.Second)
	o.REST.RateLimited("create", "user")
	o.REST.Invalid("create", 403)
	o.Gateway.Identified()
	if _, _, _, err := a.bot.Thinker.Think(t.Context(), game.NewGame(game.Start(), game.Asian), 0, 1); err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	m.Handler(a.health()).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	names := map[string]string{}
	for _, line := range regexp.MustCompile(`(?m)^# HELP (\S+) (.*)$`).FindAllStringSubmatch(w.Body.String(), -1) {
		names[line[1]] = line[2]
	}
	return names, m, a
}

var metricName = regexp.MustCompile(`\b(?:yeye|process|go)_[a-z_]+\b`)

// Rules, dashboard and READMEs name existing metrics, and no old names; each new one
// of ours follows the conventions.
func TestMetricsExist(t *testing.T) {
	t.Parallel()
	names, _, _ := served(t)
	if len(names) < 30 {
		t.Fatalf("only %d metrics: %v", len(names), slices.Sorted(maps.Keys(names)))
	}
	exists := func(name string) (string, bool) {
		for _, end := range []string{"", "_bucket", "_count", "_sum"} {
			if base, cut := strings.CutSuffix(name, end); cut && names[base] != "" {
				return base, true
			}
		}
		return "", false
	}
	texts := map[string]string{"alerts": telemetry.Alerts, "dashboard": telemetry.Dashboard}
	for _, name := range readmes {
		data, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(data)
	}
	for where, text := range texts {
		found := metricName.FindAllString(text, -1)
		if len(found) < 8 {
			t.Errorf("%s names only %v", where, found)
		}
		for _, name := range found {
			base, there := exists(name)
			switch {
			case !there:
				t.Errorf("%s names %s, which no bot serves", where, name)
			case strings.HasPrefix(names[base], "Deprecated") && !slices.Contains(readmes, where):
				t.Errorf("%s names %s: %s", where, name, names[base])
			}
		}
	}
	deprecated := 0
	for name, help := range names {
		if strings.HasPrefix(help, "Deprecated") {
			deprecated++
			if replacement := metricName.FindString(help); names[replacement] == "" {
				t.Errorf("%s is replaced by %s, which is not served", name, replacement)
			}
		}
	}
	if deprecated == 0 {
		t.Error("no metric has a deprecated name: this test looks for them by the start of their help")
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
		m.Handler(a.health()).ServeHTTP(w, httptest.NewRequest("GET", path, nil))
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

// A worker is healthy without Discord, and no alert fires because it is not
// connected.
func TestWorkersMetrics(t *testing.T) {
	t.Parallel()
	m := telemetry.New()
	a, err := open(t.Context(), parts{db: filepath.Join(t.TempDir(), "yeye.db"), metrics: m, logger: slog.New(slog.DiscardHandler), worker: true,
		engine: config.Engine{Thinkers: 1, HashMB: 1}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.db.close)
	a.measure(t.Context(), m)
	for path, want := range map[string]int{"/metrics": 200, "/livez": 200, "/readyz": 200} {
		w := httptest.NewRecorder()
		m.Handler(a.health()).ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != want || strings.Contains(w.Body.String(), "yeye_gateway_connected") || path == "/metrics" && !strings.Contains(w.Body.String(), "yeye_engine_thinkers 1") {
			t.Errorf("%s: %d %.300s", path, w.Code, w.Body)
		}
	}
}
