-- +goose Up
-- What people solve: a row for whoever has begun, one for the first try at each puzzle, and what the tries taught about the puzzle.
CREATE TABLE puzzle_solvers (
    player     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    running    BIGINT NOT NULL, -- solved at the first try without help, one after another
    best       BIGINT NOT NULL  -- the greatest number of those
);
CREATE TABLE puzzle_tries (
    player TEXT COLLATE "C" NOT NULL,
    puzzle TEXT COLLATE "C" NOT NULL,
    result TEXT COLLATE "C" NOT NULL, -- solved, failed, helped
    at     BIGINT NOT NULL,
    PRIMARY KEY (player, puzzle)
);
CREATE TABLE puzzle_grades (
    puzzle     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    tries      BIGINT NOT NULL
);
CREATE TABLE puzzle_reports (
    player TEXT COLLATE "C" NOT NULL,
    puzzle TEXT COLLATE "C" NOT NULL,
    at     BIGINT NOT NULL,
    PRIMARY KEY (player, puzzle)
);

-- +goose Down
DROP TABLE puzzle_reports;
DROP TABLE puzzle_grades;
DROP TABLE puzzle_tries;
DROP TABLE puzzle_solvers;
