package standing

import (
	"context"
	"math"
	"time"

	"yeye/bot/id"
	"yeye/bot/match/rating"
	"yeye/bot/player"
	"yeye/bot/store"
)

// Owner returns the [player.DataOwner] of ratings, results, achievements and servers. Moves are exported with the
// matches.
func (s *Service) Owner() player.DataOwner {
	return player.NewOwner("standing", erase,
		player.One("ratings", exportedRatings),
		player.List("results", func(ctx context.Context, c store.Conn, p id.Player) ([]Result, error) {
			return resultsOfPlayer(ctx, c, p, math.MaxInt32)
		}, func(r *Result, _ id.Player) exportedResult {
			return exportedResult{r.Game, r.Score.Points(), r.Unaided, r.Pool, r.Before, r.After, r.At}
		}),
		player.List("achievements", earnedBy, func(a *Achievement, _ id.Player) exportedAchievement {
			return exportedAchievement{a.Key, a.Game, a.At, a.Times}
		}),
		player.List("played_on_servers", serversOf,
			func(g *id.Guild, _ id.Player) id.Guild { return *g }))
}

type exportedRating struct {
	Pool      Pool      `json:"pool"`
	Rating    float64   `json:"rating"`
	Deviation float64   `json:"deviation"`
	Games     int       `json:"games"`
	Opponents int       `json:"opponents"`
	Last      time.Time `json:"last"`
}

type exportedResult struct {
	Game    id.Match  `json:"game"`
	Score   float64   `json:"score"`
	Unaided bool      `json:"unaided"`
	Pool    Pool      `json:"pool,omitempty"`
	Before  float64   `json:"before,omitempty"`
	After   float64   `json:"after,omitempty"`
	At      time.Time `json:"at"`
}

type exportedAchievement struct {
	Key   rating.Achievement `json:"key"`
	Game  id.Match           `json:"first_game"`
	At    time.Time          `json:"first"`
	Times int                `json:"times"`
}

// exportedRatings returns a player's ratings, in the order of [Pools].
func exportedRatings(ctx context.Context, c store.Conn, p id.Player) ([]exportedRating, error) {
	ratings, err := ratingsOf(ctx, c, pair{p})
	all := []exportedRating{}
	for _, in := range Pools {
		if r, ok := ratings[p][in]; ok {
			all = append(all, exportedRating{in, r.Value, r.Deviation, r.Games, r.Opponents, r.Last})
		}
	}
	return all, err
}
