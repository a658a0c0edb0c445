-- +goose Up
-- Until when a card may come to stand of which nothing was noted: 0 for none, else
-- the channel is to be looked through after that.
ALTER TABLE boards ADD COLUMN doubt INTEGER NOT NULL DEFAULT 0;
CREATE INDEX boards_doubt ON boards (doubt) WHERE doubt > 0;

-- The revision that is shown stands beside the one there is, so that looking for
-- what is owed takes no longer the more games there are.
ALTER TABLE sessions ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;
UPDATE sessions SET shown = COALESCE((SELECT shown_rev FROM boards WHERE session = id), 0);
CREATE INDEX sessions_owed ON sessions (touched) WHERE rev - unseen > shown;

-- +goose Down
DROP INDEX sessions_owed;
ALTER TABLE sessions DROP COLUMN shown;
DROP INDEX boards_doubt;
ALTER TABLE boards DROP COLUMN doubt;
