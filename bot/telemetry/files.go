package telemetry

import _ "embed"

// Alerts holds rules for Prometheus.
//
//go:embed alerts.yaml
var Alerts string

// Dashboard is a dashboard for Grafana, in its import format.
//
//go:embed dashboard.json
var Dashboard string
