package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"runtime"
	"sync/atomic"
	"time"

	"yeye/bot"
	"yeye/bot/discord/gateway"
	"yeye/bot/discord/rest"
	"yeye/bot/display"
	"yeye/bot/store/scheduler"
	"yeye/bot/telemetry"
	"yeye/render"
)

// watchFlags is the address for the operator's monitoring.
type watchFlags struct {
	Watch       string `env:"YEYE_WATCH" placeholder:"ADDRESS" help:"Serve Prometheus metrics at /metrics and health at /livez and /readyz on this address of this machine, like 127.0.0.1:9095."`
	WatchPublic bool   `env:"YEYE_WATCH_PUBLIC" help:"Allow an address that other machines can reach, like 0.0.0.0:9095, for containers and private networks. There is no authentication."`
}

// listen opens the address; it returns nil if none is set.
func (w watchFlags) listen() (net.Listener, error) {
	if w.Watch == "" {
		return nil, nil
	}
	l, err := telemetry.Listen(w.Watch, w.WatchPublic)
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
		REST: rest.Observer{Sent: m.Sent, Waited: m.Waited, RateLimited: m.RateLimited, Invalid: m.Invalid},
		Gateway: gateway.Observer{Connected: m.Linked, Disconnected: m.Lost, Identified: m.Identified,
			Resumed: m.Resumed, ContentRefused: m.ContentRefused},
		Display:      display.Observer{Shown: m.Shown, Unshown: m.Unshown, Panicked: m.Panicked},
		Acknowledged: m.Acknowledged,
		Thought:      m.Thought,
		Panicked:     m.Panicked,
	}
}

const (
	// queryTimeout limits a database query of a metric: a scrape that waits for a hanging database would lose all other
	// metrics too.
	queryTimeout = 2 * time.Second
	// queryRetry is the pause after a query that timed out, because a scrape runs one query after the other.
	queryRetry = 5 * time.Second
)

// asker returns a function that converts a database query to a metric, whose value is -1 if the database does not
// answer.
func asker(ctx context.Context) func(ask func(context.Context) (float64, error)) func() float64 {
	var silent atomic.Pointer[time.Time] // when it last did not answer in time
	return func(ask func(context.Context) (float64, error)) func() float64 {
		return func() float64 {
			if at := silent.Load(); at != nil && time.Since(*at) < queryRetry {
				return -1
			}
			ctx, cancel := context.WithTimeout(ctx, queryTimeout)
			defer cancel()
			value, err := ask(ctx)
			if err == nil {
				return value
			}
			if now := time.Now(); ctx.Err() != nil {
				silent.Store(&now)
			}
			return -1
		}
	}
}

