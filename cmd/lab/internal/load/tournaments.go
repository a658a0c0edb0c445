package load

import (
	"context"
	"fmt"
	"time"
)

// tournaments is a crowd that holds one tournament after another.
type tournaments struct {
	*crowd
	next         int     // the number of the next tournament
	tournamentID string  // the ID of the current one, "" for none
	card         message // its latest card
	lastTry      time.Time
	games        int // games that are over
	in           map[*person]bool
}

// systems of the tournaments, in turn.
var systems = []string{"arena", "arranged", "swiss", "robin"}

// arenaGames is the number of games after which an arena is ended.
const arenaGames = 8

func (t *tournaments) system() string { return systems[(t.next-1)%len(systems)] }

func (t *tournaments) onMessage(ctx context.Context, m message) {
	switch direct, ready := m.control("trdirect", ""), m.control("trready", ""); {
	case direct != nil && (t.tournamentID == "" || t.tournamentID == direct.subjectID):
		if t.tournamentID, t.card = direct.subjectID, m; m.control("trexport", "") != nil { // it is over
			t.tournamentID = ""
		}
	case ready != nil:
		for _, p := range t.called(&m) {
			if !t.isPlaying(p) {
				p.press(ctx, &m, ready)
			}
		}
	}
}

func (t *tournaments) ended(*board) { t.games++ }

func (t *tournaments) act(ctx context.Context) string {
	switch {
	case t.tournamentID == "":
		t.open(ctx)
		return "opening a tournament"
	case t.card.control("trmine", "") == nil:
		t.join(ctx)
		return "joining"
	case t.playing() > 0 && t.system() != "arranged":
		return "playing"
	case t.system() == "arranged":
		t.arrange(ctx)
		return "arranging"
	case time.Since(t.lastTry) > retryAfter:
		t.lastTry = time.Now()
		t.direct(ctx)
	}
	return "being paired"
}

// open opens the next tournament.
func (t *tournaments) open(ctx context.Context) {
	if time.Since(t.lastTry) < 2*retryAfter { // the card of a tournament just opened may still arrive
		return
	}
	t.lastTry = time.Now()
	t.next++
	t.games, t.in = 0, map[*person]bool{}
	options := []string{"system", t.system(), "name", fmt.Sprint("load ", t.next), "clock", "5+3"}
	switch t.system() {
	case "arena":
		options = append(options, "length", "30")
	case "swiss":
		options = append(options, "rounds", "3")
	}
	t.people[0].command(ctx, t.channel, "tournament", options...)
}

// join lets every user join, then starts the tournament.
func (t *tournaments) join(ctx context.Context) {
	k := t.card.control("trjoin", "")
	for _, p := range t.people {
		if t.in[p] || k == nil {
			continue
		}
		if answer, taken := p.press(ctx, &t.card, k); taken && answer.ID != "" {
			t.in[p] = true
			t.accept(p, "join", t.tournamentID, 0)
		}
	}
	if len(t.in) == len(t.people) {
		t.direct(ctx)
	}
}

// direct starts the tournament or the next round, or ends an arena with enough games.
func (t *tournaments) direct(ctx context.Context) {
	p := t.people[0]
	page, _ := p.press(ctx, &t.card, t.card.control("trdirect", ""))
	acts := []string{"start", "next"}
	if t.system() == "arena" && t.games >= arenaGames && t.playing() == 0 {
		acts = append(acts, "end")
	}
	for _, act := range acts {
		if k := page.control("tract", act); k != nil {
			p.press(ctx, &page, k)
			return
		}
	}
}

// arrange lets every user without a game say that they are ready for one.
func (t *tournaments) arrange(ctx context.Context) {
	for _, p := range t.people {
		if t.isPlaying(p) || t.rand.IntN(3) > 0 {
			continue
		}
		page, _ := p.press(ctx, &t.card, t.card.control("trmine", ""))
		if k := page.control("trready", ""); k != nil && len(k.values) > 0 {
			p.press(ctx, &page, k, k.values[t.rand.IntN(len(k.values))])
		}
	}
}
