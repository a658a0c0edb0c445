-- +goose Up
-- When the last move was played (ms), 0 for none or after a takeback. Of earlier moves
-- nobody knows: they are taken back by consent.
ALTER TABLE sessions ADD COLUMN played INTEGER NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE sessions DROP COLUMN played;
