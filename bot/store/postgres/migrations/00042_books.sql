-- +goose Up
-- Imported games with their variations and comments, and the files of many games from which they may come.
ALTER TABLE imported DROP COLUMN notes;
ALTER TABLE imported ADD COLUMN record BYTEA NOT NULL DEFAULT ''; -- packed; empty for a game read in before there were any
ALTER TABLE imported ADD COLUMN library TEXT COLLATE "C" NOT NULL DEFAULT ''; -- the file that it comes from
ALTER TABLE imported ADD COLUMN entry BIGINT NOT NULL DEFAULT 0; -- and which of its games it is
ALTER TABLE imported ADD COLUMN size BIGINT NOT NULL DEFAULT 0;  -- of record, in bytes

CREATE TABLE libraries (
    id    TEXT COLLATE "C" PRIMARY KEY,
    owner TEXT COLLATE "C" NOT NULL,
    title TEXT COLLATE "C" NOT NULL,
    games BIGINT NOT NULL, -- entries that it lists
    size  BIGINT NOT NULL, -- of data, in bytes
    data  BYTEA NOT NULL,    -- the file, compressed
    at    BIGINT NOT NULL
);
CREATE INDEX libraries_owner ON libraries (owner, at);
CREATE INDEX libraries_at ON libraries (at);

-- +goose Down
DROP TABLE libraries;
ALTER TABLE imported DROP COLUMN size;
ALTER TABLE imported DROP COLUMN entry;
ALTER TABLE imported DROP COLUMN library;
ALTER TABLE imported DROP COLUMN record;
ALTER TABLE imported ADD COLUMN notes TEXT COLLATE "C" NOT NULL DEFAULT '';
