package telemetry

import _ "embed"

// Alerts is rules for Prometheus.
//
//go:embed alerts.yaml
var Alerts string

// Dashboard is a dashboard for Grafana, as it imports it.
//
//go:embed dashboard.json
var Dashboard string
