package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"yeye/bot/telemetry"
)

// healthCmd is for process supervisors: containers, systemd, cron.
type healthCmd struct {
	Live  bool   `help:"Check only the process and its database, not the connection to Discord."`
	Watch string `env:"YEYE_WATCH" default:"127.0.0.1:9095" placeholder:"ADDRESS" help:"Address where the bot serves metrics and health, 127.0.0.1:9095 by default."`
}

func (c *healthCmd) Run(ctx context.Context, std streams) error {
	switch word, err := askHealth(ctx, c.Watch, c.path()); {
	case err == nil:
		fmt.Fprintln(std.out, word)
		return nil
	case word != "":
		return fmt.Errorf("the bot on %s is unhealthy: %s", c.Watch, word)
	default:
		return fmt.Errorf("no healthy yeye answers on %s: %w; is `yeye serve --watch %s` running?", c.Watch, err,
			c.Watch)
	}
}

func (c *healthCmd) path() string {
	if c.Live {
		return "/livez"
	}
	return readyPath
}

// readyPath is where a bot reports whether it is ready. Bots of older versions have it too.
const readyPath = "/healthz"

// askHealth asks the yeye that serves its metrics on an address of this machine for its health. word is its answer, ""
// if no yeye answers; err is nil if it is healthy.
func askHealth(ctx context.Context, address, path string) (word string, err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+path, nil)
	if err != nil {
		return "", err
	}
	resp, err := (&http.Client{Transport: &http.Transport{}}).Do(req) // without a proxy
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, 300))
	switch {
	case err != nil:
		return "", err
	case resp.StatusCode == http.StatusOK && strings.HasPrefix(string(text), telemetry.Well):
		return strings.TrimSpace(string(text)), nil
	case resp.StatusCode == http.StatusServiceUnavailable:
		word = fmt.Sprintf("%.200q", text)
		return word, errors.New("it says " + word)
	}
	return "", fmt.Errorf("what answers on %s is not a yeye", address)
}
