package store

import "context"

// Squeeze leaves the database no room to grow, as a full disk does; Relieve gives
// it back. ReadOnly makes every write fail, as a disk remounted read-only does.
func (s *Store) Squeeze(ctx context.Context) error {
	var pages int
	if err := s.write.QueryRowContext(ctx, `PRAGMA page_count`).Scan(&pages); err != nil {
		return err
	}
	return s.write.QueryRowContext(ctx, `PRAGMA max_page_count = 1`).Scan(&pages) // clamped to what there is
}

func (s *Store) Relieve(ctx context.Context) error {
	var pages int
	return s.write.QueryRowContext(ctx, `PRAGMA max_page_count = 1073741823`).Scan(&pages)
}

func (s *Store) ReadOnly(ctx context.Context, on bool) error {
	word := `PRAGMA query_only = 0`
	if on {
		word = `PRAGMA query_only = 1`
	}
	_, err := s.write.ExecContext(ctx, word)
	return err
}
