package main

import (
	"net"
	"sync"
	"time"
)

// wire is the network between one process and the database server. It can be
// cut and mended.
type wire struct {
	net.Listener
	to string // the server's socket

	mu    sync.Mutex
	how   cut
	nth   int           // number of the latest cut
	open  chan struct{} // closed while data may pass
	conns map[net.Conn]bool
}

// cut is the state of a wire.
type cut int

const (
	whole   cut = iota
	refused     // connections end, and none can be made
	silent      // connections stay and can be made, but no data passes until it is mended
	lost        // silent, and when it is mended the connections are closed
	cuts
)

// String is for logs.
func (c cut) String() string { return [...]string{"whole", "refused", "silent", "lost"}[c] }

// newWire listens for a process and connects it to a server's socket.
func newWire(to string) (*wire, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	w := &wire{Listener: l, to: to, open: make(chan struct{}), conns: map[net.Conn]bool{}}
	close(w.open)
	go w.accept()
	return w, nil
}

func (w *wire) accept() {
	for {
		near, err := w.Accept()
		if err != nil {
			return
		}
		go w.join(near)
	}
}

// join connects a connection with the server.
func (w *wire) join(near net.Conn) {
	if !w.keep(near) {
		return
	}
	defer w.drop(near)
	w.pass()
	far, err := net.Dial("unix", w.to)
	if err != nil || !w.keep(far) {
		return
	}
	defer w.drop(far)
	done := make(chan struct{}, 2)
	for _, way := range [][2]net.Conn{{near, far}, {far, near}} {
		go func() {
			w.carry(way[0], way[1])
			done <- struct{}{}
		}()
	}
	<-done // either end closes both
}

// carry copies data as long as the wire is open.
func (w *wire) carry(from, to net.Conn) {
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		w.pass()
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
func (w *wire) pass() {
	w.mu.Lock()
	open := w.open
	w.mu.Unlock()
	<-open
}

// keep registers a connection, unless the wire refuses it.
func (w *wire) keep(c net.Conn) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.how == refused {
		c.Close()
		return false
	}
	w.conns[c] = true
	return true
}

func (w *wire) drop(c net.Conn) {
	c.Close()
	w.mu.Lock()
	delete(w.conns, c)
	w.mu.Unlock()
}

// sever cuts the wire; nothing passes until mend. It returns the number of the cut.
func (w *wire) sever(how cut) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.mendLocked()
	w.nth++
	if w.how = how; how == refused {
		w.endAll()
		return w.nth
	}
	w.open = make(chan struct{})
	return w.nth
}

// mend repairs the wire.
func (w *wire) mend() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.mendLocked()
}

func (w *wire) mendLocked() {
	if w.how == lost {
		w.endAll()
	}
	if w.how == silent || w.how == lost {
		close(w.open)
	}
	w.how = whole
}

func (w *wire) endAll() {
	for c := range w.conns {
		if t, ok := c.(*net.TCPConn); ok {
			t.SetLinger(0) // a reset, as from a host that no longer knows the connection
		}
		c.Close()
	}
	clear(w.conns)
}

// cutFor cuts the wire for a while, unless it is cut again meanwhile.
func (w *wire) cutFor(how cut, d time.Duration) {
	n := w.sever(how)
	time.AfterFunc(d, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.nth == n {
			w.mendLocked()
		}
	})
}
