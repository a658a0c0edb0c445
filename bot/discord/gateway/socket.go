package gateway

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// socket is the connection below the websocket. It knows what discordgo does not report: whether anybody still reads, and how often
// Discord wants a heartbeat. And it can be cut while discordgo hangs.
type socket struct {
	net.Conn

	mu      sync.Mutex
	reading bool          // a Read is in progress
	changed time.Time     // when reading last changed
	every   time.Duration // the heartbeat interval of HELLO, 0 until it is known
	head    []byte        // what was read before HELLO was found
	writes  []time.Time   // recent ones, to detect flooding
	leaving bool          // a close frame may be sent: the session is to end
	closed  bool

	gone chan struct{} // closed when the socket is
}

func newSocket(c net.Conn) *socket { return &socket{Conn: c, gone: make(chan struct{})} }

const (
	// usualHeartbeat is used where HELLO could not be read: behind a proxy only ciphertext passes here.
	usualHeartbeat = 41250 * time.Millisecond
	// maxHead is how many bytes are searched for HELLO, which surely comes earlier.
	maxHead = 8 << 10
	// maxWrites in writesWithin is far more than a bot has to send, and less than the 120 a minute after which Discord closes the
	// connection: discordgo answers each Op 9 with an IDENTIFY at once, and Discord answers an IDENTIFY that comes too soon with Op
	// 9.
	maxWrites    = 20
	writesWithin = 10 * time.Second
)

var errFlood = errors.New("too many messages sent to the gateway at once")

var heartbeatInterval = regexp.MustCompile(`"heartbeat_interval":\s*(\d{1,9})`)

func (s *socket) Read(b []byte) (int, error) {
	s.setReading(true)
	n, err := s.Conn.Read(b)
	s.setReading(false)
	if n > 0 {
		s.findHello(b[:n])
	}
	return n, err
}

// closeFrame is the first byte of a close frame: final, opcode 8.
const closeFrame = 0x88

func (s *socket) Write(b []byte) (int, error) {
	s.mu.Lock()
	if len(b) > 0 && b[0] == closeFrame && !s.leaving {
		s.mu.Unlock()
		// discordgo closes with a code that ends the session, also when a heartbeat of the connection before this one fails late.
		s.Close()
		return len(b), nil
	}
	now := time.Now()
	for len(s.writes) > 0 && now.Sub(s.writes[0]) > writesWithin {
		s.writes = s.writes[1:]
	}
	s.writes = append(s.writes, now)
	flood := len(s.writes) > maxWrites
	s.mu.Unlock()
	if flood {
		s.Close()
		return 0, errFlood
	}
	if n, err := s.Conn.Write(b); err == nil {
		return n, nil
	}
	// The reader sees the end and reports it. If discordgo's heartbeat got this error, it would read the address that the next
	// connection is about to write.
	s.Close()
	return len(b), nil
}

// Close implements net.Conn, and closes gone.
func (s *socket) Close() error {
	s.mu.Lock()
	if !s.closed {
		s.closed = true
		close(s.gone)
	}
	s.mu.Unlock()
	return s.Conn.Close()
}

// leave lets discordgo send a close frame.
func (s *socket) leave() {
	s.mu.Lock()
	s.leaving = true
	s.mu.Unlock()
}

func (s *socket) setReading(reading bool) {
	s.mu.Lock()
	s.reading, s.changed = reading, time.Now()
	s.mu.Unlock()
}

// findHello looks for HELLO, the first payload of a connection.
func (s *socket) findHello(b []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.every != 0 {
		return
	}
	s.head = append(s.head, b...)
	if m := heartbeatInterval.FindSubmatch(s.head); m != nil {
		ms, _ := strconv.Atoi(string(m[1]))
		s.every = time.Duration(ms) * time.Millisecond
	} else if len(s.head) > maxHead {
		s.every = usualHeartbeat
	}
	if s.every != 0 {
		s.head = nil
	}
}

// heartbeat returns the interval at which Discord wants one.
func (s *socket) heartbeat() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.every <= 0 {
		return usualHeartbeat
	}
	return s.every
}

// abandoned returns for how long nobody has been reading from an open socket.
func (s *socket) abandoned() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reading || s.closed || s.changed.IsZero() {
		return 0
	}
	return time.Since(s.changed)
}

// line gives access to a session's socket while it is open.
type line struct {
	mu      sync.Mutex
	socket  *socket
	refused bool // the next socket is not opened
}

func (l *line) get() *socket {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.socket
}

// sent returns when something was last sent over the socket, now if nothing was. When READY arrives, that is the time of IDENTIFY:
// nothing is sent between them but a heartbeat.
func (l *line) sent() time.Time {
	if s := l.get(); s != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		if n := len(s.writes); n > 0 {
			return s.writes[n-1]
		}
	}
	return time.Now()
}

// cut ends the connection like a pulled cable: Discord keeps the session to be resumed, and a reader gets an error at once.
func (l *line) cut() {
	if s := l.get(); s != nil {
		s.Close()
	}
}

// refuse makes the next connection fail before it is opened.
func (l *line) refuse() {
	l.mu.Lock()
	l.refused = true
	l.mu.Unlock()
}

// errRefused is the error of a connection that refuse prevented.
var errRefused = errors.New("not opened: the session resumes at another address")

func (l *line) mayOpen() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.refused {
		l.refused = false
		return errRefused
	}
	return nil
}

func (l *line) wrap(c net.Conn, err error) (net.Conn, error) {
	if err != nil {
		return nil, err
	}
	s := newSocket(c)
	l.mu.Lock()
	l.socket = s
	l.mu.Unlock()
	return s, nil
}

// dialer returns a dialer whose sockets are known to the line.
func (l *line) dialer() *websocket.Dialer {
	plain := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 15 * time.Second}
	d := &websocket.Dialer{
		Proxy:            http.ProxyFromEnvironment,
		HandshakeTimeout: 15 * time.Second,
		NetDialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			if err := l.mayOpen(); err != nil {
				return nil, err
			}
			return l.wrap(plain.DialContext(ctx, network, addr))
		},
	}
	// With a proxy the websocket package does TLS itself, inside the tunnel.
	proxy, err := http.ProxyFromEnvironment(&http.Request{URL: &url.URL{Scheme: "https", Host: "gateway.discord.gg"}})
	if proxy == nil && err == nil {
		secure := &tls.Dialer{NetDialer: plain}
		d.NetDialTLSContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
			if err := l.mayOpen(); err != nil {
				return nil, err
			}
			return l.wrap(secure.DialContext(ctx, network, addr))
		}
	}
	return d
}