// measure adds the metrics that are computed on each scrape to m.
func (a *app) measure(ctx context.Context, m *telemetry.Metrics) {
	asked := asker(ctx)
	b := thisBuild()
	m.Build(b.version, b.revision, runtime.Version())
	m.Gauge("yeye_engine_thinkers", "Maximum number of moves searched at once.",
		func() float64 { return float64(a.thinkers) })
	m.Gauge("yeye_engine_moves_in_progress",
		"Characters' moves being searched or waiting for a thinker, of this process, with those that no process has "+
			"taken yet; -1 if the database does not answer.", asked(func(ctx context.Context) (float64, error) {
			n, err := a.bot.Moves(ctx)
			return float64(n), err
		}))
	m.Gauge("yeye_database_schema", "Version of the database schema; -1 if the database does not answer.",
		asked(func(ctx context.Context) (float64, error) {
			version, err := a.db.Schema(ctx)
			return float64(version), err
		}))
	if a.role == bot.Worker { // the others concern the connection, and are measured in the process that has it
		m.Unconnected()
		return
	}
	m.Gauge("yeye_queues_busy", "Channels with requests queued or in progress.",
		func() float64 { return float64(a.bot.Stats().Queues) })
	m.Gauge("yeye_cards_sending", "Cards being sent.", func() float64 { return float64(a.bot.Stats().Showing) })
	m.Gauge("yeye_picture_cache_bytes", fmt.Sprintf("Bytes of prepared pictures in memory, %d at most.",
		render.MemoryBound), func() float64 { return float64(a.bot.Painter.Memory()) })
	m.Gauge("yeye_cards_behind", "Cards that are outdated or may exist twice, counted up to 500; -1 if the database "+
		"does not answer.", asked(func(ctx context.Context) (float64, error) {
		behind, err := a.bot.Display.CountOutdated(ctx, 500)
		return float64(behind), err
	}))
	m.Gauge("yeye_gateway_shards", "Shards (connections to Discord) of this process; 1 without sharding.",
		func() float64 { return float64(a.bot.Stats().Shards) })
	m.Gauge("yeye_gateway_division", "Into how many shards all processes together divide the servers; 1 without "+
		"sharding.", func() float64 { return float64(a.bot.Connections.ShardCount()) })
	m.Gauge("yeye_guilds", "Servers that the bot is on, as far as Discord has reported them to this process.",
		func() float64 { return float64(a.bot.Stats().Guilds) })
	m.Gauge("yeye_gateway_session_starts_left",
		"Session starts left for the day, as Discord last reported them, or all once a new day has begun; -1 before "+
			"it was asked.", func() float64 {
			if s, known := a.bot.Connections.Gateway.SessionStarts(); known {
				return float64(s.Remaining)
			}
			return -1
		})
	if a.bot.Site != nil && (a.boards != nil || a.wait != nil) {
		a.measureBoards(m)
	}
	for _, pool := range []scheduler.Pool{scheduler.Timed, scheduler.Engine, scheduler.Slow} {
		m.Gauge("yeye_jobs_oldest_due_seconds",
			"How long the most overdue job of a pool has been due, including one whose worker died; 0 if none, -1 if "+
				"the database does not answer.", asked(func(ctx context.Context) (float64, error) {
				late, err := scheduler.OldestDue(ctx, a.bot.DB, pool)
				return late.Seconds(), err
			}), "pool", string(pool))
	}
}

// measureBoards adds the metrics of boards in browsers.
func (a *app) measureBoards(m *telemetry.Metrics) {
	site := a.bot.Site
	site.Observe(m.Pushed, m.BoardRefused, m.BoardDropped)
	for who, n := range map[string]func() int{
		"player":  func() int { return site.Stats().Playing },
		"watcher": func() int { return site.Stats().Watching },
		"unnamed": func() int { return site.Stats().Unnamed },
	} {
		m.Gauge("yeye_board_connections", "Connections of boards in browsers, by who: player, watcher, and unnamed, "+
			"which has not said yet.", func() float64 { return float64(n()) }, "who", who)
	}
	m.Gauge("yeye_board_connections_most", "How many connections of boards there may be in all.",
		func() float64 { return float64(site.Stats().Most) })
	m.Gauge("yeye_board_requests_waiting", "Of these, requests that wait for news: a proxy lets no WebSocket through.",
		func() float64 { return float64(site.Stats().Polling) })
	m.Gauge("yeye_board_matches", "Matches that browsers show.", func() float64 { return float64(site.Stats().Boards) })
}

// health returns the app's health. Once running has ended it is no longer ready, because it is about to end.
func (a *app) health(running context.Context) telemetry.Health {
	live := func(ctx context.Context) error {
		if err := a.db.Check(ctx); err != nil {
			return errors.New("the database cannot be written") // the error's text may contain paths
		}
		return nil
	}
	standby := func() bool { return a.role != bot.Worker && a.bot.Stats().Standby }
	return telemetry.Health{Live: live, Standby: standby, Ready: func(ctx context.Context) error {
		if running.Err() != nil {
			return errors.New("stopping")
		}
		if a.role != bot.Worker && !a.bot.Stats().Connected && !standby() {
			return errors.New("not connected to Discord")
		}
		return live(ctx)
	}}
}

// serveMetrics serves the app's metrics and health on l until stop is called, even after ctx has ended,
// while the app hands over its shards and finishes its work.
func (a *app) serveMetrics(ctx context.Context, m *telemetry.Metrics, l net.Listener) (stop func()) {
	until, stop := context.WithCancel(context.WithoutCancel(ctx))
	a.measure(until, m)
	go m.Serve(until, l, a.health(ctx))
	return stop
}
