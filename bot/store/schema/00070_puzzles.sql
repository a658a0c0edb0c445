-- +goose Up
-- What people solve: a row for whoever has begun, one for the first try at each puzzle, and what the tries taught about the puzzle.
CREATE TABLE puzzle_solvers (
    player     TEXT    NOT NULL PRIMARY KEY,
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    running    INTEGER NOT NULL, -- solved at the first try without help, one after another
    best       INTEGER NOT NULL  -- the greatest number of those
);
CREATE TABLE puzzle_tries (
    player TEXT    NOT NULL,
    puzzle TEXT    NOT NULL,
    result TEXT    NOT NULL, -- solved, failed, helped
    at     INTEGER NOT NULL,
    PRIMARY KEY (player, puzzle)
);
CREATE TABLE puzzle_grades (
    puzzle     TEXT    NOT NULL PRIMARY KEY,
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    tries      INTEGER NOT NULL
);
CREATE TABLE puzzle_reports (
    player TEXT    NOT NULL,
    puzzle TEXT    NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (player, puzzle)
);

-- +goose Down
DROP TABLE puzzle_reports;
DROP TABLE puzzle_grades;
DROP TABLE puzzle_tries;
DROP TABLE puzzle_solvers;
