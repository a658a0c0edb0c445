-- +goose Up
-- Rings, one board in a channel where the winner stays; who holds them (place 0), waits (from 1 on) and whom the holder has met (below 0);
-- and each player's longest run of defences in a server.
CREATE TABLE rings (
    id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    guild      TEXT COLLATE "C" NOT NULL,
    channel    TEXT COLLATE "C" NOT NULL,
    locale     TEXT COLLATE "C" NOT NULL,
    clock      TEXT COLLATE "C" NOT NULL,
    keeper     TEXT COLLATE "C" NOT NULL, -- the character that keeps it, as a digit
    state      TEXT COLLATE "C" NOT NULL, -- calling, ready, playing, idle, closed
    defences   BIGINT NOT NULL,
    red        BIGINT NOT NULL, -- the holder has Red
    game       TEXT COLLATE "C" NOT NULL, -- '' while none is played
    begun      BIGINT NOT NULL,
    due        BIGINT NOT NULL, -- 0 for never
    news       TEXT COLLATE "C" NOT NULL,
    about      TEXT COLLATE "C" NOT NULL, -- the player of the news
    about_name TEXT COLLATE "C" NOT NULL,
    starter    TEXT COLLATE "C" NOT NULL,
    rev        BIGINT NOT NULL,
    created    BIGINT NOT NULL,
    touched    BIGINT NOT NULL
);
CREATE UNIQUE INDEX rings_channel ON rings (channel) WHERE state <> 'closed';
CREATE INDEX rings_game ON rings (game);
CREATE TABLE ring_players (
    ring   TEXT COLLATE "C" NOT NULL,
    place  BIGINT NOT NULL,
    player TEXT COLLATE "C" NOT NULL, -- '' once erased
    name   TEXT COLLATE "C" NOT NULL,
    missed BIGINT NOT NULL,
    here   BIGINT NOT NULL,
    PRIMARY KEY (ring, place)
);
CREATE INDEX ring_players_player ON ring_players (player);
CREATE TABLE ring_runs (
    guild  TEXT COLLATE "C" NOT NULL,
    player TEXT COLLATE "C" NOT NULL,
    name   TEXT COLLATE "C" NOT NULL,
    length BIGINT NOT NULL,
    at     BIGINT NOT NULL,
    PRIMARY KEY (guild, player)
);
CREATE INDEX ring_runs_player ON ring_runs (player);

-- +goose Down
DROP TABLE ring_runs;
DROP TABLE ring_players;
DROP TABLE rings;
