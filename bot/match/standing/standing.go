// Package standing stores what players have reached: ratings between people, results, achievements and places on
// leaderboards.
//
// All of it is written in the transaction in which a match ends. A match between people changes the ratings of a pool
// (live clocks or days per move) if it is rated, has at least two moves, was ended by the players or their clocks, and
// is within the pair's daily limit [PerDay]. Games against characters change no rating, and characters have none.
//
// Out of scope: the arithmetic of ratings (bot/match/rating), Discord beyond opaque ids, words, SQL outside
// sql.go.
package standing

import (
	"context"
	"time"

	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/rating"
	"yeye/bot/player"
	"yeye/bot/policy"
	"yeye/bot/store"
	"yeye/game"
)

// Service reads and writes the standing of players.
type Service struct {
	db      *store.DB
	players *player.Service
	guilds  *guild.Service
}

// New makes a service on a database.
func New(db *store.DB, players *player.Service, guilds *guild.Service) *Service {
	return &Service{db, players, guilds}
}

// Pool is a kind of games with its own rating. The names are stored.
type Pool string

// The pools.
const (
	Unrated Pool = ""
	Live    Pool = "live" // live clocks
	Days    Pool = "days" // days per move
)

// Pools lists the pools in the order in which they are shown.
var Pools = []Pool{Live, Days}

// Finished reports whether a match of xiangqi has a result that its players, or their clocks, brought about. That
// includes a match that a moderator paused and a player then left. It excludes endings, whose results package endings
// stores.
func Finished(m *match.Match) bool {
	return m.Mode.Competitive && !m.Mode.Unattended && m.Mode.Counts() && !m.Mode.Goal && m.Status == match.Ended &&
		m.Ruling != match.EndedByModerator &&
		rating.Counts(m.Outcome, m.Game.Ply())
}

// poolOf returns the pool in which a finished match counts by its terms. The caller checks bars and the daily limit.
func poolOf(m *match.Match) Pool {
	red, black := m.Seats[game.Red], m.Seats[game.Black]
	people := m.Mode.TwoPlayers && red.Human() && black.Human() && !m.HasErased() && red.Player != black.Player
	switch {
	case !Finished(m), !people, m.CasualReason != match.Rated, !even(m):
		return Unrated
	case m.Clock.Live():
		return Live
	case !m.Clock.None():
		return Days
	}
	return Unrated
}

// even reports whether a match began at the starting position, without odds.
func even(m *match.Match) bool { return m.Odds == match.Even && m.Game.Start() == game.Start() }

// Rating is a player's rating in a pool.
type Rating struct {
	rating.Rating
	Games     int
	Opponents int // number of different opponents
	Last      time.Time
}

// at returns the rating at a time: its deviation grows with the days since the last game.
func (r Rating) at(now time.Time) Rating {
	r.Rating = rating.Club().Aged(r.Rating, now.Sub(r.Last).Hours()/24)
	return r
}

// Ratings returns a player's current ratings by pool.
func (s *Service) Ratings(ctx context.Context, p id.Player) (map[Pool]Rating, error) {
	all, err := ratingsOf(ctx, s.db.Read(), pair{p})
	for in, r := range all[p] {
		all[p][in] = r.at(s.db.Now())
	}
	return all[p], err
}

// Main returns the pool in which a player with these ratings has played most, Unrated if none.
func Main(ratings map[Pool]Rating) (main Pool) {
	for _, in := range Pools {
		if ratings[in].Games > ratings[main].Games {
			main = in
		}
	}
	return main
}

// NameOn returns a player's name in their last finished game on a server ("" for direct messages); ok is false if there
// is none.
func (s *Service) NameOn(ctx context.Context, g id.Guild, p id.Player) (name string, ok bool, err error) {
	ok, err = store.One(s.db.Read().Row(ctx, nameOf, string(g), string(p)), &name)
	return name, ok, err
}

// Visible reports whether others on a server may see a player's profile, and returns the player's name there.
func (s *Service) Visible(ctx context.Context, g id.Guild, p id.Player) (seen bool, name string, err error) {
	name, played, err := s.NameOn(ctx, g, p)
	if err != nil || !played || g == "" {
		return false, name, err
	}
	shown, err := policy.Show(ctx, s.db.Read(), "", p)
	return shown.Of(p), name, err
}
