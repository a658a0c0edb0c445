-- +goose Up
-- What each side will answer to moves that the other may make, in a game by days; '' for nothing.
ALTER TABLE matches ADD COLUMN red_lines TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN black_lines TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE matches DROP COLUMN red_lines;
ALTER TABLE matches DROP COLUMN black_lines;
