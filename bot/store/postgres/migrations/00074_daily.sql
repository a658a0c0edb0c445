-- +goose Up
-- The puzzle of the day: where and when servers want it, the posts that were made, and how people got on with each number.
CREATE TABLE daily_servers (
    guild   TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    channel TEXT COLLATE "C" NOT NULL,
    hour    BIGINT NOT NULL, -- by the clocks of the zone
    zone    TEXT COLLATE "C" NOT NULL,
    locale  TEXT COLLATE "C" NOT NULL,
    refused BIGINT NOT NULL  -- posts in a row that could not be shown
);
CREATE TABLE daily_posts (
    guild    TEXT COLLATE "C" NOT NULL,
    number   BIGINT NOT NULL,
    id       TEXT COLLATE "C" NOT NULL,
    channel  TEXT COLLATE "C" NOT NULL,
    locale   TEXT COLLATE "C" NOT NULL,
    at       BIGINT NOT NULL,
    rev      BIGINT NOT NULL,
    edits    BIGINT NOT NULL, -- that showed counts
    counting BIGINT NOT NULL, -- 1 while such an edit is to come
    PRIMARY KEY (guild, number)
);
CREATE UNIQUE INDEX daily_posts_by_id ON daily_posts (id);
CREATE TABLE daily_results (
    player  TEXT COLLATE "C" NOT NULL,
    number  BIGINT NOT NULL,
    guild   TEXT COLLATE "C" NOT NULL, -- in which it was begun
    marks   TEXT COLLATE "C" NOT NULL, -- a letter a try
    solved  BIGINT NOT NULL,
    shown   BIGINT NOT NULL, -- the solution was asked for
    at_once BIGINT NOT NULL, -- solved without fault or help
    at      BIGINT NOT NULL,
    PRIMARY KEY (player, number)
);
CREATE INDEX daily_results_number ON daily_results (number, guild);

-- +goose Down
DROP TABLE daily_results;
DROP TABLE daily_posts;
DROP TABLE daily_servers;
