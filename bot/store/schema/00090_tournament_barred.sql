-- +goose Up
-- Whom a director removed before the start, and the name of who created a tournament that has no name of its own; '' once erased.
ALTER TABLE tournaments ADD COLUMN barred TEXT NOT NULL DEFAULT '';
ALTER TABLE tournaments ADD COLUMN starter_name TEXT NOT NULL DEFAULT '';
UPDATE tournaments SET barred = COALESCE((SELECT string_agg(player, ' ') FROM tournament_players
	WHERE tournament = tournaments.id AND status = 'removed' AND number = 0 AND player NOT LIKE 'gone:%'), '');
DELETE FROM tournament_players WHERE status = 'removed' AND number = 0;

-- +goose Down
ALTER TABLE tournaments DROP COLUMN barred;
ALTER TABLE tournaments DROP COLUMN starter_name;
