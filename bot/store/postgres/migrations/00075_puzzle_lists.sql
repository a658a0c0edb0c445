-- +goose Up
-- Puzzles that were failed and come back, runs of rising puzzles, and what everybody is solving now.
CREATE TABLE puzzle_mistakes (
    player TEXT COLLATE "C" NOT NULL,
    puzzle TEXT COLLATE "C" NOT NULL,
    box    BIGINT NOT NULL, -- raised when it was solved
    due    BIGINT NOT NULL,
    PRIMARY KEY (player, puzzle)
);
CREATE TABLE puzzle_runs (
    player  TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    puzzle  TEXT COLLATE "C" NOT NULL,
    solved  BIGINT NOT NULL,
    skipped BIGINT NOT NULL
);
CREATE TABLE puzzle_run_bests (
    player TEXT COLLATE "C" NOT NULL,
    guild  TEXT COLLATE "C" NOT NULL,
    solved BIGINT NOT NULL,
    at     BIGINT NOT NULL,
    PRIMARY KEY (player, guild)
);
CREATE INDEX puzzle_run_bests_guild ON puzzle_run_bests (guild, solved);
CREATE TABLE puzzle_open (
    player  TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    puzzle  TEXT COLLATE "C" NOT NULL,
    ply     BIGINT NOT NULL,
    attempt TEXT COLLATE "C" NOT NULL,
    at      BIGINT NOT NULL
);
ALTER TABLE puzzle_grades ADD COLUMN day BIGINT NOT NULL DEFAULT 0; -- of the last try, and the rating before its tries
ALTER TABLE puzzle_grades ADD COLUMN morning DOUBLE PRECISION NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE puzzle_grades DROP COLUMN morning;
ALTER TABLE puzzle_grades DROP COLUMN day;
DROP TABLE puzzle_open;
DROP TABLE puzzle_run_bests;
DROP TABLE puzzle_runs;
DROP TABLE puzzle_mistakes;
