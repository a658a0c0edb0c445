-- +goose Up
-- Bars end by themselves at a time, 0 for never, and have a reason.
ALTER TABLE bars ADD COLUMN until INTEGER NOT NULL DEFAULT 0;
ALTER TABLE bars ADD COLUMN reason TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE bars DROP COLUMN until;
ALTER TABLE bars DROP COLUMN reason;
