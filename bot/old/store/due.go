package store

import (
	"context"
	"time"

	"yeye/bot/agenda"
	"yeye/bot/session"
)

// Claim implements [agenda.Queue]: acts that are due and that nobody works on
// become owner's until the lease ends. Characters' turns and what clocks ask for,
// for which people wait, come before what can wait: after a long absence there is
// much of that. Among them each starter's first comes before anybody's second.
func (s *Store) Claim(ctx context.Context, owner string, lease time.Duration, free agenda.Hands) ([]agenda.Job, error) {
	now := s.now()
	return every(ctx, s.write, scanJob, claim, millis(now.Add(lease)), owner, millis(now), free.Thinking, free.Timed,
		int(session.Think), int(session.Warn), int(session.Flag))
}

// claim takes on each starter's first answer before anybody's second, and clocks before
// what else time brings.
const claim = `
	UPDATE sessions SET lease_until = ?1, lease_owner = ?2
	WHERE id IN (
		SELECT id FROM (
			SELECT id, act, ROW_NUMBER() OVER (PARTITION BY act = ?6 ORDER BY act NOT IN (?7, ?8), turn_of_starter, due_at) AS place
			FROM (
				SELECT id, act, due_at, ROW_NUMBER() OVER (PARTITION BY act = ?6, act NOT IN (?7, ?8), starter ORDER BY due_at) AS turn_of_starter
				FROM sessions WHERE act <> 0 AND due_at <= ?3 AND lease_until <= ?3))
		WHERE place <= CASE act WHEN ?6 THEN ?4 ELSE ?5 END)
	RETURNING id, turn, act = ?6`

func scanJob(r row) (j agenda.Job, err error) {
	err = r.Scan(&j.Session, &j.Turn, &j.Thinks)
	return j, err
}

// Renew implements [agenda.Queue].
func (s *Store) Renew(ctx context.Context, owner string, id session.ID, lease time.Duration) error {
	_, err := s.write.ExecContext(ctx,
		`UPDATE sessions SET lease_until = ? WHERE id = ? AND lease_owner = ?`,
		millis(s.now().Add(lease)), string(id), owner)
	return err
}

// Release implements [agenda.Queue].
func (s *Store) Release(ctx context.Context, owner string, id session.ID) error {
	_, err := s.write.ExecContext(ctx,
		`UPDATE sessions SET lease_until = 0, lease_owner = '' WHERE id = ? AND lease_owner = ?`, string(id), owner)
	return err
}
