-- +goose Up
-- Rings, one board in a channel where the winner stays; who holds them (place 0), waits (from 1 on) and whom the holder has met (below 0);
-- and each player's longest run of defences in a server.
CREATE TABLE rings (
    id         TEXT NOT NULL PRIMARY KEY,
    guild      TEXT NOT NULL,
    channel    TEXT NOT NULL,
    locale     TEXT NOT NULL,
    clock      TEXT NOT NULL,
    keeper     TEXT NOT NULL, -- the character that keeps it, as a digit
    state      TEXT NOT NULL, -- calling, ready, playing, idle, closed
    defences   INTEGER NOT NULL,
    red        INTEGER NOT NULL, -- the holder has Red
    game       TEXT NOT NULL, -- '' while none is played
    begun      INTEGER NOT NULL,
    due        INTEGER NOT NULL, -- 0 for never
    news       TEXT NOT NULL,
    about      TEXT NOT NULL, -- the player of the news
    about_name TEXT NOT NULL,
    starter    TEXT NOT NULL,
    rev        INTEGER NOT NULL,
    created    INTEGER NOT NULL,
    touched    INTEGER NOT NULL
);
CREATE UNIQUE INDEX rings_channel ON rings (channel) WHERE state <> 'closed';
CREATE INDEX rings_game ON rings (game);
CREATE TABLE ring_players (
    ring   TEXT NOT NULL,
    place  INTEGER NOT NULL,
    player TEXT NOT NULL, -- '' once erased
    name   TEXT NOT NULL,
    missed INTEGER NOT NULL,
    here   INTEGER NOT NULL,
    PRIMARY KEY (ring, place)
);
CREATE INDEX ring_players_player ON ring_players (player);
CREATE TABLE ring_runs (
    guild  TEXT NOT NULL,
    player TEXT NOT NULL,
    name   TEXT NOT NULL,
    length INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (guild, player)
);
CREATE INDEX ring_runs_player ON ring_runs (player);

-- +goose Down
DROP TABLE ring_runs;
DROP TABLE ring_players;
DROP TABLE rings;
