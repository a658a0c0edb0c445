// Package telemetry lets an operator observe a running bot: Prometheus metrics, /livez
// and /readyz, and the alert rules and the dashboard that go with them.
//
// Out of scope: names, texts, tokens or ids of people and channels, in a
// label or a value.
package telemetry

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"yeye/ai/character"
)

// Metrics holds the metrics of one bot, on its own registry.
type Metrics struct {
	registry    *prometheus.Registry
	requests    *prometheus.HistogramVec
	waits       *prometheus.HistogramVec
	limited     *prometheus.CounterVec
	invalid     *prometheus.CounterVec
	acks, shown *prometheus.HistogramVec
	pushed      *prometheus.HistogramVec
	think       *prometheus.HistogramVec
	links       *prometheus.CounterVec
	linked      prometheus.Gauge
	content     prometheus.Counter
	unshown     *prometheus.CounterVec
	panics      prometheus.Counter

	boardsRefused, boardsDropped prometheus.Counter

	commits prometheus.Counter
	commit  *prometheus.HistogramVec
}

// New makes Metrics, including those of the Go runtime and of the process.
func New() *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	m.registry.MustRegister(collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.requests = m.histogram("yeye_discord_request_duration_seconds",
		"Duration of requests to Discord by kind and status; status 0 means no answer.", "kind", "status")
	m.waits = m.histogram("yeye_discord_request_wait_seconds",
		"How long requests were delayed, by the limit that caused it: channel, global, refused, invalid.", "limit")
	m.limited = m.counter("yeye_discord_rate_limited_total",
		"429 responses from Discord by scope: user, shared, global, edge.", "scope")
	begin(m.limited, "user", "shared", "global", "edge")
	m.invalid = m.counter("yeye_discord_invalid_requests_total",
		"Responses that count towards Discord's ban at 10000 in 10 minutes, by status.", "status")
	begin(m.invalid, "401", "403", "429")
	m.acks = m.histogram("yeye_interaction_ack_duration_seconds",
		"Time from an interaction's arrival to its first response.")
	m.shown = m.histogram("yeye_card_delay_seconds", "Time from a change to its card in the channel.")
	m.pushed = m.histogram("yeye_board_push_seconds",
		"Time from reading a changed match to handing it to a browser's connection.")
	m.unshown = m.counter("yeye_card_failures_total", "Failed attempts to show a card.")
	m.think = m.histogram("yeye_engine_think_duration_seconds",
		"Time to find a move by level, including the wait for a free thinker.", "level")
	m.links = m.counter("yeye_gateway_events_total",
		"Events of the gateway connection: linked, lost, identified, resumed.", "what")
	begin(m.links, "linked", "lost", "identified", "resumed")
	with := promauto.With(m.registry)
	m.linked = with.NewGauge(prometheus.GaugeOpts{Name: "yeye_gateway_connected",
		Help: "Connections receiving events: 0 or 1 without sharding, otherwise up to yeye_gateway_shards."})
	m.content = with.NewCounter(prometheus.CounterOpts{Name: "yeye_gateway_content_refused_total",
		Help: "Times Discord refused the Message Content intent and the bot continued without it."})
	m.panics = with.NewCounter(prometheus.CounterOpts{Name: "yeye_panics_total",
		Help: "Requests, cards and jobs that ended in a panic, which is a defect."})
	m.boardsRefused = with.NewCounter(prometheus.CounterOpts{Name: "yeye_board_refused_total",
		Help: "Connections of boards in browsers that were refused at a limit."})
	m.boardsDropped = with.NewCounter(prometheus.CounterOpts{Name: "yeye_board_dropped_total",
		Help: "Connections of boards in browsers that were ended because they read too slowly."})
	m.commits = with.NewCounter(prometheus.CounterOpts{Name: "yeye_database_commits_total", Help: "Database commits."})
	m.commit = m.histogram("yeye_database_commit_duration_seconds",
		"Time from requesting a write, including the wait for other writers, until it is durable.")
	return m
}

// Unconnected removes the metrics of connections, for a process that never connects.
func (m *Metrics) Unconnected() {
	m.registry.Unregister(m.linked)
	m.registry.Unregister(m.links)
}

// Build records which program this is: its version, the revision of its sources if known,
// and the Go version.
func (m *Metrics) Build(version, revision, goVersion string) {
	promauto.With(m.registry).NewGauge(prometheus.GaugeOpts{
		Name: "yeye_build_info", Help: "Always 1; the labels identify the running build.",
		ConstLabels: prometheus.Labels{"version": version, "revision": revision, "goversion": goVersion},
	}).Set(1)
}

// Gauge adds a gauge that is computed at each scrape. Its name or its labels, which are
// names and values in turn, must be new.
func (m *Metrics) Gauge(name, help string, value func() float64, labels ...string) {
	with := prometheus.Labels{}
	for i := 0; i+1 < len(labels); i += 2 {
		with[labels[i]] = labels[i+1]
	}
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: with},
		value))
}

// Pushed observes how long a change of a match took from the database to a browser's connection.
func (m *Metrics) Pushed(took time.Duration) { m.pushed.WithLabelValues().Observe(took.Seconds()) }

// BoardRefused counts a connection of a board that was refused at a limit.
func (m *Metrics) BoardRefused() { m.boardsRefused.Inc() }

// BoardDropped counts a connection of a board that was ended because it read too slowly.
func (m *Metrics) BoardDropped() { m.boardsDropped.Inc() }

