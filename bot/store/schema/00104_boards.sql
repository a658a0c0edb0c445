-- +goose Up
-- Who may play a game on its page: links that nobody has opened yet, and the sessions that they became.
CREATE TABLE board_sessions (
    secret TEXT NOT NULL PRIMARY KEY, -- the SHA-256 of what the browser has
    link   INTEGER NOT NULL,          -- 1 for a link, which is used once
    player TEXT NOT NULL,
    game   TEXT NOT NULL,
    made   INTEGER NOT NULL,
    until  INTEGER NOT NULL
) STRICT;
CREATE INDEX board_sessions_player ON board_sessions (player);

-- +goose Down
DROP TABLE board_sessions;
