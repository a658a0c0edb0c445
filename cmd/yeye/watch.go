package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"runtime"

	"yeye/bot/gateway"
	"yeye/bot/watch"
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
	l, err := watch.Listen(w.Watch)
	if errors.Is(err, watch.ErrNotLoopback) {
		return nil, usageError{err}
	}
	if err != nil {
		return nil, cannotListen(w.Watch, "--watch", "127.0.0.1:9095 or another free port", err)
	}
	return l, nil
}

// observer is the gateway's, counting into m.
func observer(m *watch.Metrics) gateway.Observer {
	return gateway.Observer{Sent: m.Sent, Linked: m.Linked, Lost: m.Lost, Identified: m.Identified, Resumed: m.Resumed}
}

// watched serves the app's figures on l until ctx ends.
func (a *app) watched(ctx context.Context, m *watch.Metrics, l net.Listener) {
	b := thisBuild()
	m.Build(b.version, b.revision, runtime.Version())
	m.Gauge("yeye_lanes", "Channels with commands waiting or being worked.", func() float64 { return float64(a.bot.Stats().Lanes) })
	m.Gauge("yeye_showing", "Sessions whose boards are being sent.", func() float64 { return float64(a.bot.Stats().Showing) })
	m.Gauge("yeye_pictures_bytes", fmt.Sprintf("Prepared pictures in memory, %d at most.", render.MemoryBound), func() float64 { return float64(a.bot.Painter.Memory()) })
	m.Gauge("yeye_debts", "Boards that are not shown as they are, or may stand twice, at most 500.", func() float64 {
		owed, err := a.store.Debts(ctx, 500)
		if err != nil {
			return -1
		}
		return float64(owed)
	})
	m.Serve(ctx, l, func(ctx context.Context) error {
		if !a.bot.Stats().Connected {
			return errors.New("not connected to Discord")
		}
		if err := a.store.Check(ctx); err != nil {
			return errors.New("the database cannot be written") // its own words may hold paths
		}
		return nil
	})
}
