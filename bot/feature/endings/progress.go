package endings

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/bot/store"
)

// Service stores players' results, by ending.
type Service struct{ db *store.DB }

// New makes a service on a database.
func New(db *store.DB) *Service { return &Service{db} }

// Mark is a player's best result in an ending.
type Mark uint8

// The marks.
const (
	None     Mark = iota
	Practice      // reached with help
	Clean
)

// Marks returns a player's marks, by names of endings.
func (s *Service) Marks(ctx context.Context, p id.Player) (map[string]Mark, error) {
	rows, err := reachedBy(ctx, s.db.Read(), p)
	marks := map[string]Mark{}
	for _, r := range rows {
		mark := Practice
		if r.Clean {
			mark = Clean
		}
		marks[r.Ending] = max(marks[r.Ending], mark)
	}
	return marks, err
}

// Counts returns how many players have reached each ending without help on a server, by names of endings.
func (s *Service) Counts(ctx context.Context, g id.Guild) (map[string]int, error) {
	if g == "" {
		return map[string]int{}, nil
	}
	return counts(ctx, s.db.Read(), g)
}

// Listener stores the result of a match in the transaction in which it ends.
func (s *Service) Listener() match.Listener {
	return match.Listener{InTx: func(ctx context.Context, tx store.Tx, c *match.Change) error {
		m := &c.Match
		if !c.Ended() || m.Ruling == match.EndedByModerator {
			return nil
		}
		e, ok := FromMatch(m)
		if !ok {
			return nil
		}
		seat := m.Seats[e.Side]
		if r := e.Reached(m); r.Goal && seat.Human() && !seat.Erased() {
			saveReached(ctx, tx, seat.Player, e.Name, m.Guild, r)
		}
		return nil
	}}
}

// Owner returns the [player.DataOwner] of players' results.
func (s *Service) Owner() player.DataOwner {
	return player.NewOwner("endings", player.DeleteRows("endings"),
		player.One("endings", reachedBy))
}

// reached is a row: a player's result in an ending on a server, "" for direct messages.
type reached struct {
	Ending string    `json:"ending"`
	Guild  id.Guild  `json:"server,omitempty"`
	At     time.Time `json:"at"` // first time; first time without help if Clean
	Moves  int       `json:"moves"`
	Clean  bool      `json:"without_help"`
}
