package gateway

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// clientFor is the HTTP client that discordgo itself uses, which is only to ask
// for the gateway's address: its requests go to api instead of Discord's, unless
// onward knows the address already.
func clientFor(api string, onward func() string) *http.Client {
	return &http.Client{Timeout: 15 * time.Second, Transport: elsewhere{api, onward, http.DefaultTransport}}
}

// elsewhere sends requests for Discord's API to another address.
type elsewhere struct {
	api    string
	onward func() string
	next   http.RoundTripper
}

func (e elsewhere) RoundTrip(r *http.Request) (*http.Response, error) {
	if address := e.onward(); address != "" && strings.HasSuffix(r.URL.Path, "/gateway") {
		answer, err := json.Marshal(map[string]string{"url": address})
		if err != nil {
			return nil, err
		}
		return &http.Response{StatusCode: http.StatusOK, Status: "200 OK", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
			Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(answer)), Request: r}, nil
	}
	rest, ok := strings.CutPrefix(r.URL.String(), discordAPI)
	if !ok || e.api == discordAPI {
		return e.next.RoundTrip(r)
	}
	u, err := url.Parse(e.api + rest)
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.URL, r.Host = u, u.Host
	return e.next.RoundTrip(r)
}

var logOnce sync.Once

// logInto sends discordgo's log, which is one for the whole process, to slog.
// What it logs of a payload may hold secrets, so only errors and warnings pass,
// and the token never.
func logInto(logger *slog.Logger, token string) {
	logOnce.Do(func() {
		discordgo.Logger = func(level, _ int, format string, a ...any) {
			if level > discordgo.LogWarning {
				return
			}
			text := fmt.Sprintf(format, a...)
			if strings.Contains(text, errRefused.Error()) {
				return // as it was to be
			}
			if token != "" {
				text = strings.ReplaceAll(text, token, "(token)")
			}
			if len(text) > 300 {
				text = text[:300] + "…"
			}
			logger.Warn("discordgo: " + text)
		}
	})
}
