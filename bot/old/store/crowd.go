package store

import (
	"context"

	"yeye/bot/session"
)

// OpenGames implements [session.Crowd]. Challenges that wait for an answer have
// their own limit and do not count.
func (s *Store) OpenGames(ctx context.Context, by session.PlayerID, server string) (mine, there int, err error) {
	err = s.read.QueryRowContext(ctx, openGames, string(by), server).Scan(&mine, &there)
	return mine, there, err
}

const openGames = `
	SELECT (SELECT COUNT(*) FROM sessions WHERE starter = ?1 AND status = 0),
	       (SELECT COUNT(*) FROM places p JOIN sessions s ON s.place = p.id AND s.status = 0 WHERE p.guild = ?2 AND ?2 <> '')`
