-- +goose Up
-- When nobody could reach the bot: puzzles of the day that were missed then break no streak.
CREATE TABLE daily_outages (
    since INTEGER NOT NULL PRIMARY KEY,
    until INTEGER NOT NULL
);

-- +goose Down
DROP TABLE daily_outages;
