-- +goose Up
-- What players say about being asked and told; '' leaves it to the bot.
ALTER TABLE players ADD COLUMN turning TEXT NOT NULL DEFAULT '';
ALTER TABLE players ADD COLUMN pings TEXT NOT NULL DEFAULT '';
ALTER TABLE players ADD COLUMN challenges TEXT NOT NULL DEFAULT '';
ALTER TABLE players ADD COLUMN speak TEXT NOT NULL DEFAULT '';

-- Whom a player does not want to be challenged by.
CREATE TABLE unwelcome (
    player     TEXT NOT NULL,
    challenger TEXT NOT NULL,
    name       TEXT NOT NULL, -- the challenger's at that time
    at         INTEGER NOT NULL,
    PRIMARY KEY (player, challenger)
) STRICT, WITHOUT ROWID;

ALTER TABLE sessions ADD COLUMN quiet INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN moved INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN ruling INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN ruled_by TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN scores TEXT NOT NULL DEFAULT ''; -- ply:centipawns, separated by blanks
CREATE INDEX sessions_starter ON sessions (starter, created);

-- What those who manage a server have settled.
CREATE TABLE servers (
    id       TEXT PRIMARY KEY,
    games    TEXT NOT NULL, -- here, threads, channels
    channels TEXT NOT NULL, -- ids, separated by blanks
    starters TEXT NOT NULL, -- everybody, role, managers
    role     TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Who may not play in a server.
CREATE TABLE bars (
    server TEXT NOT NULL,
    player TEXT NOT NULL,
    name   TEXT NOT NULL,
    by     TEXT NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (server, player)
) STRICT, WITHOUT ROWID;

-- What moderators did.
CREATE TABLE acts (
    id      INTEGER PRIMARY KEY,
    server  TEXT NOT NULL,
    place   TEXT NOT NULL,
    session TEXT NOT NULL, -- '' for none
    by      TEXT NOT NULL,
    kind    TEXT NOT NULL,
    player  TEXT NOT NULL, -- '' for none
    at      INTEGER NOT NULL
) STRICT;
CREATE INDEX acts_server ON acts (server, at);

-- +goose Down
DROP TABLE acts;
DROP TABLE bars;
DROP TABLE servers;
DROP INDEX sessions_starter;
ALTER TABLE sessions DROP COLUMN scores;
ALTER TABLE sessions DROP COLUMN ruled_by;
ALTER TABLE sessions DROP COLUMN ruling;
ALTER TABLE sessions DROP COLUMN moved;
ALTER TABLE sessions DROP COLUMN quiet;
DROP TABLE unwelcome;
ALTER TABLE players DROP COLUMN speak;
ALTER TABLE players DROP COLUMN challenges;
ALTER TABLE players DROP COLUMN pings;
ALTER TABLE players DROP COLUMN turning;
