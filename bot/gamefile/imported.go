package gamefile

import (
	"context"
	"errors"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/game"
)

// Imported is a game that somebody read in, to be looked at: nobody plays it.
type Imported struct {
	ID     id.Match // among those of matches
	Owner  id.Player
	Names  [2]string // by game.Color, as the file has them; "" for unknown
	Title  string
	Game   *game.Game
	Result game.Result // as the file has it
	Notes  string      // what the file says beside the moves, see [Notes]
	At     time.Time
}

// ErrNoGame: there is no such game, or none that the player may see.
var ErrNoGame = errors.New("there is no such game")

const (
	maxImported = 50                  // games of one player
	keptFor     = 90 * 24 * time.Hour // then they are removed, see Tidy
)

// Service keeps imported games and finds games of both kinds.
type Service struct {
	db      *store.DB
	matches *match.Service
}

// New works on a database.
func New(db *store.DB, matches *match.Service) *Service { return &Service{db, matches} }

// Keep stores a game that somebody read in and gives it an id. The oldest of a player who has many make room.
func (s *Service) Keep(ctx context.Context, g Imported) (id.Match, error) {
	g.ID, g.At = s.matches.NewID(), s.db.Now()
	return g.ID, s.db.Tx(ctx, func(tx store.Tx) error { return insert(ctx, tx, &g) })
}

// Imported is a game that somebody read in: [ErrNoGame] for anybody else.
func (s *Service) Imported(ctx context.Context, of id.Match, owner id.Player) (Imported, error) {
	g, err := load(ctx, s.db.Read(), of)
	if err == nil && g.Owner != owner {
		err = ErrNoGame
	}
	return g, err
}

// Count is how many games a player has read in.
func (s *Service) Count(ctx context.Context, owner id.Player) (n int, err error) {
	return count(ctx, s.db.Read(), owner)
}

// Tidy removes up to limit games that were read in a long time ago.
func (s *Service) Tidy(ctx context.Context, limit int) (bool, error) {
	return tidy(ctx, s.db, s.db.Now().Add(-keptFor), limit)
}

// Owner is the imported games as something of a player's.
func (s *Service) Owner() player.DataOwner { return owner{s} }

type owner struct{ *Service }

func (owner) Name() string                                                { return "imported games" }
func (owner) Busy(context.Context, store.Tx, id.Player) (bool, error)     { return false, nil }
func (o owner) Erase(ctx context.Context, tx store.Tx, p id.Player) error { return erase(ctx, tx, p) }

// exported is an imported game as a player gets it.
type exported struct {
	ID     id.Match  `json:"id"`
	Red    string    `json:"red"`
	Black  string    `json:"black"`
	Title  string    `json:"title"`
	Result string    `json:"result"`
	FEN    string    `json:"start"`
	Moves  []string  `json:"moves"`
	Notes  string    `json:"notes,omitempty"` // PGN
	At     time.Time `json:"at"`
}

// Export implements player.DataOwner.
func (o owner) Export(ctx context.Context, p id.Player) ([]player.Section, error) {
	all, err := ofOwner(ctx, o.db.Read(), p)
	if err != nil {
		return nil, err
	}
	list := []exported{}
	for i := range all {
		g := &all[i]
		start := g.Game.Start()
		list = append(list, exported{g.ID, g.Names[game.Red], g.Names[game.Black], g.Title, g.Result.String(), start.FEN(), Moves(g.Game), g.Notes, g.At})
	}
	return []player.Section{{Key: "imported_games", Value: list}}, nil
}

// Moves is the moves of a game in coordinates.
func Moves(g *game.Game) []string {
	moves := []string{}
	for _, m := range g.Moves() {
		moves = append(moves, m.String())
	}
	return moves
}
