-- +goose Up
-- Puzzles that were failed and come back, runs of rising puzzles, and what everybody is solving now.
CREATE TABLE puzzle_mistakes (
    player TEXT    NOT NULL,
    puzzle TEXT    NOT NULL,
    box    INTEGER NOT NULL, -- raised when it was solved
    due    INTEGER NOT NULL,
    PRIMARY KEY (player, puzzle)
);
CREATE TABLE puzzle_runs (
    player  TEXT    NOT NULL PRIMARY KEY,
    puzzle  TEXT    NOT NULL,
    solved  INTEGER NOT NULL,
    skipped INTEGER NOT NULL
);
CREATE TABLE puzzle_run_bests (
    player TEXT    NOT NULL,
    guild  TEXT    NOT NULL,
    solved INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (player, guild)
);
CREATE INDEX puzzle_run_bests_guild ON puzzle_run_bests (guild, solved);
CREATE TABLE puzzle_open (
    player  TEXT    NOT NULL PRIMARY KEY,
    puzzle  TEXT    NOT NULL,
    ply     INTEGER NOT NULL,
    attempt TEXT    NOT NULL,
    at      INTEGER NOT NULL
);
ALTER TABLE puzzle_grades ADD COLUMN day INTEGER NOT NULL DEFAULT 0; -- of the last try, and the rating before its tries
ALTER TABLE puzzle_grades ADD COLUMN morning REAL NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE puzzle_grades DROP COLUMN morning;
ALTER TABLE puzzle_grades DROP COLUMN day;
DROP TABLE puzzle_open;
DROP TABLE puzzle_run_bests;
DROP TABLE puzzle_runs;
DROP TABLE puzzle_mistakes;
