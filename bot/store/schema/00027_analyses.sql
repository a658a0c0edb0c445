-- +goose Up
-- Analyses of finished games: those that wait, those under way, and those that are kept for whoever looks again.
CREATE TABLE analyses (
    game      TEXT PRIMARY KEY,
    kind      TEXT NOT NULL,    -- of the game's subject
    owner     TEXT NOT NULL,    -- whose game alone it is, '' for a game of several
    requester TEXT NOT NULL,    -- who asked for it, '' once forgotten
    state     INTEGER NOT NULL, -- 0 waits for its turn, 1 has a job, 2 is finished
    done      INTEGER NOT NULL, -- of total
    total     INTEGER NOT NULL, -- 0 before it begins
    asked_at  INTEGER NOT NULL,
    places    BLOB NOT NULL     -- what is known of the game so far, compressed
) STRICT;
CREATE INDEX analyses_requester ON analyses (requester) WHERE requester <> '';
CREATE INDEX analyses_owner ON analyses (owner) WHERE owner <> '';
CREATE INDEX analyses_open ON analyses (asked_at) WHERE state < 2;
