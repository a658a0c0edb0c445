package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"runtime"

	"yeye/bot"
	"yeye/bot/discord/gateway"
	"yeye/bot/discord/rest"
	"yeye/bot/display"
	"yeye/bot/store/sqlite"
	"yeye/bot/telemetry"
	"yeye/render"
)

// watchFlags is where an operator looks.
type watchFlags struct {
	Watch string `env:"YEYE_WATCH" placeholder:"ADDRESS" help:"Serve Prometheus metrics at /metrics and the bot's health at /healthz on this address of this machine, like 127.0.0.1:9095."`
}

// listen opens the address, nil if none is set.
func (w watchFlags) listen() (net.Listener, error) {
	if w.Watch == "" {
		return nil, nil
	}
	l, err := telemetry.Listen(w.Watch)
	if errors.Is(err, telemetry.ErrNotLoopback) {
		return nil, usageError{err}
	}
	if err != nil {
		return nil, cannotListen(w.Watch, "--watch", "127.0.0.1:9095 or another free port", err)
	}
	return l, nil
}

// observer counts what a bot does into m.
func observer(m *telemetry.Metrics) bot.Observer {
	return bot.Observer{
		REST:         rest.Observer{Sent: m.Sent},
		Gateway:      gateway.Observer{Connected: m.Linked, Disconnected: m.Lost, Identified: m.Identified, Resumed: m.Resumed},
		Display:      display.Observer{Shown: m.Shown, Unshown: m.Unshown},
		Acknowledged: m.Acknowledged,
	}
}

// watched serves the app's figures on l until ctx ends.
func (a *app) watched(ctx context.Context, m *telemetry.Metrics, l net.Listener) {
	b := thisBuild()
	m.Build(b.version, b.revision, runtime.Version())
	m.Gauge("yeye_lanes", "Channels with commands waiting or being worked.", func() float64 { return float64(a.bot.Stats().Queues) })
	m.Gauge("yeye_showing", "Sessions whose boards are being sent.", func() float64 { return float64(a.bot.Stats().Showing) })
	m.Gauge("yeye_pictures_bytes", fmt.Sprintf("Prepared pictures in memory, %d at most.", render.MemoryBound), func() float64 { return float64(a.bot.Painter.Memory()) })
	m.Gauge("yeye_debts", "Boards that are not shown as they are, or may stand twice, at most 500.", func() float64 {
		owed, err := a.bot.Display.Behind(ctx, 500)
		if err != nil {
			return -1
		}
		return float64(owed)
	})
	m.Serve(ctx, l, func(ctx context.Context) error {
		if !a.bot.Stats().Connected {
			return errors.New("not connected to Discord")
		}
		if err := sqlite.Check(ctx, a.db); err != nil {
			return errors.New("the database cannot be written") // its own words may hold paths
		}
		return nil
	})
}
