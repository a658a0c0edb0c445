package load

import (
	"bufio"
	"io"
	"net"
	"path/filepath"
	"testing"
	"time"
)

// A proxy passes data, and can be cut in every way.
func TestProxy(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "s")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() { // echoes its input
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() { io.Copy(c, c); c.Close() }()
		}
	}()
	w, err := newProxy(socket)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	type line struct {
		net.Conn
		*bufio.Reader
	}
	dial := func() line {
		c, err := net.Dial("tcp", w.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return line{c, bufio.NewReader(c)}
	}
	says := func(c line, within time.Duration) string {
		c.SetReadDeadline(time.Now().Add(within))
		c.Write([]byte("x\n"))
		text, err := c.ReadString('\n')
		if err != nil {
			return err.Error()
		}
		return text
	}
	const soon, never = 3 * time.Minute, 50 * time.Millisecond
	for how := whole; how < cuts; how++ {
		c := dial()
		if said := says(c, soon); said != "x\n" {
			t.Fatalf("before cut %d: %q", how, said)
		}
		if how == whole {
			continue
		}
		w.sever(how)
		if said := says(c, never); said == "x\n" {
			t.Errorf("something comes through cut %d", how)
		}
		other := dial()
		if said := says(other, never); said == "x\n" {
			t.Errorf("a connection made after cut %d serves", how)
		}
		w.mend()
		c.SetReadDeadline(time.Now().Add(soon))
		text, err := c.ReadString('\n')
		if kept := how == silent; kept != (text == "x\n") {
			t.Errorf("after cut %d: %q, %v", how, text, err)
		}
		if said := says(dial(), soon); said != "x\n" {
			t.Errorf("a connection made after cut %d is mended: %q", how, said)
		}
	}
	// The end of a cut does not mend the next one.
	c := dial()
	w.cutFor(silent, time.Millisecond)
	w.cutFor(silent, time.Hour)
	if said := says(c, 10*never); said == "x\n" {
		t.Error("a cut of an hour ended with the one before")
	}
	w.mend()
	w.cutFor(silent, time.Millisecond)
	if said := says(dial(), soon); said != "x\n" {
		t.Errorf("after a cut of a millisecond: %q", said)
	}
}
