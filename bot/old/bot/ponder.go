package bot

import (
	"context"
	"sync"
	"time"

	"yeye/ai/analysis"
	"yeye/bot/session"
	"yeye/game"
)

// Analyst finds good moves and their reasons. It may take seconds.
type Analyst interface {
	Suggest(ctx context.Context, g *game.Game) (analysis.Hint, error)
}

// patient bounds the wait for an analyst: under load an engine must first be free.
const patient = 2 * time.Minute

// pondering is who waits for the analyst. One question a person at a time: games
// that wait for the same engines must not wait for somebody's impatience.
type pondering struct {
	mu  sync.Mutex
	who map[session.PlayerID]bool
}

// begin reports whether the person may ask now; then end must follow.
func (p *pondering) begin(id session.PlayerID) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.who[id] {
		return false
	}
	if p.who == nil {
		p.who = make(map[session.PlayerID]bool)
	}
	p.who[id] = true
	return true
}

func (p *pondering) end(id session.PlayerID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.who, id)
}

// ponders asks the analyst about g outside the lane and answers with what then
// makes of it. g is the analyst's.
func (b *Bot) ponders(r *request, g *game.Game, then func(context.Context, analysis.Hint) reply) reply {
	if b.Analyst == nil {
		return says(r.say.Say("refuse.nohint"))
	}
	if !b.pondering.begin(r.by.Player) {
		return says(r.say.Say("refuse.pondering"))
	}
	return reply{later: func(ctx context.Context) reply {
		defer b.pondering.end(r.by.Player)
		thinking, cancel := context.WithTimeout(ctx, patient)
		defer cancel()
		h, err := b.Analyst.Suggest(thinking, g)
		if err != nil {
			return r.refused(err)
		}
		return then(ctx, h)
	}}
}
