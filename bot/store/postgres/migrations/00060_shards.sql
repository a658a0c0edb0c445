-- +goose Up
-- The processes that work on the database, which of them has which shard of the connection to Discord, and when a session of the
-- gateway was last begun.

CREATE TABLE processes (
    owner    TEXT COLLATE "C" PRIMARY KEY,
    role     TEXT COLLATE "C" NOT NULL, -- serve
    of       BIGINT NOT NULL,   -- how many shards it knows of
    low      BIGINT NOT NULL,   -- the shards that it is to have, -1 for its share of all
    high     BIGINT NOT NULL,
    draining BIGINT NOT NULL,   -- it is about to end
    until    BIGINT NOT NULL    -- when it is dead unless it has said more by then
);

CREATE TABLE shards (
    of    BIGINT NOT NULL,
    shard BIGINT NOT NULL,
    owner TEXT COLLATE "C" NOT NULL, -- '' for nobody
    epoch BIGINT NOT NULL, -- rises with each owner
    until BIGINT NOT NULL, -- the end of its lease
    PRIMARY KEY (of, shard)
);

CREATE TABLE starts (
    key  BIGINT PRIMARY KEY, -- the shard modulo max_concurrency
    last BIGINT NOT NULL
);

-- +goose Down
DROP TABLE starts;
DROP TABLE shards;
DROP TABLE processes;
