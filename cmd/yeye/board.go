package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"syscall"
	"time"
)

// boardFlags are the settings of the web page of games.
type boardFlags struct {
	Board    string `env:"YEYE_BOARD" placeholder:"ADDRESS" help:"Serve boards for the browser on this address, like 127.0.0.1:8090, in plain HTTP: a proxy before it adds HTTPS. Cards then have a button that opens one."`
	BoardURL string `name:"board-url" env:"YEYE_BOARD_URL" placeholder:"URL" help:"Where players' browsers find that address, like https://play.example.org."`
}

// checkBoards returns what is wrong with the flags.
func (f boardFlags) checkBoards() error {
	if f.Board == "" && f.BoardURL == "" {
		return nil
	}
	if f.Board == "" || f.BoardURL == "" {
		return errors.New("--board and --board-url belong together: the address to listen on, and where players find " +
			"it")
	}
	u, err := url.Parse(f.BoardURL)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.RawQuery != "" ||
		u.Fragment != "" || u.User != nil {
		return fmt.Errorf("--board-url is %q; it must be an address like https://play.example.org", f.BoardURL)
	}
	if ip := net.ParseIP(u.Hostname()); u.Scheme == "http" && u.Hostname() != "localhost" &&
		(ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("--board-url is %q; only https is private on the way to players", f.BoardURL)
	}
	return nil
}

// address returns the page's public base URL without a slash at the end, "" for none.
func (f boardFlags) address() string { return strings.TrimSuffix(f.BoardURL, "/") }

// openBoards opens the address; it returns nil if none is set.
func (f boardFlags) openBoards() (net.Listener, error) {
	if f.Board == "" {
		return nil, nil
	}
	return net.Listen("tcp", f.Board)
}

// waitForBoards opens the address once the process that uses it, perhaps the previous yeye, has closed it; nil if ctx
// ends before.
func (f boardFlags) waitForBoards(ctx context.Context, logger *slog.Logger) net.Listener {
	for {
		l, err := net.Listen("tcp", f.Board)
		if err == nil {
			logger.Info("serving boards", "on", l.Addr().String(), "url", f.address())
			return l
		}
		if !errors.Is(err, syscall.EADDRINUSE) {
			logger.Error("cannot serve boards", "err", err)
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(boardsRetry):
		}
	}
}

// boardsRetry is the pause between two attempts to open the address of boards; it is short because pages wait for it.
const boardsRetry = 250 * time.Millisecond

// serveBoards serves boards as soon as their address is free, until stop is called.
func (a *app) serveBoards(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		l := a.boards
		if l == nil {
			l = a.wait(ctx)
		}
		if l == nil {
			return
		}
		stop := serveSite(a.bot.Site.Handler, a.bot.Site.Close, l, a.logger)
		<-ctx.Done()
		stop()
	}()
	return func() { cancel(); <-ended }
}

// boards checks whether boards can be reached at their public address: a yeye must answer there, also through a proxy.
func (c *doctorCmd) boards(ctx context.Context, r *report) {
	if c.Board == "" || c.checkBoards() != nil { // reported as wrong settings
		return
	}
	if l, err := c.openBoards(); err == nil {
		l.Close()
		r.ok("boards", "%s is free; run the doctor again while yeye serves, to see whether %s leads there", c.Board,
			c.BoardURL)
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, c.address()+"/board.js", nil)
	if err != nil {
		r.bad("boards", "%v", err)
		return
	}
	a, err := http.DefaultClient.Do(q)
	if err != nil {
		r.bad("boards", "players do not find them: %v; check the name, the proxy and the firewall", err)
		return
	}
	defer a.Body.Close()
	if a.StatusCode != http.StatusOK || !strings.Contains(a.Header.Get("Content-Security-Policy"), "frame-ancestors") {
		r.bad("boards", "%s answers (%s), but not with yeye's boards; the proxy must lead to %s, and pass headers on",
			c.BoardURL, a.Status, c.Board)
		return
	}
	r.ok("boards", "players find them at %s", c.BoardURL)
}

// serveSite serves a site on a listener until stop is called, which closes all connections with end and waits for the
// server.
func serveSite(site http.Handler, end func(), l net.Listener, logger *slog.Logger) (stop func()) {
	s := &http.Server{Handler: site, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 30 * time.Second,
		IdleTimeout:  time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(logger.Handler(), slog.LevelDebug)}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			logger.Error("boards are not served any more", "err", err)
		}
	}()
	return sync.OnceFunc(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		end() // http.Server does not know hijacked connections
		if s.Shutdown(ctx) != nil {
			s.Close()
		}
		<-ended
	})
}
