-- +goose Up
-- The tasks of lessons that people have done, and in which course.
CREATE TABLE lessons (
    player TEXT NOT NULL,
    task   TEXT NOT NULL,
    course TEXT NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (player, task)
);

-- +goose Down
DROP TABLE lessons;
