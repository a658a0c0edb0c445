package challenge

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/game"
)

// Owner returns the [player.DataOwner] of challenges.
func (s *Service) Owner() player.DataOwner { return owner{s} }

type owner struct{ *Service }

func (owner) Name() string { return "challenges" }

// About returns the challenges by or to a player that did not become matches, oldest first.
func (s *Service) About(ctx context.Context, p id.Player) ([]Challenge, error) {
	return all(ctx, s.db.Read(), whereAbout, string(p), string(p), string(p), int(Accepted), int(Removed))
}

// exported is a challenge in a player's export. Of the other player it has only the name.
type exported struct {
	ID      id.Match   `json:"id"`
	Channel id.Channel `json:"channel"`
	Status  string     `json:"status"`
	Red     string     `json:"red"`
	Black   string     `json:"black"`
	You     []string   `json:"you,omitempty"` // red, black
	Made    bool       `json:"made_by_you"`
	Odds    string     `json:"odds"`
	Clock   string     `json:"clock"`
	Rated   string     `json:"rated"`
	Start   string     `json:"start"` // FEN
	Pair    bool       `json:"pair_of_games,omitempty"`
	Created time.Time  `json:"created"`
	Touched time.Time  `json:"touched"`
}

var statusNames = map[Status]string{Waiting: "waiting", Declined: "declined", Withdrawn: "withdrawn",
	Expired: "expired", CalledOff: "called off"}

func (o owner) Export(ctx context.Context, c store.Conn, p id.Player) ([]player.Section, error) {
	return player.Export(ctx, c, p, player.List("challenges", player.Asked(o.About), exportedOf))
}

func exportedOf(c *Challenge, p id.Player) exported {
	return exported{ID: c.ID, Channel: c.Channel, Status: statusNames[c.Status],
		Red: c.Seats[game.Red].Exported(), Black: c.Seats[game.Black].Exported(), You: match.SidesOf(c.Seats, p),
		Made: c.Starter == p,
		Odds: c.Odds.String(), Clock: c.Timing.String(), Rated: c.Casual.String(), Start: c.Position.FEN(),
		Pair: c.Pair, Created: c.Created, Touched: c.Touched}
}
