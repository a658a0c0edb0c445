-- +goose Up
-- When a role was given: who has become a member of the server again since then has lost it.
ALTER TABLE rank_holders ADD COLUMN at INTEGER NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE rank_holders DROP COLUMN at;
