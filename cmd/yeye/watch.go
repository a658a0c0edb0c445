package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"runtime"
	"time"

	"yeye/bot/gateway"
	"yeye/bot/watch"
)

// watchFlags is where an operator looks.
type watchFlags struct {
	Watch string `env:"YEYE_WATCH" placeholder:"ADDRESS" help:"Serve Prometheus metrics at /metrics and the bot's health at /healthz on this address of this machine, like 127.0.0.1:9095."`
}

// paceFlags is how much people may ask.
type paceFlags struct {
	PlayerRate float64 `env:"YEYE_PLAYER_RATE" default:"20" help:"How many commands, clicks and moves a second one person may send, on average; 0 is no limit."`
	ServerRate float64 `env:"YEYE_SERVER_RATE" default:"200" help:"The same for all people of one server together."`

	PlayerGames  int           `env:"YEYE_PLAYER_GAMES" default:"20" help:"How many games and studies one person may have open that they started; 0 is no limit."`
	ServerGames  int           `env:"YEYE_SERVER_GAMES" default:"1000" help:"How many may be open in one server; 0 is no limit."`
	PlayerEngine time.Duration `env:"YEYE_PLAYER_ENGINE" default:"20m" help:"How much engine time one person's games may have in an hour; beyond it characters answer them more slowly. 0 is no limit."`
}

func (p paceFlags) check() error {
	for flag, rate := range map[string]float64{"--player-rate": p.PlayerRate, "--server-rate": p.ServerRate} {
		if !(rate >= 0) {
			return fmt.Errorf("%s is %v; it must be 0, for no limit, or more", flag, rate)
		}
	}
	return nil
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
