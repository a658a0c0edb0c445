package engine

import (
	"context"

	"yeye/ai"
	"yeye/ai/report"
	"yeye/bot/match/fairplay"
	"yeye/game"
)

// linesNodes limits the search for the best lines of a position: a second or two for three of them.
const linesNodes = 600_000

// minNodes is how many nodes an interrupted search must have searched for its result to be used. A smaller search
// misjudges perpetual checks.
const minNodes = linesNodes / 10

// Lines returns the best moves in the last position of a game, best first and at most most of them, each with its value
// and the expected continuation. It is a question like that of Suggest: [ErrNoAnalyst] or [ErrAlreadyAsked].
func (e *Engine) Lines(ctx context.Context, p fairplay.Permit, maxLines int) ([]report.Position, error) {
	if e.Searcher == nil {
		return nil, ErrNoAnalyst
	}
	g, err := p.Last()
	if err != nil {
		return nil, err
	}
	var found []ai.Info
	err = e.ask(ctx, p, func(ctx context.Context) (err error) {
		found, err = e.Searcher.Lines(ctx, g, ai.Limits{Nodes: linesNodes, MultiPV: maxLines})
		if cut := context.Cause(ctx); err == nil && cut != nil && (len(found) == 0 || found[0].Nodes < minNodes) {
			err = cut
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	turn := g.Position().Turn()
	var all []report.Position
	for _, i := range found {
		score := i.Score
		if turn == game.Black {
			score = -score
		}
		all = append(all, report.Position{Turn: turn, Score: score, Chance: report.Chance(score), Line: i.PV})
	}
	return all, nil
}
