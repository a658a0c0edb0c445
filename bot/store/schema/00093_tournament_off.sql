-- +goose Up
-- Whether a tournament ended because its server switched tournaments off.
ALTER TABLE tournaments ADD COLUMN off INTEGER NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE tournaments DROP COLUMN off;
