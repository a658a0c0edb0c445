package tournamentbot

import (
	"context"
	"encoding/json"
	"errors"

	"yeye/ai/report"
	"yeye/bot/feature/tournament"
	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

// Once a tournament is over its games are analyzed, one after the other while the engine has nothing more urgent to do, and the card
// names the best.

// judging is how far the search for the best game has come: the payload of its job, which is written again after each game.
type judging struct {
	Next int    `json:"next"` // of tournament.Judged
	Best string `json:"best"`
}

// countedMoves is how many moves of each side must count for the accuracy of a game to say something.
const countedMoves = 5

// judge writes the job that looks for the best game, where an engine analyzes games.
func (f *feat) judge(ctx context.Context, tx store.Tx, t *tournament.Tournament) error {
	if !f.Engine.Reviews() || len(t.Judged()) == 0 {
		return nil
	}
	return scheduler.Put(ctx, tx, scheduler.Job{Slot: tournament.BestJob, Kind: tournament.BestJob, Subject: t.Subject(), Due: tx.Now, Pool: scheduler.Slow, Guild: t.Guild})
}

// best analyzes the next game.
func (f *feat) best(ctx context.Context, j scheduler.Job) error {
	var p judging
	if len(j.Payload) > 0 {
		if err := json.Unmarshal(j.Payload, &p); err != nil {
			return err
		}
	}
	so, _ := tournament.ParseBest(p.Best)
	t, err := f.Tournaments.Get(ctx, j.Subject.ID)
	if errors.Is(err, tournament.ErrNone) {
		return nil
	}
	if err != nil {
		return err
	}
	all := t.Judged()
	if p.Next >= len(all) {
		return f.Tournaments.FoundBest(ctx, t.ID, so)
	}
	b := all[p.Next]
	accuracy, ok, err := f.accuracy(ctx, b.Match)
	if err != nil {
		return err
	}
	if one := (tournament.Best{Round: b.Round, Number: b.Number, Accuracy: accuracy}); ok && one.Beats(so) {
		so = one
	}
	if j.Payload, err = json.Marshal(judging{p.Next + 1, so.String()}); err != nil {
		return err
	}
	j.Due = f.DB.Now()
	return f.DB.Tx(ctx, func(tx store.Tx) error { return scheduler.Put(ctx, tx, j) })
}

// accuracy analyzes a game; ok is false if it is gone, or too little of it counts.
func (f *feat) accuracy(ctx context.Context, of id.Match) (percent [2]int, ok bool, err error) {
	m, err := f.ended(ctx, of)
	if m == nil || err != nil {
		return percent, false, err
	}
	review, err := f.Engine.Review("")
	if err != nil {
		return percent, false, scheduler.ErrLater // another process has an engine
	}
	found, err := (&report.Analyst{Engine: review}).Run(ctx, m.Game, m.Outcome, report.Begin(m.Game), nil)
	if err != nil {
		return percent, false, err
	}
	r, err := report.Make(m.Game, m.Outcome, &found)
	if err != nil {
		return percent, false, err
	}
	for side := range r.Sides {
		percent[side] = r.Sides[side].Percent()
	}
	return percent, min(r.Sides[game.Red].Counted, r.Sides[game.Black].Counted) >= countedMoves, nil
}

// bestText names the best game; "" while there is none.
func bestText(r *view.Reader, t *tournament.Tournament) string {
	b := t.Board(t.Best.Round, t.Best.Number)
	if b == nil {
		return ""
	}
	return "\n" + r.Text("tournament.best", locale.Args{"Red": plain(r, t.Entrant(b.Red)), "Black": plain(r, t.Entrant(b.Black)),
		"RedPercent": t.Best.Accuracy[game.Red], "BlackPercent": t.Best.Accuracy[game.Black], "Thread": "<#" + string(b.Channel) + ">"})
}

// bestMatch returns the match of the best game; nil while there is none, or once it is gone.
func (f *feat) bestMatch(ctx context.Context, t *tournament.Tournament) (*match.Match, error) {
	b := t.Board(t.Best.Round, t.Best.Number)
	if b == nil {
		return nil, nil
	}
	return f.ended(ctx, b.Match)
}

// ended returns a match that is over; nil if it is gone.
func (f *feat) ended(ctx context.Context, of id.Match) (*match.Match, error) {
	m, err := f.Matches.Get(ctx, of)
	if errors.Is(err, match.ErrNoMatch) || err == nil && m.Status != match.Ended {
		return nil, nil
	}
	return &m, err
}
