package store

import (
	"context"
	"database/sql"
	"errors"

	"yeye/bot/board"
	"yeye/bot/session"
	"yeye/game"
)

// About is everything that is stored of a person beside their locale and taste.
func (s *Store) About(ctx context.Context, p session.PlayerID) (a board.About, err error) {
	if a.Sessions, err = s.sessions(ctx, `WHERE (red_player = ?1 OR black_player = ?1 OR starter = ?1) AND status <> ?2 ORDER BY created, id`,
		string(p), int(session.Removed)); err != nil {
		return a, err
	}
	if a.Kept, err = s.keptOf(ctx, p); err != nil {
		return a, err
	}
	if a.Blocked, err = s.Blocked(ctx, p, -1); err != nil {
		return a, err
	}
	if err = s.read.QueryRowContext(ctx, `SELECT COUNT(*) FROM unwelcome WHERE challenger = ?`, string(p)).Scan(&a.BlockedBy); err != nil {
		return a, err
	}
	if a.Acts, err = s.acts(ctx, `WHERE by = ?1 OR player = ?1 ORDER BY at, id`, string(p)); err != nil {
		return a, err
	}
	a.Barred, err = every(ctx, s.read, scanOne[string], `SELECT server FROM bars WHERE player = ? ORDER BY server`, string(p))
	return a, err
}

// keptOf is the games that a person read in, the oldest first.
func (s *Store) keptOf(ctx context.Context, p session.PlayerID) ([]session.Kept, error) {
	ids, err := every(ctx, s.read, scanOne[session.ID], `SELECT id FROM kept WHERE owner = ? ORDER BY at, id`, string(p))
	if err != nil {
		return nil, err
	}
	var all []session.Kept
	for _, id := range ids {
		k, err := s.Kept(ctx, id)
		if errors.Is(err, session.ErrNoSession) {
			continue // forgotten meanwhile
		}
		if err != nil {
			return nil, err
		}
		all = append(all, k)
	}
	return all, nil
}

// forgetting is what removes a person, in order. ?1 is the person, ?2 the status
// of a removed session, ?3 now, ?4 since when cards are looked after, ?5 and ?6
// what stands for a person on either side.
var forgetting = []string{
	// What is nobody else's goes: games against characters, studies, challenges. The
	// cards of late ones are taken away first, see [session.Removed].
	`UPDATE sessions SET status = ?2, act = 0, rev = rev + 1, unseen = 0, touched = ?3
		WHERE touched > ?4 AND status IN (1, 3) AND ` + ownSession,
	`DELETE FROM sessions WHERE status IN (1, 3) AND ` + ownSession, // with their boards, by the keys that point here
	`UPDATE sessions SET starter = '', red_player = '', red_name = '', black_player = '', black_name = '' WHERE status = ?2 AND (red_player = ?1 OR black_player = ?1)`,
	// Games of two people stay whole for the other.
	`UPDATE sessions SET rev = rev + 1, unseen = 0, red_player = ?5, red_name = '' WHERE status = 1 AND red_player = ?1`,
	`UPDATE sessions SET rev = rev + 1, unseen = 0, black_player = ?6, black_name = '' WHERE status = 1 AND black_player = ?1`,
	`UPDATE sessions SET starter = '' WHERE starter = ?1`,
	`UPDATE sessions SET ruled_by = '' WHERE ruled_by <> '' AND ruled_by = ?1`,
	`DELETE FROM kept WHERE owner = ?1`,
	`DELETE FROM unwelcome WHERE player = ?1`,
	`UPDATE acts SET by = '' WHERE by = ?1`,
	`UPDATE acts SET player = '' WHERE player = ?1`,
	`UPDATE bars SET name = '' WHERE player = ?1`,
	`UPDATE bars SET by = '' WHERE by = ?1`,
	`DELETE FROM notices WHERE player = ?1`,
	`DELETE FROM players WHERE id = ?1`,
}

const ownSession = `(red_player = ?1 OR black_player = ?1) AND (status = 3 OR red_player = '' OR black_player = '' OR red_player = black_player)`

// ForgetPlayer removes a person: what is theirs alone goes, and in games against
// others something that names nobody stands in their place. What protects others
// stays: that somebody takes no challenges from them, and that they are barred.
// While they have a live session nothing is done and live is true.
func (s *Store) ForgetPlayer(ctx context.Context, p session.PlayerID) (live bool, err error) {
	err = s.tx(ctx, func(tx *sql.Tx) error {
		var n int
		err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM sessions WHERE status IN (0, 2, 4) AND (red_player = ?1 OR black_player = ?1)`, string(p)).Scan(&n)
		if live = n > 0; err != nil || live {
			return err
		}
		now := s.now()
		args := []any{string(p), int(session.Removed), millis(now), millis(now.Add(-cardsFor)),
			string(session.GonePlayer(game.Red)), string(session.GonePlayer(game.Black))}
		for _, statement := range forgetting {
			if _, err := tx.ExecContext(ctx, statement, args[:most(statement)]...); err != nil {
				return err
			}
		}
		return nil
	})
	return live, err
}

// most is the highest number of a statement's parameters: the driver refuses more.
func most(statement string) int {
	n := 0
	for i := 0; i+1 < len(statement); i++ {
		if d := int(statement[i+1] - '0'); statement[i] == '?' && d > n && d <= 9 {
			n = d
		}
	}
	return n
}
