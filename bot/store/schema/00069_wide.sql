-- +goose Up
-- Whether positions that differ by a few points from the one on the board are withheld as well, NULL if written by a version that did
-- not know of that.
ALTER TABLE running ADD COLUMN wide INTEGER;

-- +goose Down
ALTER TABLE running DROP COLUMN wide;
