package standing

import (
	"context"
	"math"
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/rating"
	"yeye/bot/store"
)

// owner presents ratings, results, achievements and reviews as players' data.
type owner struct{ *standing }

func (owner) Name() string { return "standing" }

// Busy returns false: nothing here prevents the erasure of a player.
func (owner) Busy(context.Context, store.Tx, id.Player) (bool, error) { return false, nil }

type exportedRating struct {
	Pool      pool      `json:"pool"`
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
	Pool    pool      `json:"pool,omitempty"`
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

// Export returns a player's ratings, results, achievements, reviews and servers; the moves are exported with the matches.
func (o owner) Export(ctx context.Context, p id.Player) ([]player.Section, error) {
	ratings, err := ratingsOf(ctx, o.db.Read(), p)
	if err != nil {
		return nil, err
	}
	all, err := ofPlayer(ctx, o.db.Read(), p, math.MaxInt32)
	if err != nil {
		return nil, err
	}
	servers, err := serversOf(ctx, o.db.Read(), p)
	if err != nil {
		return nil, err
	}
	earned, err := earnedBy(ctx, o.db.Read(), p)
	if err != nil {
		return nil, err
	}
	reviews, err := exportReviews(ctx, o.db.Read(), p)
	if err != nil {
		return nil, err
	}
	standings, games, achievements := []exportedRating{}, []exportedResult{}, []exportedAchievement{}
	for _, a := range earned {
		achievements = append(achievements, exportedAchievement{a.key, a.game, a.at, a.times})
	}
	for _, in := range []pool{live, days} {
		if r, ok := ratings[in]; ok {
			standings = append(standings, exportedRating{in, r.Value, r.Deviation, r.games, r.opponents, r.at})
		}
	}
	for _, r := range all {
		games = append(games, exportedResult{r.game, r.score, r.unaided, r.pool, r.before, r.after, r.at})
	}
	if servers == nil {
		servers = []id.Guild{}
	}
	return []player.Section{{Key: "ratings", Value: standings}, {Key: "results", Value: games}, {Key: "achievements", Value: achievements}, {Key: "reviews", Value: reviews}, {Key: "played_on_servers", Value: servers}}, nil
}

func (owner) Erase(ctx context.Context, tx store.Tx, p id.Player) error { return erase(ctx, tx, p) }