// Sent observes a request.
func (m *Metrics) Sent(kind string, status int, took time.Duration) {
	m.requests.WithLabelValues(kind, strconv.Itoa(status)).Observe(took.Seconds())
}

// Waited observes how long a rate limit delayed a request.
func (m *Metrics) Waited(_, limit string, wait time.Duration) {
	m.waits.WithLabelValues(limit).Observe(wait.Seconds())
}

// RateLimited counts a 429.
func (m *Metrics) RateLimited(_, scope string) { m.limited.WithLabelValues(scope).Inc() }

// Invalid counts a response that counts towards a ban.
func (m *Metrics) Invalid(_ string, status int) {
	m.invalid.WithLabelValues(strconv.Itoa(status)).Inc()
}

// Linked records that a connection starts to deliver events.
func (m *Metrics) Linked() { m.links.WithLabelValues("linked").Inc(); m.linked.Inc() }

// Lost records that a connection stops delivering events.
func (m *Metrics) Lost() { m.links.WithLabelValues("lost").Inc(); m.linked.Dec() }

// Identified counts a new session.
func (m *Metrics) Identified() { m.links.WithLabelValues("identified").Inc() }

// Resumed counts a session that was resumed.
func (m *Metrics) Resumed() { m.links.WithLabelValues("resumed").Inc() }

// ContentRefused counts a refusal of the Message Content intent.
func (m *Metrics) ContentRefused() { m.content.Inc() }

// Acknowledged observes the time from an interaction to its first response.
func (m *Metrics) Acknowledged(took time.Duration) { m.acks.WithLabelValues().Observe(took.Seconds()) }

// Shown observes the time from a change to its card.
func (m *Metrics) Shown(took time.Duration) { m.shown.WithLabelValues().Observe(took.Seconds()) }

// Unshown counts a card that could not be shown.
func (m *Metrics) Unshown() { m.unshown.WithLabelValues().Inc() }

// Panicked counts a request, a card or a job that ended in a panic.
func (m *Metrics) Panicked() { m.panics.Inc() }

// Committed observes the duration of a commit.
func (m *Metrics) Committed(took time.Duration) {
	m.commits.Inc()
	m.commit.WithLabelValues().Observe(took.Seconds())
}

// Thought observes how long a character's move took to be found.
func (m *Metrics) Thought(level character.Level, took time.Duration) {
	m.think.WithLabelValues(level.Digit()).Observe(took.Seconds())
}

// Health returns what is wrong, nil for nothing. Live is about the process and its
// database: restarting helps if it fails. Ready is about Discord too: an outage of
// Discord is no reason to restart. Standby, if not nil, reports whether a process that is
// ready serves no users, because other processes do.
type Health struct {
	Live, Ready func(context.Context) error
	Standby     func() bool
}

// What a check that has not failed answers.
const (
	Well    = "well"
	StoodBy = "well, standing by: other processes hold all shards"
)

// Handler serves /metrics, /livez, /readyz and /healthz, which is the older name of
// /readyz. A failed check answers 503 with the reason, others 200 with Well or, if they
// are about Discord too, StoodBy.
func (m *Metrics) Handler(h Health) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	ready := func() string {
		if h.Standby != nil && h.Standby() {
			return StoodBy
		}
		return Well
	}
	mux.HandleFunc("GET /livez", answer(h.Live, func() string { return Well }))
	mux.HandleFunc("GET /readyz", answer(h.Ready, ready))
	mux.HandleFunc("GET /healthz", answer(h.Ready, ready))
	return mux
}

// answer makes a check a handler; well is its answer if the check does not fail.
func answer(check func(context.Context) error, well func() string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
		defer cancel()
		if err := check(ctx); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, well())
	}
}

// ErrNotLoopback refuses an address that other machines could reach.
var ErrNotLoopback = errors.New("metrics are served on this machine only: give an address like 127.0.0.1:9095, or " +
	"add --watch-public")

// Listen opens an address of this machine, or if public is set one that other machines
// can reach.
func Listen(address string, public bool) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", address, err)
	}
	if ip := net.ParseIP(host); !public && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, ErrNotLoopback
	}
	return net.Listen("tcp", address)
}

// Serve serves on l until ctx ends.
func (m *Metrics) Serve(ctx context.Context, l net.Listener, h Health) {
	server := &http.Server{Handler: m.Handler(h), ReadHeaderTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	_ = server.Serve(l) // ErrServerClosed
}

// buckets are the upper bounds of a histogram's buckets, in seconds, fine around
// Discord's limit of three.
var buckets = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2, 3, 5, 10, 20}

func (m *Metrics) histogram(name, help string, labels ...string) *prometheus.HistogramVec {
	v := promauto.With(m.registry).NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets},
		labels)
	if len(labels) == 0 {
		v.WithLabelValues() // present from the start
	}
	return v
}

// begin makes a counter's series present from the start, for each of these values of its
// label: Prometheus sees no increase in a series whose first value is already that of a
// burst.
func begin(v *prometheus.CounterVec, values ...string) {
	for _, value := range values {
		v.WithLabelValues(value)
	}
}

func (m *Metrics) counter(name, help string, labels ...string) *prometheus.CounterVec {
	v := promauto.With(m.registry).NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	if len(labels) == 0 {
		v.WithLabelValues()
	}
	return v
}
