package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// addressClient returns the HTTP client for discordgo's own use. All that discordgo asks for is the gateway's address, which is
// resume's if there is one and else ask's; the client reaches no network.
func addressClient(resume func() string, ask func(context.Context) (string, error)) *http.Client {
	return &http.Client{Timeout: 15 * time.Second, Transport: addressBook{resume, ask}}
}

type addressBook struct {
	resume func() string
	ask    func(context.Context) (string, error)
}

// errNotAsked refuses any other request of discordgo's.
var errNotAsked = errors.New("only the gateway's address may be asked for")

func (a addressBook) RoundTrip(r *http.Request) (*http.Response, error) {
	if !strings.HasSuffix(r.URL.Path, "/gateway") {
		return nil, errNotAsked
	}
	address := a.resume()
	if address == "" {
		var err error
		if address, err = a.ask(r.Context()); err != nil {
			return nil, err
		}
	}
	answer, err := json.Marshal(map[string]string{"url": address})
	if err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: http.StatusOK, Status: "200 OK", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(answer)), Request: r}, nil
}

var logOnce sync.Once

// logInto sends discordgo's log, which is one for the whole process, to slog. Its payloads may hold secrets and users' messages, so
// only errors and warnings pass, without payloads, and never the token.
func logInto(logger *slog.Logger, token string) {
	logOnce.Do(func() {
		discordgo.Logger = func(level, _ int, format string, a ...any) {
			if level > discordgo.LogWarning {
				return
			}
			if text := logText(format, a, token); text != "" {
				logger.Warn("discordgo: " + text)
			}
		}
	})
}

// logText returns a line of discordgo's log as it may be shown, "" for one that must not or need not be.
func logText(format string, a []any, token string) string {
	text := fmt.Sprintf(format, a...)
	if strings.Contains(text, errRefused.Error()) {
		return "" // as intended
	}
	if strings.Contains(format, "%#v") {
		text = format[:strings.Index(format, "%#v")]
	}
	if at := strings.Index(text, ", Data:"); at >= 0 {
		text = text[:at]
	}
	if token != "" {
		text = strings.ReplaceAll(text, token, "(token)")
	}
	if len(text) > 300 {
		text = text[:300] + "…"
	}
	return strings.TrimSpace(text)
}
