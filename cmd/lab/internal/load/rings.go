package load

import (
	"context"
	"strings"
	"time"

	"yeye/bot/id"
)

// rings is a crowd that plays at a ring.
type rings struct {
	*crowd
	of    string  // the ID of the ring, "" before it is open
	card  message // the ring's latest card
	tried time.Time
}

func (r *rings) onMessage(ctx context.Context, m message) {
	k := m.control("rgjoin", "")
	if k == nil || r.of != "" && r.of != k.of {
		return
	}
	r.of = k.of
	if r.card.ID == "" || !id.Later(r.card.ID, m.ID) {
		r.card = m
	}
	if strings.Contains(m.Content, "is out.") {
		r.exits = append(r.exits, m.at)
	}
	r.sit(ctx)
	r.join(ctx)
}

func (r *rings) ended(*board) {}

func (r *rings) act(ctx context.Context) string {
	switch {
	case r.of == "" && time.Since(r.tried) > 2*againAfter:
		r.tried = time.Now()
		r.people[0].command(ctx, r.channel, "ring", "keeper", "0")
		return "opening a ring"
	case r.of == "":
		return "opening a ring"
	case time.Since(r.tried) > againAfter:
		r.tried = time.Now()
		r.sit(ctx)
		r.join(ctx)
	}
	if r.card.control("rgsit", "") != nil {
		return "called"
	}
	return "waiting"
}

// sit seats everybody who is called.
func (r *rings) sit(ctx context.Context) {
	if k := r.card.control("rgsit", ""); k != nil {
		for _, p := range r.called(&r.card) {
			p.press(ctx, &r.card, k)
		}
	}
}

// join puts everybody who is not at the ring into its queue.
func (r *rings) join(ctx context.Context) {
	k := r.card.control("rgjoin", "")
	for _, p := range r.people {
		if k == nil || p.in(r.card.Content) {
			continue
		}
		if answer, taken := p.press(ctx, &r.card, k); taken && answer.ID == "" { // refusals are private
			r.accept(p, "join", r.of, 0)
		}
	}
}
