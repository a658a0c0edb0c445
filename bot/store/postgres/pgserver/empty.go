package pgserver

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Empty deletes the rows of all tables of a database except those of goose, and restarts its sequences.
func Empty(ctx context.Context, address string) error {
	c, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	defer c.Close(ctx)
	_, err = c.Exec(ctx, `DO $$
DECLARE one text;
BEGIN
	FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'goose_db_version' LOOP
		EXECUTE format('DELETE FROM %I', one);
	END LOOP;
	FOR one IN SELECT sequencename FROM pg_sequences WHERE schemaname = current_schema() AND sequencename NOT LIKE 'goose%' LOOP
		EXECUTE format('ALTER SEQUENCE %I RESTART', one);
	END LOOP;
END $$`)
	return err
}
