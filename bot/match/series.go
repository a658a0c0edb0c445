package match

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/game"
)

// Series is the score between two players who play repeatedly in a channel, indexed by their sides in the given match.
type Series struct {
	Games int // including that match
	Wins  [2]int
	Draws int
}

const (
	// maxSeries is the greatest number of games that count as one series.
	maxSeries = 50
	// seriesPause is the longest time from the end of one game of a series to that of the next.
	seriesPause = 6 * time.Hour
)

// Series returns the score of an ended match and those just before it in its channel, as long as the same two played
// them consecutively. Games without a result are skipped.
func (s *Service) Series(ctx context.Context, m *Match) (Series, error) {
	all, err := endedIn(ctx, s.db.Read(), m.Channel, m.Touched, maxSeries)
	if err != nil {
		return Series{}, err
	}
	var total Series
	last := m.Touched
	for i := range all {
		one := &all[i]
		side, same := one.sideOf(m.Seats[game.Red])
		if other, also := one.sideOf(m.Seats[game.Black]); !same || !also || one.kind != m.Mode.Kind || side == other ||
			last.Sub(one.at) > seriesPause {
			break
		}
		last = one.at
		if one.result == game.Ongoing.String() {
			continue
		}
		total.Games++
		switch one.result {
		case game.WinFor(side).String():
			total.Wins[game.Red]++
		case game.WinFor(side.Other()).String():
			total.Wins[game.Black]++
		default:
			total.Draws++
		}
	}
	return total, nil
}

// finished holds the fields of an ended match that a series needs.
type finished struct {
	kind   id.Kind
	seats  [2]Seat
	result string
	at     time.Time
}

// sideOf returns the side on which the player of s sat.
func (f *finished) sideOf(s Seat) (game.Color, bool) {
	for _, c := range [2]game.Color{game.Red, game.Black} {
		if seat := f.seats[c]; seat.Player == s.Player && (s.Human() || seat.Level == s.Level) {
			return c, true
		}
	}
	return game.Red, false
}
