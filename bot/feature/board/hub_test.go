package board

import "testing"

// Connections that do not say who they are leave room for those of players.
func TestUnnamedLeaveRoom(t *testing.T) {
	h := newHub()
	fill := func() (n int) {
		for h.begin() {
			n++
		}
		return n
	}
	if n := fill(); n != maxUnnamed {
		t.Errorf("%d connections that have not said who they are", n)
	}
	c := &conn{session: session{player: "mei", match: "m"}}
	if err := h.join(c); err != nil {
		t.Fatal(err)
	}
	if n := fill(); n != 1 {
		t.Errorf("one has said it, and %d more may come", n)
	}
	h.leave(c)
	h.leave(c)
	h.end()
	if n := fill(); n != 0 {
		t.Errorf("it has left, and %d more may come", n)
	}
}
