-- +goose Up
-- When nobody could reach the bot: puzzles of the day that were missed then break no streak.
CREATE TABLE daily_outages (
    since BIGINT NOT NULL PRIMARY KEY,
    until BIGINT NOT NULL
);

-- +goose Down
DROP TABLE daily_outages;
