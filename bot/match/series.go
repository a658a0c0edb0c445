package match

import (
	"context"
	"time"

	"yeye/game"
)

// Series is what two who play again and again in a channel have won of each other, by their sides in the match that was asked about.
type Series struct {
	Games int // with that match
	Wins  [2]int
	Draws int
}

const (
	// maxSeries bounds how far back is looked.
	maxSeries = 50
	// seriesPause is how long at most a game of a series ended before the next.
	seriesPause = 6 * time.Hour
)

// Series is how an ended match and those just before it in its channel went, as long as the same two played them one after the other.
// Games without a result are passed over.
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
		if other, also := one.sideOf(m.Seats[game.Black]); !same || !also || side == other || last.Sub(one.at) > seriesPause {
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

// finished is an ended match as far as a series needs it.
type finished struct {
	seats  [2]Seat
	result string
	at     time.Time
}

// sideOf is the side on which somebody sat.
func (f *finished) sideOf(s Seat) (game.Color, bool) {
	for _, c := range [2]game.Color{game.Red, game.Black} {
		if there := f.seats[c]; there.Player == s.Player && (s.Human() || there.Level == s.Level) {
			return c, true
		}
	}
	return game.Red, false
}
