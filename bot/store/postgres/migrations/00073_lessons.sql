-- +goose Up
-- The tasks of lessons that people have done, and in which course.
CREATE TABLE lessons (
    player TEXT COLLATE "C" NOT NULL,
    task   TEXT COLLATE "C" NOT NULL,
    course TEXT COLLATE "C" NOT NULL,
    at     BIGINT NOT NULL,
    PRIMARY KEY (player, task)
);

-- +goose Down
DROP TABLE lessons;
