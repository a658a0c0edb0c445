package telemetry

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"yeye/internal/wait"
)

func TestServe(t *testing.T) {
	m := New()
	m.Linked()
	m.Sent("create", 429, 20*time.Millisecond)
	m.Acknowledged(300 * time.Millisecond)
	m.Gauge("yeye_cards_behind", "Boards owed.", func() float64 { return 7 })
	m.Build("1.2.3", "0123456789ab", "go1.26")
	l, err := Listen("127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	var sick error
	standby := false
	ended := make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		m.Serve(ctx, l, Health{Live: func(context.Context) error { return nil }, Ready: func(context.Context) error { return sick },
			Standby: func() bool { return standby }})
		close(ended)
	}()
	get := func(path string) (int, string) {
		t.Helper()
		resp, err := http.Get("http://" + l.Addr().String() + path)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		return resp.StatusCode, string(b)
	}
	if code, body := get("/healthz"); code != 200 || body != "well\n" {
		t.Errorf("healthz: %d %s", code, body)
	}
	standby = true
	for path, want := range map[string]string{"/readyz": StoodBy, "/healthz": StoodBy, "/livez": Well} {
		if code, body := get(path); code != 200 || body != want+"\n" {
			t.Errorf("%s on standby: %d %s", path, code, body)
		}
	}
	sick = errors.New("not connected to Discord")
	if code, body := get("/healthz"); code != 503 || !strings.Contains(body, "not connected") {
		t.Errorf("healthz: %d %s", code, body)
	}
	if code, _ := get("/readyz"); code != 503 {
		t.Errorf("readyz: %d", code)
	}
	if code, body := get("/livez"); code != 200 || body != "well\n" {
		t.Errorf("livez: %d %s", code, body)
	}
	_, body := get("/metrics")
	for _, want := range []string{"yeye_gateway_connected 1",
		`yeye_build_info{goversion="go1.26",revision="0123456789ab",version="1.2.3"} 1`, "yeye_cards_behind 7", "go_goroutines ", "go_memstats_heap_inuse_bytes ", "process_resident_memory_bytes ", "yeye_card_failures_total 0", `yeye_discord_request_duration_seconds_count{kind="create",status="429"} 1`, `yeye_interaction_ack_duration_seconds_bucket{le="0.5"} 1`} {
		if !strings.Contains(body, want) {
			t.Errorf("missing: %s", want)
		}
	}
	cancel()
	wait.For(t, "the end of serving", ended)
}

func TestLoopbackOnly(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":9095", "192.0.2.1:0", "example.com:80"} {
		if l, err := Listen(address, false); !errors.Is(err, ErrNotLoopback) {
			t.Errorf("%s: %v %v", address, l, err)
		}
	}
}

func TestPublicWhereAskedFor(t *testing.T) {
	l, err := Listen("0.0.0.0:0", true)
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
}

// The rules fire when they should, and only then.
func TestAlerts(t *testing.T) {
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("needs promtool, which comes with Prometheus")
	}
	out, err := exec.CommandContext(t.Context(), promtool, "test", "rules", filepath.Join("testdata", "alerts.yaml")).CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// Every counter whose increase an alert or the dashboard shows has its series before anything is counted: otherwise the first burst
// is none.
func TestCountersBeginAtZero(t *testing.T) {
	w := httptest.NewRecorder()
	New().Handler(Health{}).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	increases := regexp.MustCompile(`increase\((\w+)(?:\{(\w+)=~?\\?"([^"\\]+))?`).FindAllStringSubmatch(Alerts+Dashboard, -1)
	if len(increases) < 6 {
		t.Fatalf("only %v", increases)
	}
	for _, m := range increases {
		for _, value := range strings.Split(m[3], "|") {
			series := regexp.QuoteMeta(m[1])
			switch m[2] {
			case "", "job":
				series += `(\{.*\})?`
			default:
				series += `\{` + m[2] + `="` + value + `"\}`
			}
			if !regexp.MustCompile(`(?m)^` + series + ` 0$`).MatchString(w.Body.String()) {
				t.Errorf("%s has no series at the start", series)
			}
		}
	}
}
