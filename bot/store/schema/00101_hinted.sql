-- +goose Up
-- The moves that hints have shown: ply:move, each after a blank.
ALTER TABLE matches ADD COLUMN hinted TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE matches DROP COLUMN hinted;
