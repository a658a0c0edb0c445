package load

import (
	"net"
	"sync"
	"time"
)

// proxy is the network between one process and the database server. It can be cut and repaired.
type proxy struct {
	net.Listener
	to string // the server's socket

	mu    sync.Mutex
	how   cut
	nth   int           // number of the latest cut
	open  chan struct{} // closed while data may pass
	conns map[net.Conn]bool
}

// cut is the state of the network.
type cut int

const (
	whole   cut = iota
	refused     // connections are closed, and new ones are refused
	silent      // connections stay and new ones are accepted, but no data passes until the repair
	lost        // like silent; the repair closes the connections
	cuts
)

// String is for logs.
func (c cut) String() string { return [...]string{"whole", "refused", "silent", "lost"}[c] }

// newProxy listens for a process and connects it to a server's socket.
func newProxy(to string) (*proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &proxy{Listener: l, to: to, open: make(chan struct{}), conns: map[net.Conn]bool{}}
	close(p.open)
	go p.accept()
	return p, nil
}

func (p *proxy) accept() {
	for {
		near, err := p.Accept()
		if err != nil {
			return
		}
		go p.connect(near)
	}
}

// connect connects a connection to the server.
func (p *proxy) connect(near net.Conn) {
	if !p.keep(near) {
		return
	}
	defer p.drop(near)
	p.pass()
	far, err := net.Dial("unix", p.to)
	if err != nil || !p.keep(far) {
		return
	}
	defer p.drop(far)
	done := make(chan struct{}, 2)
	for _, way := range [][2]net.Conn{{near, far}, {far, near}} {
		go func() {
			p.copyConn(way[0], way[1])
			done <- struct{}{}
		}()
	}
	<-done // when either end closes, both are closed
}

// copyConn copies data while the network is open.
func (p *proxy) copyConn(from, to net.Conn) {
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		p.pass()
		if n > 0 {
			if _, err := to.Write(buf[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// pass waits until data may pass.
func (p *proxy) pass() {
	p.mu.Lock()
	open := p.open
	p.mu.Unlock()
	<-open
}

// keep registers a connection, unless the network refuses it.
func (p *proxy) keep(c net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.how == refused {
		c.Close()
		return false
	}
	p.conns[c] = true
	return true
}

func (p *proxy) drop(c net.Conn) {
	c.Close()
	p.mu.Lock()
	delete(p.conns, c)
	p.mu.Unlock()
}

// sever cuts the network until mend. It returns the number of the cut.
func (p *proxy) sever(how cut) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.mendLocked()
	p.nth++
	if p.how = how; how == refused {
		p.endAll()
		return p.nth
	}
	p.open = make(chan struct{})
	return p.nth
}

// mend repairs the network.
func (p *proxy) mend() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.mendLocked()
}

func (p *proxy) mendLocked() {
	if p.how == lost {
		p.endAll()
	}
	if p.how == silent || p.how == lost {
		close(p.open)
	}
	p.how = whole
}

func (p *proxy) endAll() {
	for c := range p.conns {
		if t, ok := c.(*net.TCPConn); ok {
			t.SetLinger(0) // a reset, as from a host that has lost the connection's state
		}
		c.Close()
	}
	clear(p.conns)
}

// cutFor cuts the network for a while, unless it is cut again meanwhile.
func (p *proxy) cutFor(how cut, d time.Duration) {
	n := p.sever(how)
	time.AfterFunc(d, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.nth == n {
			p.mendLocked()
		}
	})
}
