package standing

import (
	"context"
	"math"
	"time"

	"yeye/bot/id"
	"yeye/bot/match/rating"
	"yeye/bot/player"
)

// Owner returns ratings, results and achievements as players' data.
func (s *Service) Owner() player.DataOwner { return player.NewOwner("standing", s.export, erase) }

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

// export returns a player's ratings, results, achievements and servers; the moves are exported with the matches.
func (s *Service) export(ctx context.Context, p id.Player) ([]player.Section, error) {
	ratings, err := ratingsOf(ctx, s.db.Read(), duo{p})
	if err != nil {
		return nil, err
	}
	all, err := ofPlayer(ctx, s.db.Read(), p, math.MaxInt32)
	if err != nil {
		return nil, err
	}
	earned, err := earnedBy(ctx, s.db.Read(), p)
	if err != nil {
		return nil, err
	}
	servers, err := serversOf(ctx, s.db.Read(), p)
	if err != nil {
		return nil, err
	}
	standings, games, achievements := []exportedRating{}, []exportedResult{}, []exportedAchievement{}
	for _, in := range Pools {
		if r, ok := ratings[p][in]; ok {
			standings = append(standings, exportedRating{in, r.Value, r.Deviation, r.Games, r.Opponents, r.Last})
		}
	}
	for _, r := range all {
		games = append(games, exportedResult{r.Game, r.Score.Points(), r.Unaided, r.Pool, r.Before, r.After, r.At})
	}
	for _, a := range earned {
		achievements = append(achievements, exportedAchievement{a.Key, a.Game, a.At, a.Times})
	}
	if servers == nil {
		servers = []id.Guild{}
	}
	return []player.Section{{Key: "ratings", Value: standings}, {Key: "results", Value: games},
		{Key: "achievements", Value: achievements}, {Key: "played_on_servers", Value: servers}}, nil
}
