package board_test

import (
	"testing"
	"time"
)

// untilAway waits until a page is told that the other player is away, or back, while time passes: when the server hears that a connection has
// ended is not known.
func (b *table) untilAway(p *tab, away bool) {
	b.t.Helper()
	told := make(chan state, 1)
	go func() { told <- p.until("away") }()
	for range 100 {
		select {
		case a := <-told:
			if a.Away != away {
				b.t.Errorf("away: %v", a.Away)
			}
			return
		case <-time.After(100 * time.Millisecond):
			b.Play("clock 2s")
		}
	}
	b.t.Fatalf("not told: away %v", away)
}

// Who closes the page of a live game is said to be away, and back as soon as they are, or move elsewhere. It decides nothing.
func TestAway(t *testing.T) {
	b := open(t)
	b.Play(liveDuel)
	mei := b.page("mei")
	token, _ := b.enter(b.link("tom"), b.address)
	tom := b.connect(token, 0)
	tom.until("state")
	tom.socket.Close()
	b.untilAway(mei, true)
	tom = b.connect(token, 0)
	b.untilAway(mei, false)
	second := b.connect(token, 0)
	second.until("state")
	second.socket.Close() // the first is still open
	b.Play("clock 11s")
	mei.do(move("h2e2"))
	mei.untilPly(1)
	tom.untilPly(1)
	tom.socket.Close()
	b.untilAway(mei, true)
	b.Play("tom: h9g7 => card duel")
	b.untilAway(mei, false)
	if !mei.state.Open {
		t.Errorf("the game is over: %s", mei.state.Status)
	}
}
