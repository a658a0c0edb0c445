package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// healthCmd is for those who watch processes: containers, systemd, cron.
type healthCmd struct {
	Live  bool   `help:"Ask only for the process and its database, not for the connection to Discord."`
	Watch string `env:"YEYE_WATCH" default:"127.0.0.1:9095" placeholder:"ADDRESS" help:"Where the bot serves its metrics and health."`
}

func (c *healthCmd) Run(ctx context.Context, std streams) error {
	switch word, err := askHealth(ctx, c.Watch, c.path()); {
	case err == nil:
		fmt.Fprintln(std.out, "well")
		return nil
	case word != "":
		return fmt.Errorf("the bot on %s is not well: %s", c.Watch, word)
	default:
		return fmt.Errorf("nobody well answers on %s: %w; is `yeye serve --watch %s` running?", c.Watch, err, c.Watch)
	}
}

func (c *healthCmd) path() string {
	if c.Live {
		return "/livez"
	}
	return readyPath
}

// readyPath is where a bot says whether it is well in every respect; bots of older
// versions know it too.
const readyPath = "/healthz"

// askHealth asks the yeye that serves its metrics on an address of this machine
// how it is. word is its own where it says that it is unwell, "" where nobody or
// somebody else answers.
func askHealth(ctx context.Context, address, path string) (word string, err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+path, nil)
	if err != nil {
		return "", err
	}
	resp, err := (&http.Client{Transport: &http.Transport{}}).Do(req) // no proxy between us
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, 300))
	switch {
	case err != nil:
		return "", err
	case resp.StatusCode == http.StatusOK && string(text) == "well\n":
		return "", nil
	case resp.StatusCode == http.StatusServiceUnavailable:
		word = fmt.Sprintf("%.200q", text)
		return word, errors.New("it says " + word)
	}
	return "", fmt.Errorf("what answers on %s is no yeye", address)
}
