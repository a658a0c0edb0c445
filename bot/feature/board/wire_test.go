package board_test

import (
	"fmt"
	"io"
	"net"
	"sync"
	"testing"

	"yeye/bot/internal/desk"
	"yeye/bot/sandbox/browse"
	"yeye/internal/slow"
	"yeye/internal/wait"
)

// wire is a listener whose connections can be cut.
type wire struct {
	net.Listener

	mu   sync.Mutex
	all  []net.Conn
	cut  cut  // when the next message comes
	down bool // no connection lasts

	small bool // connections hold few bytes that are not read
}

// cut is the moment at which a connection is cut.
type cut int

const (
	never  cut = iota
	before     // the next message of the page has come
	after      // it has come, and its answer has not gone
)

func (w *wire) Accept() (net.Conn, error) {
	c, err := w.Listener.Accept()
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.down {
		c.Close()
	}
	w.all = append(w.all, c)
	if t, ok := c.(*net.TCPConn); ok && w.small {
		_ = t.SetWriteBuffer(1) // as little as there may be
	}
	return &wired{Conn: c, wire: w}, nil
}

// set sets when connections are cut next, and whether new ones are refused from now on.
func (w *wire) set(when cut, down bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut, w.down = when, down
}

// fall cuts all connections, and refuses new ones.
func (w *wire) fall() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.down = true
	for _, c := range w.all {
		c.Close()
	}
}

type wired struct {
	net.Conn
	wire   *wire
	doomed bool // under the lock of the wire
}

func (c *wired) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.wire.mu.Lock()
	defer c.wire.mu.Unlock()
	if n == 0 || c.wire.cut == never {
		return n, err
	}
	if c.wire.cut == before {
		n, err = 0, io.EOF
		c.Close()
	}
	c.doomed, c.wire.cut = true, never
	return n, err
}

func (c *wired) Write(b []byte) (int, error) {
	c.wire.mu.Lock()
	doomed := c.doomed
	c.wire.mu.Unlock() // a write may wait for long
	if doomed {
		c.Close()
		return 0, io.ErrClosedPipe
	}
	return c.Conn.Write(b)
}

// A move whose connection is cut is played once, whether it had arrived or not, and the player hears nothing wrong of it. One that was not
// sent before the position changed is not played, and the player hears that.
func TestCutConnection(t *testing.T) {
	slow.Test(t)
	browse.Require(t)
	b := open(t)
	b.Play(liveDuel)
	phone := browse.OpenIn(t, "en-US", b.link("mei"), 390, 844)
	phone.Wait(ready)
	plies := func(n int) {
		t.Helper()
		wait.Until(t, fmt.Sprintf("%d moves", n), func() bool {
			m, err := b.Matches.InChannel(t.Context(), desk.Channel)
			return err == nil && m.Ply() == n
		})
	}
	shown := func(n int) string { return fmt.Sprintf(`document.querySelectorAll("#moves button").length === %d`, n) }
	const told = `!document.querySelector("#notice").hidden`
	const untold = "!(" + told + ")"

	b.wire.set(after, true)
	phone.TouchDrag(square("h2"), square("e2"), nil)
	plies(1)
	phone.WaitText("#notice", "Reconnecting")
	phone.Screenshot("reconnecting")
	b.Play("tom: h9g7 => card duel")
	b.wire.set(never, false)
	phone.Wait(shown(2))
	phone.Wait(untold)

	b.wire.set(before, true)
	phone.TouchDrag(square("b0"), square("c2"), nil)
	phone.WaitText("#notice", "Reconnecting")
	phone.Wait(`document.querySelector('[data-square="c2"]').classList.contains("to")`) // it is shown as played
	b.wire.set(never, false)
	plies(3)
	phone.Wait(shown(3))
	phone.Wait(untold)

	b.Play("tom: b9c7 => card duel")
	phone.Wait(shown(4))
	b.wire.fall()
	phone.WaitText("#notice", "Reconnecting")
	phone.TouchDrag(square("a0"), square("a1"), nil)
	b.Play("mei: i0i1 => card duel") // in Discord
	b.wire.set(never, false)
	phone.WaitText("#notice", "your move was not played")
	phone.Wait(shown(5))
	if m, err := b.Matches.InChannel(t.Context(), desk.Channel); err != nil || m.Ply() != 5 {
		t.Errorf("played: %v %v", m.Moves(), err)
	}
}

// A page that is open too many times says so, and is there again when the others are closed and it is loaded once more.
func TestManyTabs(t *testing.T) {
	slow.Test(t)
	browse.Require(t)
	b := open(t)
	b.Play(duel)
	token, _ := b.enter(b.link("mei"), b.address)
	var tabs []*tab
	for range 4 {
		p := b.connect(token, 0)
		p.until("state")
		tabs = append(tabs, p)
	}
	p := browse.OpenIn(t, "en-US", b.address+"/", 390, 844)
	p.WaitText("#notice", "used already")
	browse.Eval[bool](p, fmt.Sprintf(`sessionStorage.setItem("yeye.session", %q); window.old = true; location.reload(); true`, token))
	p.Wait("!window.old")
	p.WaitText("#notice", "open too many times")
	for _, one := range tabs {
		one.socket.Close()
	}
	wait.Until(t, "the others are gone", func() bool {
		browse.Eval[bool](p, "window.old = true; location.reload(); true")
		p.Wait(`!window.old && (` + ready + ` || !document.querySelector("#notice")?.hidden)`)
		return browse.Eval[bool](p, ready+" ? true : false")
	})
}
