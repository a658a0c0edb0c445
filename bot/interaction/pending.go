package interaction

import (
	"context"
	"sync"

	"yeye/bot/id"
)

// pending counts the requests in progress by guild.
type pending struct {
	mu  sync.Mutex
	all map[id.Guild]*pendingIn
}

type pendingIn struct {
	n    int
	idle chan struct{} // closed when n is 0 again
}

// begin counts a request until end is called.
func (p *pending) begin(g id.Guild) (end func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	in := p.all[g]
	if in == nil {
		in = &pendingIn{idle: make(chan struct{})}
		p.all[g] = in
	}
	in.n++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if in.n--; in.n == 0 {
			delete(p.all, g)
			close(in.idle)
		}
	}
}

// WaitIdle waits until no request from the guilds for which of is true is in progress, or ctx ends.
func (r *Router) WaitIdle(ctx context.Context, of func(id.Guild) bool) {
	for {
		var none chan struct{}
		r.pending.mu.Lock()
		for g, in := range r.pending.all {
			if of(g) {
				none = in.idle
			}
		}
		r.pending.mu.Unlock()
		if none == nil {
			return
		}
		select {
		case <-none:
		case <-ctx.Done():
			return
		}
	}
}

// inQueue runs f for a request in the queue of its channel, and returns false if that is full.
func (r *Router) inQueue(q *Request, f func(context.Context)) bool {
	end := r.pending.begin(q.Guild)
	ok := r.Queue.Do(q.Channel, func(ctx context.Context) {
		defer end()
		f(ctx)
	})
	if !ok {
		end()
	}
	return ok
}

// outsideQueue runs f for a request outside the queue.
func (r *Router) outsideQueue(q *Request, f func(context.Context)) {
	end := r.pending.begin(q.Guild)
	r.Tasks.Go(func(ctx context.Context) {
		defer end()
		f(ctx)
	})
}
