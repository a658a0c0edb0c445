-- +goose Up
-- What the side to move has used of its turn before its clock was stopped in it, in milliseconds.
ALTER TABLE matches ADD COLUMN clock_spent INTEGER NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE matches DROP COLUMN clock_spent;
