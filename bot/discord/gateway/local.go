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

// localAddress is what discordgo takes for Discord.
const localAddress = "ws://discord"

// speaker returns a session of discordgo's that connects over a pipe, and the pipe's other end. Its events go to
// handle. It reaches no network, keeps no state, logs nothing and does not reconnect.
func speaker(token string, shard [2]int, intents Intents,
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
	d.Client = &http.Client{Transport: addressBook{}}
	d.Dialer = &websocket.Dialer{NetDialContext: func(context.Context, string, string) (net.Conn, error) {
		return near, nil
	}}
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { handle(e) })
	return d, far
}

// addressBook answers the only request that discordgo makes: where the gateway is.
type addressBook struct{}

// errNotAsked refuses any other request of discordgo's.
var errNotAsked = errors.New("only the gateway's address may be asked for")

func (addressBook) RoundTrip(r *http.Request) (*http.Response, error) {
	if !strings.HasSuffix(r.URL.Path, "/gateway") {
		return nil, errNotAsked
	}
	return &http.Response{StatusCode: http.StatusOK, Status: "200 OK", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"application/json"}},
		Body:   io.NopCloser(strings.NewReader(`{"url":"` + localAddress + `"}`)), Request: r}, nil
}

// accept is the server's side of a websocket's handshake on a pipe.
func accept(c net.Conn) (*websocket.Conn, error) {
	from := bufio.NewReader(c)
	r, err := http.ReadRequest(from)
	if err != nil {
		return nil, err
	}
	return new(websocket.Upgrader).Upgrade(hijacked{c, from, http.Header{}}, r, nil)
}

// hijacked is an http.ResponseWriter that is its connection.
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
