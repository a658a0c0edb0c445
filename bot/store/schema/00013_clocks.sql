-- +goose Up
-- The clock that was agreed on, what each side has left when its turn began (ms),
-- from when the side to move is charged (0: it stands still), who has been warned.
ALTER TABLE sessions ADD COLUMN clock TEXT NOT NULL DEFAULT 'none';
ALTER TABLE sessions ADD COLUMN red_left INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN black_left INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN clock_since INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN red_warned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN black_warned INTEGER NOT NULL DEFAULT 0;
CREATE INDEX sessions_running ON sessions (id) WHERE clock_since > 0;

-- Why a game counts for nobody's standing, 'rated' if it does, and from which turn.
-- Nobody was told that earlier ones count.
ALTER TABLE sessions ADD COLUMN casual TEXT NOT NULL DEFAULT 'agreed';
ALTER TABLE sessions ADD COLUMN casual_turn INTEGER NOT NULL DEFAULT 0;

-- How many of the latest revisions changed nothing that the card shows.
ALTER TABLE sessions ADD COLUMN unseen INTEGER NOT NULL DEFAULT 0;

-- Messages that warned of a flag, to be edited when it has fallen or was escaped.
CREATE TABLE warnings (
    message TEXT PRIMARY KEY,
    channel TEXT NOT NULL,
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    turn    INTEGER NOT NULL,
    player  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX warnings_session ON warnings (session);

-- +goose Down
DROP TABLE warnings;
ALTER TABLE sessions DROP COLUMN unseen;
ALTER TABLE sessions DROP COLUMN casual_turn;
ALTER TABLE sessions DROP COLUMN casual;
DROP INDEX sessions_running;
ALTER TABLE sessions DROP COLUMN black_warned;
ALTER TABLE sessions DROP COLUMN red_warned;
ALTER TABLE sessions DROP COLUMN clock_since;
ALTER TABLE sessions DROP COLUMN black_left;
ALTER TABLE sessions DROP COLUMN red_left;
ALTER TABLE sessions DROP COLUMN clock;
