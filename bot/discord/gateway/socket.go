package gateway

import (
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/gorilla/websocket"

	"yeye/bot/discord/internal/wire"
)

// maxFrame bounds a payload, inflated, in bytes: the largest servers' GUILD_CREATE has a few millions.
const maxFrame = 16 << 20

var errTooLarge = errors.New("a payload of more than 16 MiB")

// trustedAddress reports whether a session may be resumed at an address: RESUME sends the token, so it must be
// encrypted if the general address is.
func trustedAddress(address, general string) bool {
	a, err := url.Parse(address)
	g, err2 := url.Parse(general)
	return err == nil && err2 == nil && a.Host != "" && (a.Scheme == "wss" || a.Scheme == "ws" && g.Scheme == "ws")
}

// dial connects to a gateway.
func dial(ctx context.Context, address string) (*websocket.Conn, error) {
	to, err := wire.DialAddress(address)
	if err != nil {
		return nil, err
	}
	dialer := websocket.Dialer{
		Proxy: http.ProxyFromEnvironment, HandshakeTimeout: 15 * time.Second,
		NetDialContext: (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 15 * time.Second}).DialContext,
	}
	ws, resp, err := dialer.DialContext(ctx, to, nil)
	if err != nil && resp != nil {
		return nil, fmt.Errorf("%w: %s", err, resp.Status)
	}
	return ws, err
}

// errUnreadable is a frame whose content cannot be read; the next one may be readable.
var errUnreadable = errors.New("a frame that cannot be read")

// read returns the next payload, inflated. After [errUnreadable] and [errTooLarge] there may be more.
func read(ws *websocket.Conn) ([]byte, error) {
	kind, r, err := ws.NextReader()
	if err != nil {
		return nil, err
	}
	if kind == websocket.BinaryMessage {
		z, err := zlib.NewReader(r)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errUnreadable, err)
		}
		defer z.Close()
		r = z
	}
	data, err := io.ReadAll(io.LimitReader(r, maxFrame+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", errUnreadable, err)
	case len(data) > maxFrame:
		return nil, errTooLarge
	}
	return data, nil
}
