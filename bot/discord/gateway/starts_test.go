package gateway

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"yeye/bot/discord"
)

// counting is a Discord with a number of session starts.
type counting struct {
	REST
	starts discord.SessionStarts
}

func (c *counting) SessionStarts(context.Context) (discord.SessionStarts, error) {
	return c.starts, nil
}

// The number of session starts left is what Discord said last to any member, and all of them after Discord has begun a new day.
func TestStartsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &counting{starts: discord.SessionStarts{Total: 1000, Remaining: 985, ResetAfter: 20 * time.Hour, MaxConcurrency: 16}}
		g := NewGroup(Options{REST: c}, nil)
		for shard := range 16 {
			g.members[shard] = &member{Gateway: New(Options{REST: c, Shard: [2]int{shard, 16}})}
			if err := g.members[shard].waitForIdentify(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		expect := func(when string, want int) {
			t.Helper()
			for range 20 { // the order of members is random
				if s, known := g.SessionStarts(); !known || s.Remaining != want {
					t.Fatalf("%s: %d are left, want %d", when, s.Remaining, want)
				}
			}
		}
		expect("after the start", 985)
		time.Sleep(time.Hour)
		c.starts.Remaining, c.starts.ResetAfter = 540, 19*time.Hour
		if err := g.members[7].waitForIdentify(t.Context()); err != nil {
			t.Fatal(err)
		}
		expect("when one has asked again", 540)
		delete(g.members, 7)
		expect("without that one", 540)
		time.Sleep(18 * time.Hour)
		expect("on the same day", 540)
		time.Sleep(2 * time.Hour)
		expect("on the next day", 1000)
	})
}

// A connection that waits for its turn to begin a session is within reach, however long that takes; one that gets no answer is not.
func TestInReach(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &counting{starts: discord.SessionStarts{Total: 1000, Remaining: 1, ResetAfter: time.Hour, MaxConcurrency: 1}}
		turn := make(chan struct{})
		g := NewGroup(Options{REST: c}, nil)
		m := &member{Gateway: New(Options{REST: c, WaitForIdentify: func(context.Context, int, int, time.Duration) error { <-turn; return nil }})}
		g.members[0] = m
		expect := func(when string, want bool) {
			t.Helper()
			synctest.Wait()
			if got := g.CanReachDiscord(); got != want {
				t.Errorf("%s: in reach %v", when, got)
			}
		}
		expect("before it asked", false)
		go m.waitForIdentify(t.Context())
		time.Sleep(30 * time.Minute)
		expect("while few session starts are left", true)
		time.Sleep(time.Hour)
		expect("while others have their turns", true)
		close(turn)
		expect("when its turn has come", false)
		m.connected.Store(true)
		expect("connected", true)
	})
}
