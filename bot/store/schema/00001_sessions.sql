-- +goose Up
CREATE TABLE sessions (
    id           TEXT PRIMARY KEY,
    place        TEXT NOT NULL,
    status       INTEGER NOT NULL,
    red_player   TEXT NOT NULL,
    red_name     TEXT NOT NULL,
    red_level    INTEGER NOT NULL,
    black_player TEXT NOT NULL,
    black_name   TEXT NOT NULL,
    black_level  INTEGER NOT NULL,
    starter      TEXT NOT NULL,
    locale       TEXT NOT NULL,
    seed         INTEGER NOT NULL,
    rules        TEXT NOT NULL,
    start        TEXT NOT NULL, -- FEN
    moves        TEXT NOT NULL, -- coordinates, separated by blanks
    result       TEXT NOT NULL,
    method       TEXT NOT NULL,
    rev          INTEGER NOT NULL,
    turn         INTEGER NOT NULL,
    new_card     INTEGER NOT NULL,
    created      INTEGER NOT NULL,
    touched      INTEGER NOT NULL,
    red_acted    INTEGER NOT NULL,
    black_acted  INTEGER NOT NULL,
    act          INTEGER NOT NULL,
    due_at       INTEGER NOT NULL,
    lease_until  INTEGER NOT NULL DEFAULT 0,
    lease_owner  TEXT NOT NULL DEFAULT ''
) STRICT;

-- One session is open in a place at a time.
CREATE UNIQUE INDEX sessions_open ON sessions (place) WHERE status = 0;
CREATE INDEX sessions_due ON sessions (due_at) WHERE act <> 0;
CREATE INDEX sessions_place ON sessions (place, touched);
CREATE INDEX sessions_touched ON sessions (touched);

-- Events whose change is in the database; kept for a day.
CREATE TABLE events (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX events_at ON events (at);

-- The live card of a session.
CREATE TABLE boards (
    session   TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    channel   TEXT NOT NULL,
    message   TEXT NOT NULL, -- '' while there is none
    shown_rev INTEGER NOT NULL,
    retry_at  INTEGER NOT NULL,
    tries     INTEGER NOT NULL
) STRICT;

-- Earlier cards, waiting to shrink to a line.
CREATE TABLE husks (
    message TEXT PRIMARY KEY,
    channel TEXT NOT NULL,
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX husks_session ON husks (session);

CREATE TABLE players (
    id     TEXT PRIMARY KEY,
    locale TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Facts about the installation, such as which commands are registered.
CREATE TABLE facts (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE facts;
DROP TABLE players;
DROP TABLE husks;
DROP TABLE boards;
DROP TABLE events;
DROP TABLE sessions;
