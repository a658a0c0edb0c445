-- +goose Up
-- The gain of a short win against a player without a settled rating was limited.
ALTER TABLE scores ADD COLUMN limited INTEGER NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE scores DROP COLUMN limited;
