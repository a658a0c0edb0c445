-- +goose Up
-- Which kinds of offers each side has made in this turn, a bit for each.
ALTER TABLE sessions ADD COLUMN red_asked INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN black_asked INTEGER NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE sessions DROP COLUMN black_asked;
ALTER TABLE sessions DROP COLUMN red_asked;
