package ranks

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
)

// Owner returns the roles that were given to players as their data. Rows that are needed to take an erased player's
// roles stay until the roles are taken.
func (s *Service) Owner() player.DataOwner {
	return player.NewOwner("ranks", s.erase, player.Rows("rank_roles", store.Into(func(e *exportedRole) []any {
		return []any{&e.Guild, &e.Role}
	}), `SELECT guild, role FROM rank_holders WHERE player = ? ORDER BY guild, role`))
}

type exportedRole struct {
	Guild id.Guild `json:"server"`
	Role  id.Role  `json:"role"`
}

// erase schedules the removal of a player's roles in Discord, since what earned them is erased.
func (s *Service) erase(ctx context.Context, tx store.Tx, p id.Player) error {
	if err := markDue(ctx, tx, ofHolder, string(p)); err != nil {
		return err
	}
	dropDueWithoutRoles(ctx, tx, p)
	return nil
}
