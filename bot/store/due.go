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
func (s *Store) Claim(ctx context.Context, owner string, lease time.Duration, limit int) ([]agenda.Job, error) {
	now := s.now()
	return every(ctx, s.write, scanJob, claim, millis(now.Add(lease)), owner, millis(now), limit,
		int(session.Think), int(session.Warn), int(session.Flag))
}

const claim = `
	UPDATE sessions SET lease_until = ?1, lease_owner = ?2
	WHERE id IN (
		SELECT id FROM sessions WHERE act <> 0 AND due_at <= ?3 AND lease_until <= ?3
		ORDER BY act NOT IN (?5, ?6, ?7),
			ROW_NUMBER() OVER (PARTITION BY act NOT IN (?5, ?6, ?7), starter ORDER BY due_at), due_at
		LIMIT ?4)
	RETURNING id, turn`

func scanJob(r row) (j agenda.Job, err error) {
	err = r.Scan(&j.Session, &j.Turn)
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
