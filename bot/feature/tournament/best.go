package tournament

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"yeye/bot/id"
	"yeye/bot/store"
)

// BestJob is the kind and the slot of the job that finds the best game of a finished tournament.
const BestJob = "tournamentbest"

// Best is the best game of a tournament: the one whose less accurate player was the most accurate. The zero Best means
// none.
type Best struct {
	Round, Number int    // of the board
	Accuracy      [2]int // in percent, by color
}

// Known reports whether there is a best game.
func (b Best) Known() bool { return b.Round > 0 }

// Beats reports whether b is strictly better than o.
func (b Best) Beats(o Best) bool {
	least, greatest := min(b.Accuracy[0], b.Accuracy[1]), max(b.Accuracy[0], b.Accuracy[1])
	return !o.Known() || cmp.Or(cmp.Compare(least, min(o.Accuracy[0], o.Accuracy[1])),
		cmp.Compare(greatest, max(o.Accuracy[0], o.Accuracy[1]))) > 0
}

// String returns the stored form, round-board and both accuracies, such as "3-1 94 88"; "" for none.
func (b Best) String() string {
	if !b.Known() {
		return ""
	}
	return fmt.Sprintf("%d-%d %d %d", b.Round, b.Number, b.Accuracy[0], b.Accuracy[1])
}

// ParseBest reads what String writes.
func ParseBest(text string) (b Best, ok bool) {
	if text == "" {
		return b, true
	}
	_, err := fmt.Sscanf(text, "%d-%d %d %d", &b.Round, &b.Number, &b.Accuracy[0], &b.Accuracy[1])
	return b, err == nil
}

const (
	// judgedPlies is the least length of a best game, and maxJudged how many games are analyzed.
	judgedPlies, maxJudged = 24, 40
)

// Judged returns the boards whose games may be the best: long enough and played to their end, those of the best placed
// players first.
func (t *Tournament) Judged() (all []*Board) {
	places := map[int]int{}
	for _, row := range t.Table() {
		places[row.Number] = row.Place
	}
	for i := range t.Pairings {
		if b := &t.Pairings[i]; b.How == Played && b.Plies >= judgedPlies {
			all = append(all, b)
		}
	}
	slices.SortStableFunc(all, func(a, b *Board) int {
		return cmp.Compare(places[a.Red]+places[a.Black], places[b.Red]+places[b.Black])
	})
	return all[:min(len(all), maxJudged)]
}

// FoundBest records the best game of a finished tournament.
func (s *Service) FoundBest(ctx context.Context, of id.Match, b Best) error {
	_, err := s.change(ctx, "", of, func(_ store.Tx, t *Tournament) error {
		if !t.State.Over() || t.Best == b {
			return errNothing
		}
		t.Best = b
		return nil
	})
	return err
}
