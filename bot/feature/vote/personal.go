package vote

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/game"
)

// exported is a match in a voter's export.
type exported struct {
	Match  id.Match  `json:"game"`
	Side   string    `json:"side"`
	Joined time.Time `json:"joined"`
	Votes  int       `json:"votes"`               // number of votes they took part in
	Move   string    `json:"open_vote,omitempty"` // their move in the open vote
	Wish   Wish      `json:"open_wish,omitempty"`
}

// Tidy deletes the voters of up to limit ended matches whose cards are no longer maintained, and reports whether there
// may be more.
func (s *Service) Tidy(ctx context.Context, limit int) (more bool, err error) {
	return store.DropOld(ctx, s.db, limit, func(tx store.Tx) ([]id.Match, error) {
		return overBefore(ctx, tx.Conn, tx.Now.Add(-match.CardLifetime), limit)
	}, func(tx store.Tx, of id.Match) error {
		removeVoters(ctx, tx, of)
		return s.matches.ShowAgain(ctx, tx, of) // its card names the voters, and later erasures would not find it
	})
}

// exports is the part of an export with the matches in which a player voted, and their ballot in an open vote: once a
// vote is counted, choices are not stored.
func exports() player.Part {
	return player.Rows("votes", func(r store.Row) (e exported, err error) {
		var side game.Color
		err = r.Scan(&e.Match, &side, store.Time(&e.Joined), &e.Votes, &e.Move, &e.Wish)
		e.Side = side.String()
		return e, err
	}, `SELECT v.match, v.side, v.at,
		(SELECT COUNT(*) FROM ballots b WHERE b.match = v.match AND b.player = v.player),
		COALESCE((SELECT MAX(b.move) FROM ballots b WHERE b.match = v.match AND b.player = v.player), ''),
		COALESCE((SELECT MAX(b.wish) FROM ballots b WHERE b.match = v.match AND b.player = v.player), '')
		FROM voters v WHERE v.player = ? ORDER BY v.at, v.match`)
}

// erase deletes a player's ballots, also in open votes, and their memberships of teams. Counts of earlier votes hold no
// names and stay; cards that name the player are updated.
func (s *Service) erase(ctx context.Context, tx store.Tx, p id.Player) error {
	all, err := store.All(ctx, tx.Conn, store.Value[id.Match],
		`SELECT match FROM voters WHERE player = ? ORDER BY match`, string(p))
	if err != nil {
		return err
	}
	for _, statement := range []string{
		`UPDATE votes SET changes = changes + 1 WHERE match IN (SELECT match FROM ballots WHERE player = ?
			AND (move <> '' OR wish <> ''))`,
		`DELETE FROM ballots WHERE player = ?`,
		`DELETE FROM voters WHERE player = ?`,
	} {
		tx.ExecDeferred(ctx, statement, string(p))
	}
	for _, of := range all {
		if err := s.matches.ShowAgain(ctx, tx, of); err != nil {
			return err
		}
	}
	return nil
}
