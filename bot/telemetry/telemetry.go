// Package telemetry is what an operator sees of a running bot: Prometheus metrics and
// /healthz, on an address of this machine.
//
// What may not enter: names, texts, tokens or ids of people and channels, in a
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

	"yeye/game"
)

// Metrics is the figures of one bot, on a registry of its own.
type Metrics struct {
	registry    *prometheus.Registry
	requests    *prometheus.HistogramVec
	acks, shown prometheus.Histogram
	think       *prometheus.HistogramVec
	links       *prometheus.CounterVec
	linked      prometheus.Gauge
	unshown     prometheus.Counter
}

// buckets are the upper ends of a histogram's, in seconds, fine around Discord's
// limit of three.
var buckets = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2, 3, 5, 10, 20}

// New makes Metrics, with what the Go runtime and the system know of the process.
func New() *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	with := promauto.With(m.registry)
	times := func(name, help string) prometheus.HistogramOpts {
		return prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}
	}
	m.requests = with.NewHistogramVec(times("yeye_requests_seconds", "Requests to Discord by kind and status; status 0 is no answer."), []string{"kind", "status"})
	m.acks = with.NewHistogram(times("yeye_acknowledged_seconds", "From an interaction's arrival to its first answer."))
	m.shown = with.NewHistogram(times("yeye_shown_seconds", "From a session's change to its board standing in the channel."))
	m.think = with.NewHistogramVec(times("yeye_engine_seconds", "The engine's time for an answer by level, with its wait for a free thinker."), []string{"level"})
	m.links = with.NewCounterVec(prometheus.CounterOpts{Name: "yeye_gateway_total", Help: "What happened to the gateway connection: linked, lost, identified, resumed."}, []string{"what"})
	m.linked = with.NewGauge(prometheus.GaugeOpts{Name: "yeye_gateway_connected", Help: "1 while events come in."})
	m.unshown = with.NewCounter(prometheus.CounterOpts{Name: "yeye_unshown_total", Help: "Boards that could not be shown at a try."})
	return m
}

// Build tells which program this is: its version, the revision of its sources
// where that is known, and the Go it was built with.
func (m *Metrics) Build(version, revision, goVersion string) {
	promauto.With(m.registry).NewGauge(prometheus.GaugeOpts{
		Name: "yeye_build_info", Help: "Always 1; which program this is stands in the labels.",
		ConstLabels: prometheus.Labels{"version": version, "revision": revision, "goversion": goVersion},
	}).Set(1)
}

// Gauge adds a figure that is asked for at each look. The name must be new.
func (m *Metrics) Gauge(name, help string, value func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value))
}

// Sent takes what a gateway's observer is told of a request.
func (m *Metrics) Sent(kind string, status int, took time.Duration) {
	m.requests.WithLabelValues(kind, strconv.Itoa(status)).Observe(took.Seconds())
}

// Linked: events begin to come in.
func (m *Metrics) Linked() { m.links.WithLabelValues("linked").Inc(); m.linked.Set(1) }

// Lost: they end.
func (m *Metrics) Lost() { m.links.WithLabelValues("lost").Inc(); m.linked.Set(0) }

// Identified: a session began anew.
func (m *Metrics) Identified() { m.links.WithLabelValues("identified").Inc() }

// Resumed: a session went on.
func (m *Metrics) Resumed() { m.links.WithLabelValues("resumed").Inc() }

// Acknowledged takes the time from an interaction to its first answer.
func (m *Metrics) Acknowledged(took time.Duration) { m.acks.Observe(took.Seconds()) }

// Shown takes the time from a session's change to its board.
func (m *Metrics) Shown(took time.Duration) { m.shown.Observe(took.Seconds()) }

// Unshown counts a board that could not be shown.
func (m *Metrics) Unshown() { m.unshown.Inc() }

// Thinker is what finds characters' moves.
type Thinker interface {
	Think(ctx context.Context, g *game.Game, level int, seed uint64) (m game.Move, worth int, known bool, err error)
}

// Engine measures a thinker's time.
func (m *Metrics) Engine(t Thinker) Thinker { return timed{t, m} }

type timed struct {
	thinker Thinker
	m       *Metrics
}

func (t timed) Think(ctx context.Context, g *game.Game, level int, seed uint64) (game.Move, int, bool, error) {
	begun := time.Now()
	move, worth, known, err := t.thinker.Think(ctx, g, level, seed)
	if err == nil {
		t.m.think.WithLabelValues(strconv.Itoa(level)).Observe(time.Since(begun).Seconds())
	}
	return move, worth, known, err
}

// Handler serves /metrics and /healthz; healthy says what is wrong, nil for
// nothing. A sick bot answers 503 with the reason.
func (m *Metrics) Handler(healthy func(context.Context) error) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
		defer cancel()
		if err := healthy(ctx); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "well")
	})
	return mux
}

// ErrNotLoopback refuses an address that other machines could reach.
var ErrNotLoopback = errors.New("metrics are served on this machine only: give an address like 127.0.0.1:9095")

// Listen opens an address of this machine.
func Listen(address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", address, err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, ErrNotLoopback
	}
	return net.Listen("tcp", address)
}

// Serve answers on l until ctx ends.
func (m *Metrics) Serve(ctx context.Context, l net.Listener, healthy func(context.Context) error) {
	server := &http.Server{Handler: m.Handler(healthy), ReadHeaderTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	_ = server.Serve(l) // ErrServerClosed
}
