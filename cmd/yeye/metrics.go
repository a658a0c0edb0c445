package main

import (
	"io"

	"yeye/bot/telemetry"
)

// metricsCmd prints the files that go with the metrics served by --watch.
type metricsCmd struct {
	Alerts    bool `xor:"file" required:"" help:"Print alert rules for Prometheus, as YAML."`
	Dashboard bool `xor:"file" required:"" help:"Print a dashboard for Grafana, as JSON to import."`
}

func (c *metricsCmd) Run(std streams) error {
	text := telemetry.Alerts
	if c.Dashboard {
		text = telemetry.Dashboard
	}
	_, err := io.WriteString(std.out, text)
	return err
}
