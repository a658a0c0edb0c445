package telemetry

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// buckets are the upper bounds of a histogram's buckets, in seconds, fine around
// Discord's limit of three.
var buckets = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2, 3, 5, 10, 20}

// was returns the help text of a renamed metric's old name, which is served for one more
// version.
func was(name string) string { return "Deprecated, removed in the next version: use " + name + "." }

// histograms is one histogram under its name and its old one.
type histograms []*prometheus.HistogramVec

func (h histograms) observe(took time.Duration, labels ...string) {
	for _, one := range h {
		one.WithLabelValues(labels...).Observe(took.Seconds())
	}
}

// counters is one counter under its name and its old one.
type counters []*prometheus.CounterVec

func (c counters) inc(labels ...string) {
	for _, one := range c {
		one.WithLabelValues(labels...).Inc()
	}
}

func (m *Metrics) histogram(name, help string, labels ...string) *prometheus.HistogramVec {
	v := promauto.With(m.registry).NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}, labels)
	if len(labels) == 0 {
		v.WithLabelValues() // present from the start
	}
	return v
}

func (m *Metrics) counter(name, help string, labels ...string) *prometheus.CounterVec {
	v := promauto.With(m.registry).NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	if len(labels) == 0 {
		v.WithLabelValues()
	}
	return v
}

func (m *Metrics) histograms(name, old, help string, labels ...string) histograms {
	return histograms{m.histogram(name, help, labels...), m.histogram(old, was(name), labels...)}
}

func (m *Metrics) counters(name, old, help string, labels ...string) counters {
	return counters{m.counter(name, help, labels...), m.counter(old, was(name), labels...)}
}

// Renamed adds a gauge that is computed at each scrape, under its name and its old one.
func (m *Metrics) Renamed(name, old, help string, value func() float64) {
	m.Gauge(name, help, value)
	m.Gauge(old, was(name), value)
}
