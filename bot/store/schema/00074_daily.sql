-- +goose Up
-- The puzzle of the day: where and when servers want it, the posts that were made, and how people got on with each number.
CREATE TABLE daily_servers (
    guild   TEXT    NOT NULL PRIMARY KEY,
    channel TEXT    NOT NULL,
    hour    INTEGER NOT NULL, -- by the clocks of the zone
    zone    TEXT    NOT NULL,
    locale  TEXT    NOT NULL,
    refused INTEGER NOT NULL  -- posts in a row that could not be shown
);
CREATE TABLE daily_posts (
    guild    TEXT    NOT NULL,
    number   INTEGER NOT NULL,
    id       TEXT    NOT NULL,
    channel  TEXT    NOT NULL,
    locale   TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    rev      INTEGER NOT NULL,
    edits    INTEGER NOT NULL, -- that showed counts
    counting INTEGER NOT NULL, -- 1 while such an edit is to come
    PRIMARY KEY (guild, number)
);
CREATE UNIQUE INDEX daily_posts_by_id ON daily_posts (id);
CREATE TABLE daily_results (
    player  TEXT    NOT NULL,
    number  INTEGER NOT NULL,
    guild   TEXT    NOT NULL, -- in which it was begun
    marks   TEXT    NOT NULL, -- a letter a try
    solved  INTEGER NOT NULL,
    shown   INTEGER NOT NULL, -- the solution was asked for
    at_once INTEGER NOT NULL, -- solved without fault or help
    at      INTEGER NOT NULL,
    PRIMARY KEY (player, number)
);
CREATE INDEX daily_results_number ON daily_results (number, guild);

-- +goose Down
DROP TABLE daily_results;
DROP TABLE daily_posts;
DROP TABLE daily_servers;
