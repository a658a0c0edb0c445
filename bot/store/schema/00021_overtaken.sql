-- +goose Up
-- How often a board was stored: who would store another on top of one that has been
-- replaced meanwhile is overtaken, and its card is sent anew.
ALTER TABLE boards ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE boards ADD COLUMN late INTEGER NOT NULL DEFAULT 0;
ALTER TABLE boards ADD COLUMN stale INTEGER NOT NULL DEFAULT 0;
CREATE INDEX boards_stale ON boards (retry_at) WHERE stale > 0;

-- How often a card became a husk: one that did so again while it was shrunk still has
-- to shrink. A live card is none.
ALTER TABLE husks ADD COLUMN times INTEGER NOT NULL DEFAULT 1;
DELETE FROM husks WHERE message IN (SELECT message FROM boards);

-- +goose Down
ALTER TABLE husks DROP COLUMN times;
DROP INDEX boards_stale;
ALTER TABLE boards DROP COLUMN stale;
ALTER TABLE boards DROP COLUMN late;
ALTER TABLE boards DROP COLUMN version;
