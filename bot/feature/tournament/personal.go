package tournament

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
)

// Owner returns the [player.DataOwner] of what tournaments store about players.
func (s *Service) Owner() player.DataOwner {
	return player.NewOwner("tournaments", s.erase, player.One("tournaments", player.Asked(s.export)))
}

// exported is a tournament in a player's export.
type exported struct {
	Name    string               `json:"name,omitempty"`
	System  System               `json:"system"`
	State   State                `json:"state"`
	Created time.Time            `json:"created"`
	By      bool                 `json:"created_by_you"`
	Directs bool                 `json:"directed_by_you"`
	As      string               `json:"played_as,omitempty"`
	Status  Status               `json:"status,omitempty"`
	Place   int                  `json:"place,omitempty"`
	Points  int                  `json:"points"`
	Fixed   []exportedCorrection `json:"corrections_by_you,omitempty"`
}

type exportedCorrection struct {
	Round  int    `json:"round"`
	Board  int    `json:"board"`
	Result string `json:"result"`
	Reason string `json:"reason"`
}

func (s *Service) export(ctx context.Context, p id.Player) ([]exported, error) {
	ids, err := idsOfPlayer(ctx, s.db.Read(), p)
	if err != nil {
		return nil, err
	}
	list := []exported{}
	for _, of := range ids {
		t, err := s.Get(ctx, of)
		if err != nil {
			return nil, err
		}
		e := exported{Name: t.Name, System: t.System, State: t.State, Created: t.Created.UTC(), By: t.By == p,
			Directs: t.Directs(Actor{Player: p})}
		if slices.Contains(t.Barred, p) {
			e.Status = Removed
		}
		if mine := t.Of(p); mine != nil {
			e.As, e.Status = mine.Name, mine.Status
			for _, row := range t.Table() {
				if row.Number == mine.Number {
					e.Place, e.Points = row.Place, row.Points
				}
			}
		}
		all, err := s.Corrections(ctx, of)
		if err != nil {
			return nil, err
		}
		for _, c := range all {
			if c.By == p {
				e.Fixed = append(e.Fixed, exportedCorrection{c.Round, c.Board, string(c.Now), c.Reason})
			}
		}
		list = append(list, e)
	}
	return list, nil
}

// erase makes a player anonymous: their results stay, because they are their opponents' results too. A player of a
// tournament that has not started is deleted from it.
func (s *Service) erase(ctx context.Context, tx store.Tx, p id.Player) error {
	ids, err := idsOfPlayer(ctx, tx.Conn, p)
	if err != nil {
		return err
	}
	for _, of := range ids {
		_, err := s.changeIn(ctx, tx, of, func(tx store.Tx, t *Tournament) error {
			t.forget(p, tx.Now)
			return nil
		})
		if err != nil {
			return err
		}
	}
	tx.ExecDeferred(ctx, `UPDATE tournament_corrections SET author = '' WHERE author = ?`, string(p))
	return nil
}

func (t *Tournament) forget(p id.Player, now time.Time) {
	e := t.Of(p)
	if e != nil && e.Status == In {
		t.leave(e, Out, takenOut, now)
	}
	if t.By == p {
		t.By, t.ByName = "", ""
	}
	is := func(other id.Player) bool { return other == p }
	t.Helpers, t.Barred = slices.DeleteFunc(t.Helpers, is), slices.DeleteFunc(t.Barred, is)
	switch e = t.Of(p); {
	case e == nil:
		return
	case e.Number == 0: // canceled before the start
		t.Players = slices.DeleteFunc(t.Players, func(other Entrant) bool { return is(other.Player) })
		return
	case t.System != Arena: // an arena needs the rating for opponents' performances
		e.rating = 0
	}
	e.Name, e.Player = "", id.Player(fmt.Sprint(player.ErasedPrefix, e.Number))
}

// Unnamed returns the subjects of the boards of players whom the change erased, whose threads must be renamed.
func (c *Change) Unnamed() (boards []id.Subject) {
	erased := map[int]bool{}
	for _, e := range c.Tournament.Players {
		if was := c.Before.Entrant(e.Number); was != nil && e.Gone() && !was.Gone() {
			erased[e.Number] = true
		}
	}
	for i := range c.Tournament.Pairings {
		if b := &c.Tournament.Pairings[i]; erased[b.Red] || erased[b.Black] {
			boards = append(boards, c.Tournament.BoardSubject(b))
		}
	}
	return boards
}

// Gone reports whether the player has been erased.
func (e *Entrant) Gone() bool { return strings.HasPrefix(string(e.Player), player.ErasedPrefix) }

// idsOfPlayer returns the ids of the tournaments that name a player: as player, creator, helper, as barred, or as
// author of a correction.
func idsOfPlayer(ctx context.Context, c store.Conn, p id.Player) ([]id.Match, error) {
	return store.All(ctx, c, store.Value[id.Match], `
		SELECT tournament FROM tournament_players WHERE player = ?
		UNION SELECT id FROM tournaments WHERE starter = ? OR ' ' || helpers || ' ' || barred || ' ' LIKE ?
		UNION SELECT tournament FROM tournament_corrections WHERE author = ?`, string(p), string(p),
		"% "+string(p)+" %", string(p))
}

// OfPlayer returns the unfinished tournaments that a player is in, with empty Players and Pairings.
func (s *Service) OfPlayer(ctx context.Context, p id.Player) ([]Tournament, error) {
	return playedBy(ctx, s.db.Read(), p)
}

func playedBy(ctx context.Context, c store.Conn, p id.Player) ([]Tournament, error) {
	return store.All(ctx, c, scan, selectFrom+`WHERE state NOT IN ('done', 'cancelled')
		AND id IN (SELECT tournament FROM tournament_players WHERE player = ? AND status = 'in') ORDER BY created, id`,
		string(p))
}
