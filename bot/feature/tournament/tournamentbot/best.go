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

// After a tournament its games are analyzed, one after the other while the engine has nothing more urgent to do, and
// the card names the best one.

// bestSearch is the state of the search for the best game: the payload of its job, which is written again after each
// game.
type bestSearch struct {
	Next int    `json:"next"` // index in tournament.Judged
	Best string `json:"best"`
}

// countedMoves is how many rated moves each side must have made for a game's accuracy to be meaningful.
const countedMoves = 5

// scheduleBest writes the job that finds the best game, if an engine analyzes games.
func (f *feat) scheduleBest(ctx context.Context, tx store.Tx, t *tournament.Tournament) {
	if !f.Engine.Reviews() || len(t.Judged()) == 0 {
		return
	}
	scheduler.Put(ctx, tx, scheduler.Job{Slot: tournament.BestJob, Kind: tournament.BestJob,
		Subject: t.Subject(), Due: tx.Now, Pool: scheduler.Slow, Guild: t.Guild})
}

// findBest runs the BestJob: it analyzes the next game, and schedules the job again until all are done.
func (f *feat) findBest(ctx context.Context, j scheduler.Job) error {
	var p bestSearch
	if len(j.Payload) > 0 {
		if err := json.Unmarshal(j.Payload, &p); err != nil {
			return err
		}
	}
	bestSoFar, _ := tournament.ParseBest(p.Best)
	t, err := f.Tournaments.Get(ctx, j.Subject.ID)
	if errors.Is(err, tournament.ErrNone) {
		return nil
	}
	if err != nil {
		return err
	}
	all := t.Judged()
	if p.Next >= len(all) {
		return f.Tournaments.FoundBest(ctx, t.ID, bestSoFar)
	}
	b := all[p.Next]
	accuracy, ok, err := f.accuracy(ctx, b.Match)
	if err != nil {
		return err
	}
	if one := (tournament.Best{Round: b.Round, Number: b.Number, Accuracy: accuracy}); ok && one.Beats(bestSoFar) {
		bestSoFar = one
	}
	if j.Payload, err = json.Marshal(bestSearch{p.Next + 1, bestSoFar.String()}); err != nil {
		return err
	}
	j.Due = f.DB.Now()
	return f.DB.WriteTx(ctx, func(tx store.Tx) { scheduler.Put(ctx, tx, j) })
}

// accuracy analyzes a game; ok is false if it was deleted, or has fewer than countedMoves rated moves.
func (f *feat) accuracy(ctx context.Context, of id.Match) (percent [2]int, ok bool, err error) {
	m, err := f.endedMatch(ctx, of)
	if m == nil || err != nil {
		return percent, false, err
	}
	review, err := f.Engine.Review("")
	if err != nil {
		return percent, false, scheduler.ErrLater // leave it to a process that has an engine
	}
	found, err := (&report.Analyst{Engine: review}).Run(ctx, m.Game, m.Outcome, report.NewAnalysis(m.Game), nil)
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
	return "\n" + r.Text("tournament.best", locale.Args{"Red": plainName(r, t.Entrant(b.Red)),
		"Black":      plainName(r, t.Entrant(b.Black)),
		"RedPercent": t.Best.Accuracy[game.Red], "BlackPercent": t.Best.Accuracy[game.Black],
		"Thread": "<#" + string(b.Channel) + ">"})
}

// bestMatch returns the match of the best game; nil while there is none, or once it was deleted.
func (f *feat) bestMatch(ctx context.Context, t *tournament.Tournament) (*match.Match, error) {
	b := t.Board(t.Best.Round, t.Best.Number)
	if b == nil {
		return nil, nil
	}
	return f.endedMatch(ctx, b.Match)
}

// endedMatch returns an ended match; nil if it was deleted.
func (f *feat) endedMatch(ctx context.Context, of id.Match) (*match.Match, error) {
	m, err := f.Matches.Get(ctx, of)
	if errors.Is(err, match.ErrNoMatch) || err == nil && m.Status != match.Ended {
		return nil, nil
	}
	return &m, err
}
