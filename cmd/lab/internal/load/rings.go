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
	ringID  string  // the ID of the ring, "" before it is open
	card    message // the ring's latest card
	lastTry time.Time
}

func (r *rings) onMessage(ctx context.Context, m message) {
	k := m.control("rgjoin", "")
	if k == nil || r.ringID != "" && r.ringID != k.subjectID {
		return
	}
	r.ringID = k.subjectID
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
	case r.ringID == "" && time.Since(r.lastTry) > 2*retryAfter:
		r.lastTry = time.Now()
		r.people[0].command(ctx, r.channel, "ring", "keeper", "0")
		return "opening a ring"
	case r.ringID == "":
		return "opening a ring"
	case time.Since(r.lastTry) > retryAfter:
		r.lastTry = time.Now()
		r.sit(ctx)
		r.join(ctx)
	}
	if r.card.control("rgsit", "") != nil {
		return "called"
	}
	return "waiting"
}

// sit seats every user who is called.
func (r *rings) sit(ctx context.Context) {
	if k := r.card.control("rgsit", ""); k != nil {
		for _, p := range r.called(&r.card) {
			p.press(ctx, &r.card, k)
		}
	}
}

// join puts every user who is not at the ring into its queue.
func (r *rings) join(ctx context.Context) {
	k := r.card.control("rgjoin", "")
	for _, p := range r.people {
		if k == nil || p.mentionedIn(r.card.Content) {
			continue
		}
		if answer, taken := p.press(ctx, &r.card, k); taken && answer.ID == "" { // refusals are private
			r.accept(p, "join", r.ringID, 0)
		}
	}
}
