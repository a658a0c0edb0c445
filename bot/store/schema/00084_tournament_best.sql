-- +goose Up
-- The best game of a tournament that is over, as ROUND-BOARD and the accuracies in percent, Red's first.
ALTER TABLE tournaments ADD COLUMN best TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE tournaments DROP COLUMN best;
