-- +goose Up
-- The processes that work on the database, which of them has which shard of the connection to Discord, and when a session of the
-- gateway was last begun.

CREATE TABLE processes (
    owner    TEXT PRIMARY KEY,
    role     TEXT NOT NULL, -- serve
    of       INTEGER NOT NULL,   -- how many shards it knows of
    low      INTEGER NOT NULL,   -- the shards that it is to have, -1 for its share of all
    high     INTEGER NOT NULL,
    draining INTEGER NOT NULL,   -- it is about to end
    until    INTEGER NOT NULL    -- when it is dead unless it has said more by then
) STRICT, WITHOUT ROWID;

CREATE TABLE shards (
    of    INTEGER NOT NULL,
    shard INTEGER NOT NULL,
    owner TEXT NOT NULL, -- '' for nobody
    epoch INTEGER NOT NULL, -- rises with each owner
    until INTEGER NOT NULL, -- the end of its lease
    PRIMARY KEY (of, shard)
) STRICT, WITHOUT ROWID;

CREATE TABLE starts (
    key  INTEGER PRIMARY KEY, -- the shard modulo max_concurrency
    last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE starts;
DROP TABLE shards;
DROP TABLE processes;
