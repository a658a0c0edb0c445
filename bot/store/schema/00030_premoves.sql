-- +goose Up
-- The move that each side has kept for its next turn: '' for none, or h2e2, with " missed" once it could not be played.
ALTER TABLE matches ADD COLUMN red_premove TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN black_premove TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE matches DROP COLUMN red_premove;
ALTER TABLE matches DROP COLUMN black_premove;
