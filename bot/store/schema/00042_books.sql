-- +goose Up
-- Imported games with their variations and comments, and the files of many games from which they may come.
ALTER TABLE imported DROP COLUMN notes;
ALTER TABLE imported ADD COLUMN record BLOB NOT NULL DEFAULT x''; -- packed; empty for a game read in before there were any
ALTER TABLE imported ADD COLUMN library TEXT NOT NULL DEFAULT ''; -- the file that it comes from
ALTER TABLE imported ADD COLUMN entry INTEGER NOT NULL DEFAULT 0; -- and which of its games it is
ALTER TABLE imported ADD COLUMN size INTEGER NOT NULL DEFAULT 0;  -- of record, in bytes

CREATE TABLE libraries (
    id    TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    title TEXT NOT NULL,
    games INTEGER NOT NULL, -- entries that it lists
    size  INTEGER NOT NULL, -- of data, in bytes
    data  BLOB NOT NULL,    -- the file, compressed
    at    INTEGER NOT NULL
) STRICT;
CREATE INDEX libraries_owner ON libraries (owner, at);
CREATE INDEX libraries_at ON libraries (at);

-- +goose Down
DROP TABLE libraries;
ALTER TABLE imported DROP COLUMN size;
ALTER TABLE imported DROP COLUMN entry;
ALTER TABLE imported DROP COLUMN library;
ALTER TABLE imported DROP COLUMN record;
ALTER TABLE imported ADD COLUMN notes TEXT NOT NULL DEFAULT '';
