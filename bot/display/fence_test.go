package display

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/bot/store/shards"
)

// gate is a fence: the part that its process believes to own, and whether the database says otherwise.
type gate struct {
	mu        sync.Mutex
	part      shards.Part
	overtaken bool
}

func (g *gate) set(part shards.Part, overtaken bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.part, g.overtaken = part, overtaken
}

func (g *gate) Part() shards.Part {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.part
}

func (g *gate) Check(_ context.Context, _ store.Tx, of id.Guild) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.part.Has(of) && !g.overtaken {
		return nil
	}
	return shards.ErrNotOwner
}

// fenced returns another process's display behind a fence, and a function that returns the subjects that it has passed on to other
// processes.
func (e *env) fenced(g *gate) (d *Display, told func() []id.Subject) {
	d = e.another(e.db)
	d.Fence = g
	var mu sync.Mutex
	var all []id.Subject
	d.ForwardToOwner = func(s id.Subject) {
		mu.Lock()
		defer mu.Unlock()
		all = append(all, s)
	}
	return d, func() []id.Subject {
		mu.Lock()
		defer mu.Unlock()
		return all
	}
}

var none, first = shards.Part{Of: 2}, shards.Part{Of: 2, Shards: []int{0}} // the guild of these tests is shard 0's

// Only the process that has a guild's shard shows its cards; another process that changes one notifies it.
func TestFenced(t *testing.T) {
	bubble(t, func(t *testing.T, e *env) {
		other, told := e.fenced(&gate{part: none})
		own, _ := e.fenced(&gate{part: first})
		e.want(t, game, Wanted{Rev: 1, Repost: true})
		other.Sweep(t.Context())
		other.WakeRemote(game)
		other.Wait()
		if e.wants(t, "swept and heard by another"); told() != nil {
			t.Errorf("it rings again: %v", told())
		}
		if n, err := other.CountOutdated(t.Context(), 10); n != 0 || err != nil {
			t.Errorf("another is behind with %d, %v", n, err)
		}
		other.Wake(game)
		other.Wait()
		if e.wants(t, "changed by another"); !slices.Equal(told(), []id.Subject{game}) {
			t.Errorf("told of %v", told())
		}
		if n, err := own.CountOutdated(t.Context(), 10); n != 1 || err != nil {
			t.Errorf("behind with %d, %v", n, err)
		}
		own.Sweep(t.Context())
		own.Wait()
		e.wants(t, "swept by its owner", "revision 1")
	})
}

// A process that was overtaken without knowing it records nothing, and the one that has the shard now finds what the first has
// sent.
func TestOvertakenSender(t *testing.T) {
	bubble(t, func(t *testing.T, e *env) {
		before, after := &gate{part: first}, &gate{part: none}
		old, told := e.fenced(before)
		next, _ := e.fenced(after)
		e.want(t, game, Wanted{Rev: 1, Repost: true, Ping: true})
		before.set(first, true)
		after.set(first, false)
		next.GuildsGained()
		old.Wake(game)
		old.Wait()
		if row, _, err := e.Row(t.Context(), game); err != nil || row.Shown != 0 || row.Message != "" {
			t.Errorf("recorded by one that was overtaken: %+v %v", row, err)
		}
		if len(told()) != 1 {
			t.Errorf("told of %v", told())
		}
		next.Sweep(t.Context())
		next.Wait()
		old.Sweep(t.Context())
		old.Wait()
		e.wants(t, "taken over", "revision 1")
		if len(e.rest.messages) != 1 || e.rest.pings != 1 {
			t.Errorf("%d messages, %d pings", len(e.rest.messages), e.rest.pings)
		}
		if row, _, err := e.Row(t.Context(), game); err != nil || row.Shown != 1 || row.Message != e.rest.messages[0].ID {
			t.Errorf("%+v %v", row, err)
		}
	})
}

// A request of a process that has lost its guilds arrives before or after that of the next owner, which has not found its message and
// knows a later revision: there is one message, with one ping, and it shows the later revision.
func TestPostedByTwoProcesses(t *testing.T) {
	for _, late := range []bool{false, true} {
		t.Run(fmt.Sprint("the former owner's arrives last: ", late), func(t *testing.T) {
			bubble(t, func(t *testing.T, e *env) {
				e.cards.settled = true
				before, after := &gate{part: first}, &gate{part: none}
				former, _ := e.fenced(before)
				next, _ := e.fenced(after)
				sending, arrives := make(chan struct{}), make(chan struct{})
				e.rest.creating = func() {
					close(sending)
					<-arrives
				}
				e.want(t, game, Wanted{Rev: 1, Ping: true})
				former.Wake(game)
				<-sending
				e.rest.creating = nil
				before.set(first, true)
				after.set(first, false)
				next.GuildsGained()
				e.want(t, game, Wanted{Rev: 2, Ping: true})
				if !late {
					e.rest.creating = func() {
						e.rest.creating = nil
						close(arrives)
						former.Wait()
					}
				}
				next.Sweep(t.Context())
				next.Wait()
				if late {
					close(arrives)
					former.Wait()
				}
				e.wants(t, "shown by both", "revision 2")
				if len(e.rest.messages) != 1 || e.rest.pings != 1 {
					t.Errorf("%d messages, %d pings", len(e.rest.messages), e.rest.pings)
				}
			})
		})
	}
}

// WaitIdle waits for the cards of a part of the guilds that are being sent, and not for those of others.
func TestSettle(t *testing.T) {
	bubble(t, func(t *testing.T, e *env) {
		sending, sent := make(chan struct{}), make(chan struct{})
		e.rest.created = func(id.Message) error {
			close(sending)
			<-sent
			return nil
		}
		e.WaitIdle(t.Context(), first)
		e.want(t, game, Wanted{Rev: 1, Repost: true})
		e.Wake(game)
		<-sending
		e.WaitIdle(t.Context(), shards.Part{Of: 2, Shards: []int{1}})
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		e.WaitIdle(ended, first)
		settled := make(chan struct{})
		go func() {
			defer close(settled)
			e.WaitIdle(t.Context(), first)
			if row, _, err := e.Row(t.Context(), game); err != nil || row.Shown != 1 {
				t.Errorf("settled with %+v, %v", row, err)
			}
		}()
		close(sent)
		<-settled
	})
}
