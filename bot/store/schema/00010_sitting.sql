-- +goose Up

-- Who sits where, for a person's list of games.
CREATE INDEX sessions_red ON sessions (red_player) WHERE status IN (0, 2, 4);
CREATE INDEX sessions_black ON sessions (black_player) WHERE status IN (0, 2, 4);

-- In which server a place is, for links; '' for a conversation.
CREATE TABLE places (
    id    TEXT PRIMARY KEY,
    guild TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Games that people read in.
CREATE TABLE kept (
    id     TEXT PRIMARY KEY,
    owner  TEXT NOT NULL,
    red    TEXT NOT NULL,
    black  TEXT NOT NULL,
    title  TEXT NOT NULL,
    result TEXT NOT NULL,
    start  TEXT NOT NULL, -- FEN
    moves  TEXT NOT NULL, -- coordinates, separated by blanks
    at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX kept_owner ON kept (owner, at);
CREATE INDEX kept_at ON kept (at);

-- +goose Down
DROP TABLE kept;
DROP TABLE places;
DROP INDEX sessions_black;
DROP INDEX sessions_red;
