package play

import (
	"context"
	"errors"
	"strconv"

	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
	"yeye/game"
)

// secondDue reports whether the second game of a pair can be started after this match, and until when.
func (p *play) secondDue(ctx context.Context, m *match.Match) (until string, due bool, err error) {
	at, due := m.SecondUntil(p.Now())
	if !due {
		return "", false, nil
	}
	switch _, err := p.Matches.OtherOfPair(ctx, m); {
	case errors.Is(err, match.ErrNoMatch):
		return view.Moment(at), true, nil
	default:
		return "", false, err
	}
}

// pairLine returns the card's line that says which game of a pair the match is and, at the end, the score of the pair;
// "" for a single game.
func (p *play) pairLine(ctx context.Context, r *view.Reader, m *match.Match) (string, error) {
	switch {
	case m.First() && m.Status != match.Ended:
		return "\n-# " + r.Text("card.pair.first"), nil
	case m.First():
		until, due, err := p.secondDue(ctx, m)
		if err != nil || !due {
			return "", err
		}
		return "\n" + r.Text("card.pair.next", locale.Args{"Button": r.Text("control.second"), "Until": until}), nil
	case !m.Second():
		return "", nil
	case m.Status != match.Ended:
		return "\n-# " + r.Text("card.pair.second"), nil
	}
	first, err := p.Matches.OtherOfPair(ctx, m)
	if errors.Is(err, match.ErrNoMatch) || err == nil && !(first.Outcome.Over() && m.Outcome.Over()) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	score := func(c game.Color) string {
		return points(m.Outcome.Result.For(c) + first.Outcome.Result.For(c.Other()))
	}
	return "\n" + r.Text("card.pair.over", locale.Args{"Red": view.Who(r.Words, m.Seats[game.Red]),
		"Black": view.Who(r.Words, m.Seats[game.Black]), "RedPoints": score(game.Red),
		"BlackPoints": score(game.Black)}), nil
}

// points formats a score, whose unit is half a point: "1", "½", "1½".
func points(halves game.Score) string {
	whole := strconv.Itoa(int(halves / 2))
	switch {
	case halves%2 == 0:
		return whole
	case halves == 1:
		return "½"
	}
	return whole + "½"
}
