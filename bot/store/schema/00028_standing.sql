-- +goose Up
-- What players have reached: their ratings, and the games they have finished.

-- Ratings between people, one in each pool.
CREATE TABLE ratings (
    player     TEXT NOT NULL,
    pool       TEXT NOT NULL, -- live, days
    value      REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    games      INTEGER NOT NULL,
    opponents  INTEGER NOT NULL, -- different ones
    at         INTEGER NOT NULL, -- of the last game
    PRIMARY KEY (player, pool)
) STRICT, WITHOUT ROWID;

-- Finished games, a row for each player who sat. Rows are in the order in which the games ended.
CREATE TABLE results (
    n         INTEGER PRIMARY KEY,
    game      TEXT NOT NULL, -- the match
    side      TEXT NOT NULL,
    player    TEXT NOT NULL,
    opponent  TEXT NOT NULL, -- '' for a character, or a player who has been erased
    level     INTEGER NOT NULL, -- of the character, -1 for a person
    odds      TEXT NOT NULL,
    unaided   INTEGER NOT NULL,
    even      INTEGER NOT NULL, -- it began as games do
    score     REAL NOT NULL, -- 1 won, 0.5 drawn, 0 lost
    guild     TEXT NOT NULL,
    at        INTEGER NOT NULL,
    opening   TEXT NOT NULL, -- the first moves, by which openings are known
    pool      TEXT NOT NULL, -- whose ratings it has moved, '' for none
    before    REAL NOT NULL,
    after     REAL NOT NULL,
    deviation REAL NOT NULL -- of the rating after
) STRICT;
CREATE UNIQUE INDEX results_game ON results (game, side);
CREATE INDEX results_player ON results (player, n);
CREATE INDEX results_pair ON results (player, opponent, at);
CREATE INDEX results_opponent ON results (opponent) WHERE opponent <> '';

-- Who has finished a game on a server, under the name they had.
CREATE TABLE members (
    guild  TEXT NOT NULL,
    player TEXT NOT NULL,
    name   TEXT NOT NULL,
    PRIMARY KEY (guild, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_player ON members (player);

-- +goose Down
DROP TABLE members;
DROP TABLE results;
DROP TABLE ratings;
