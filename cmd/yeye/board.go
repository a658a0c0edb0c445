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

// boardFlags are where the page of a game is.
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

// address returns where browsers find the page, "" for nowhere.
func (f boardFlags) address() string { return strings.TrimSuffix(f.BoardURL, "/") }

// openBoards opens the address; it returns nil if none is set.
func (f boardFlags) openBoards() (net.Listener, error) {
	if f.Board == "" {
		return nil, nil
	}
	return net.Listen("tcp", f.Board)
}

// waitForBoards opens the address once the program that has it, perhaps the yeye before this one, has let it go; nil if
// ctx ends before.
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
		case <-time.After(boardsAgain):
		}
	}
}

// boardsAgain is the time between two looks whether the address of boards is free: pages wait for it too.
const boardsAgain = 250 * time.Millisecond

// serveBoards serves boards until the function returned is called, from when their address is free.
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

// boards checks whether players find boards at their address: what answers there must be a yeye, also through the
// proxy.
func (c *doctorCmd) boards(ctx context.Context, r *report) {
	if c.Board == "" || c.checkBoards() != nil { // settings has said so
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

// serveSite serves a site on a listener until the function returned is called, which ends what goes on there and waits
// for it.
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
		end() // of connections that go on the server knows nothing
		if s.Shutdown(ctx) != nil {
			s.Close()
		}
		<-ended
	})
}
