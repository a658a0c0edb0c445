package ring

import (
	"context"
	"errors"
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
)

// Owner returns the [player.DataOwner] of what rings store about players.
func (s *Service) Owner() player.DataOwner {
	return player.NewOwner("rings", s.erase, player.One("rings", player.Asked(s.exportedRings)),
		player.Rows("ring_records", store.Into(func(e *exportedRun) []any {
			return []any{&e.Guild, &e.Length, store.UTC(&e.At)}
		}), `SELECT guild, length, at FROM ring_runs WHERE player = ? ORDER BY guild`))
}

type exportedRun struct {
	Guild  id.Guild  `json:"server"`
	Length int       `json:"opponents"`
	At     time.Time `json:"at"`
}

// exportedRing is a ring that a player holds, waits at or opened.
type exportedRing struct {
	Guild   id.Guild   `json:"server"`
	Channel id.Channel `json:"channel"`
	Opened  time.Time  `json:"opened"`
	By      bool       `json:"opened_by_you"`
	Holds   bool       `json:"held_by_you"`
	Place   int        `json:"place_in_queue,omitempty"`
}

func (s *Service) exportedRings(ctx context.Context, p id.Player) ([]exportedRing, error) {
	all, err := store.All(ctx, s.db.Read(), store.Value[id.Match], selectOfPlayer, string(p), string(p), string(p))
	if err != nil {
		return nil, err
	}
	rings := []exportedRing{}
	for _, of := range all {
		r, err := s.Get(ctx, of)
		if errors.Is(err, ErrNone) {
			continue
		}
		if err != nil {
			return nil, err
		}
		rings = append(rings, exportedRing{r.Guild, r.Channel, r.Created.UTC(), r.By == p, r.Holder.Player == p,
			r.find(p) + 1})
	}
	return rings, nil
}

// erase removes a player from all rings, and deletes their runs. Since the cards of all rings of a server name its
// record, all rings of servers where they have a run are changed too.
func (s *Service) erase(ctx context.Context, tx store.Tx, p id.Player) error {
	all, err := store.All(ctx, tx.Conn, store.Value[id.Match],
		selectOfPlayer+` UNION SELECT rings.id FROM rings JOIN ring_runs ON ring_runs.guild = rings.guild
		WHERE ring_runs.player = ?`, string(p), string(p), string(p), string(p))
	if err != nil {
		return err
	}
	for _, of := range all {
		_, err := s.changeIn(ctx, tx, of, func(r *Ring, now time.Time) error {
			r.forget(p, now)
			return nil
		})
		if err != nil {
			return err
		}
	}
	tx.ExecDeferred(ctx, `DELETE FROM ring_runs WHERE player = ?`, string(p))
	return nil
}

// selectOfPlayer selects the ids of the rings that a player is at, opened, or is named in. It has three parameters, all
// the player.
const selectOfPlayer = `SELECT ring FROM ring_players WHERE player = ? UNION SELECT id FROM rings WHERE starter = ?
	OR about = ?`
