-- +goose Up
-- Leaderboards: who has a place on which, ready to be read in order.
CREATE TABLE places (
    board  TEXT NOT NULL, -- live, days, ladder
    guild  TEXT NOT NULL, -- the server's, '' for that of all servers
    player TEXT NOT NULL,
    name   TEXT NOT NULL,
    value  REAL NOT NULL, -- a rating, or a rung
    since  INTEGER NOT NULL, -- when it was reached: first come, first placed
    PRIMARY KEY (board, guild, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX places_order ON places (board, guild, value DESC, since, player);
CREATE INDEX places_player ON places (player);

-- On which leaderboards a player is named, '' for what is usual.
ALTER TABLE players ADD COLUMN listed TEXT NOT NULL DEFAULT '';

-- When the player last finished a game there: the name is of then.
ALTER TABLE members ADD COLUMN at INTEGER NOT NULL DEFAULT 0;

-- Wins over characters, by which the ladder is counted.
CREATE INDEX results_climbs ON results (player, level, odds, even, at, score, unaided) WHERE score = 1 AND unaided = 1 AND level >= 0;

-- +goose Down
DROP INDEX results_climbs;
ALTER TABLE members DROP COLUMN at;
ALTER TABLE players DROP COLUMN listed;
DROP TABLE places;
