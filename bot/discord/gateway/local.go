package gateway

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// localAddress is the gateway address that discordgo is given.
const localAddress = "ws://discord"

// newDiscordgo returns a discordgo session that connects over a pipe, and the pipe's other end. Its events go to
// handle. It uses no network, keeps no state, logs nothing and does not reconnect.
func newDiscordgo(token string, shard [2]int, intents Intents,
	handle func(*discordgo.Event)) (*discordgo.Session, net.Conn) {
	near, far := net.Pipe()
	d, _ := discordgo.New("Bot " + token) // its error is always nil
	d.LogLevel = discordgo.LogError - 1
	d.Identify.Intents = discordgo.Intent(intents)
	if shard[1] > 0 {
		d.Identify.Shard = &shard
	}
	d.StateEnabled = false
	d.SyncEvents = true
	d.ShouldReconnectOnError = false
	d.ShouldRetryOnRateLimit = false
	d.MaxRestRetries = 0
	d.Client = &http.Client{Transport: addressTransport{}}
	d.Dialer = &websocket.Dialer{NetDialContext: func(context.Context, string, string) (net.Conn, error) {
		return near, nil
	}}
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { handle(e) })
	return d, far
}

// addressTransport answers discordgo's only request, for the gateway's address.
type addressTransport struct{}

// errOnlyAddress refuses any other request of discordgo.
var errOnlyAddress = errors.New("only the gateway's address may be asked for")

func (addressTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	if !strings.HasSuffix(r.URL.Path, "/gateway") {
		return nil, errOnlyAddress
	}
	return &http.Response{StatusCode: http.StatusOK, Status: "200 OK", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"application/json"}},
		Body:   io.NopCloser(strings.NewReader(`{"url":"` + localAddress + `"}`)), Request: r}, nil
}

// acceptWebsocket performs the server's side of the websocket handshake on a pipe.
func acceptWebsocket(c net.Conn) (*websocket.Conn, error) {
	from := bufio.NewReader(c)
	r, err := http.ReadRequest(from)
	if err != nil {
		return nil, err
	}
	return new(websocket.Upgrader).Upgrade(hijacked{c, from, http.Header{}}, r, nil)
}

// hijacked is an [http.Hijacker] on a net.Conn.
type hijacked struct {
	net.Conn
	from   *bufio.Reader
	header http.Header
}

func (h hijacked) Header() http.Header { return h.header }
func (h hijacked) WriteHeader(int)     {}
func (h hijacked) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return h.Conn, bufio.NewReadWriter(h.from, bufio.NewWriter(h.Conn)), nil
}
