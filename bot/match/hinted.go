package match

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/game"
)

// RecordHint records that a hint has shown a move to the player who is to move in a match. It does not change the
// match.
func (s *Service) RecordHint(ctx context.Context, m *Match, shown game.Move) error {
	return s.db.Write().Run(ctx, addHinted, fmt.Sprintf(" %d:%v", m.Game.Ply(), shown), string(m.ID))
}

// Hints returns the moves that hints have shown in a match, by the ply for which they were shown.
func (s *Service) Hints(ctx context.Context, of id.Match) (map[int][]game.Move, error) {
	text, err := store.Value[string](s.db.Read().Row(ctx, hintedIn, string(of)))
	if err != nil {
		return nil, err
	}
	all := map[int][]game.Move{}
	for _, one := range strings.Fields(text) {
		ply, move, _ := strings.Cut(one, ":")
		n, err := strconv.Atoi(ply)
		if err != nil {
			return nil, fmt.Errorf("a hint %q: %w", one, err)
		}
		m, err := game.ParseMove(move)
		if err != nil {
			return nil, fmt.Errorf("a hint %q: %w", one, err)
		}
		all[n] = append(all[n], m)
	}
	return all, nil
}
