package main

import (
	"net"
	"sync"
	"time"
)

// wire is the network between one process and the database's server. It can be cut, and mended.
type wire struct {
	net.Listener
	to string // the server's socket

	mu    sync.Mutex
	how   cut
	open  chan struct{} // closed while something gets through
	conns map[net.Conn]bool
}

// cut is what befalls a wire.
type cut int

const (
	whole   cut = iota
	refused     // connections end, and none can be made
	silent      // connections stay and can be made, and nothing comes through until it is mended
	lost        // silent, and in the end the connections are no more
	cuts
)

// String is for logs.
func (c cut) String() string { return [...]string{"whole", "refused", "silent", "lost"}[c] }

// newWire makes the way to a server's socket.
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
	<-done // either end is the end of both
}

// carry passes on what comes, as long as anything gets through.
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

// pass returns when something gets through.
func (w *wire) pass() {
	w.mu.Lock()
	open := w.open
	w.mu.Unlock()
	<-open
}

// keep takes a connection, unless none can be made.
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

// sever cuts the wire; nothing gets through until mend.
func (w *wire) sever(how cut) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.mendLocked()
	if w.how = how; how == refused {
		w.endAll()
		return
	}
	w.open = make(chan struct{})
}

// mend has everything get through again.
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
			t.SetLinger(0) // as one whose packets nobody knows any more
		}
		c.Close()
	}
	clear(w.conns)
}

// cutFor cuts the wire for a while.
func (w *wire) cutFor(how cut, d time.Duration) {
	w.sever(how)
	time.AfterFunc(d, w.mend)
}
