package bot

import (
	"fmt"
	"testing"
	"time"
)

func TestGuard(t *testing.T) {
	var g guard
	p := Pace{Player: 2, Server: 4}
	now := time.Now()
	allowed := func(player, server string, tries int) (n int) {
		for range tries {
			if g.allow(p, player, server, now) {
				n++
			}
		}
		return
	}
	if n := allowed("mei", "park", 20); n != 6 {
		t.Errorf("at once: %d", n)
	}
	if n := allowed("tom", "park", 20); n != 6 {
		t.Errorf("another person: %d", n)
	}
	if n := allowed("linh", "park", 20); n != 0 {
		t.Errorf("the server's limit: %d", n)
	}
	if n := allowed("lan", "", 20); n == 0 {
		t.Error("in direct messages the server does not count")
	}
	now = now.Add(time.Second)
	if n := allowed("mei", "park", 20); n != 2 {
		t.Errorf("a second later: %d", n)
	}
	for n := range 3 * mostGuarded {
		g.allow(p, fmt.Sprint(n), "", now)
	}
	if len(g.players) > mostGuarded {
		t.Errorf("%d are remembered", len(g.players))
	}
	if !g.allow(Pace{}, "mei", "park", now) {
		t.Error("without limits somebody is refused")
	}
}
