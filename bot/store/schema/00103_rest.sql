-- +goose Up
-- Why clocks of a match by days stand still: '', or words like 'break 1795176376000 on red', 'red 1795176376000', 'asked 7', 'allowed'.
ALTER TABLE matches ADD COLUMN rest TEXT NOT NULL DEFAULT '';

-- The vacations of players, each until it ended or is to end.
CREATE TABLE vacations (
    player TEXT NOT NULL,
    begun  INTEGER NOT NULL,
    until  INTEGER NOT NULL,
    PRIMARY KEY (player, begun)
);

-- +goose Down
DROP TABLE vacations;
ALTER TABLE matches DROP COLUMN rest;
