-- +goose Up
-- Tournaments: the terms, who plays, and every board of every round. Standings are computed from the boards.
CREATE TABLE tournaments (
    id      TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    guild   TEXT COLLATE "C" NOT NULL,
    channel TEXT COLLATE "C" NOT NULL,
    name    TEXT COLLATE "C" NOT NULL,
    locale  TEXT COLLATE "C" NOT NULL,
    system  TEXT COLLATE "C" NOT NULL, -- swiss, robin, arranged, arena
    clock   TEXT COLLATE "C" NOT NULL,
    casual  BIGINT NOT NULL,
    state   TEXT COLLATE "C" NOT NULL, -- open, pairing, playing, between, done, cancelled
    round   BIGINT NOT NULL,
    rounds  BIGINT NOT NULL,
    paused  BIGINT NOT NULL,
    seed    BIGINT NOT NULL,
    most    BIGINT NOT NULL, -- players
    length  BIGINT NOT NULL, -- in milliseconds
    starts  BIGINT NOT NULL,
    ends    BIGINT NOT NULL,
    due     BIGINT NOT NULL,
    starter TEXT COLLATE "C" NOT NULL, -- who created it, '' once erased
    helpers TEXT COLLATE "C" NOT NULL, -- who may direct it besides
    event   TEXT COLLATE "C" NOT NULL, -- of the server: '', wanted, or its id
    rev     BIGINT NOT NULL,
    created BIGINT NOT NULL,
    touched BIGINT NOT NULL
);
CREATE INDEX tournaments_in_guild ON tournaments (guild, state);
CREATE TABLE tournament_players (
    tournament TEXT COLLATE "C" NOT NULL,
    player     TEXT COLLATE "C" NOT NULL, -- gone:NUMBER once erased
    name       TEXT COLLATE "C" NOT NULL,
    rating     BIGINT NOT NULL,
    number     BIGINT NOT NULL, -- in the order of seeding, 0 before the start
    status     TEXT COLLATE "C" NOT NULL, -- in, out, removed
    joined     BIGINT NOT NULL, -- the first round
    half       BIGINT NOT NULL, -- the round of a half-point bye
    noshows    BIGINT NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (tournament, player)
);
CREATE INDEX tournament_players_by_player ON tournament_players (player);
CREATE TABLE tournament_boards (
    tournament  TEXT COLLATE "C" NOT NULL,
    round       BIGINT NOT NULL,
    board       BIGINT NOT NULL,
    red         BIGINT NOT NULL, -- numbers of players
    black       BIGINT NOT NULL, -- 0 for a bye
    kind        TEXT COLLATE "C" NOT NULL, -- game, bye, half, absent
    result      TEXT COLLATE "C" NOT NULL, -- '' while it is played
    how         TEXT COLLATE "C" NOT NULL,
    opening     BIGINT NOT NULL, -- its thread may exist
    game        TEXT COLLATE "C" NOT NULL, -- the match, '' until it began
    channel     TEXT COLLATE "C" NOT NULL,
    plies       BIGINT NOT NULL,
    red_ready   BIGINT NOT NULL,
    black_ready BIGINT NOT NULL,
    begun       BIGINT NOT NULL,
    ended       BIGINT NOT NULL,
    PRIMARY KEY (tournament, round, board)
);
CREATE INDEX tournament_boards_by_game ON tournament_boards (game) WHERE game <> '';
CREATE TABLE tournament_corrections (
    tournament TEXT COLLATE "C" NOT NULL,
    round      BIGINT NOT NULL,
    board      BIGINT NOT NULL,
    was        TEXT COLLATE "C" NOT NULL,
    result     TEXT COLLATE "C" NOT NULL,
    reason     TEXT COLLATE "C" NOT NULL,
    author     TEXT COLLATE "C" NOT NULL, -- '' once erased
    at         BIGINT NOT NULL
);
CREATE INDEX tournament_corrections_of ON tournament_corrections (tournament);
CREATE INDEX tournament_corrections_by ON tournament_corrections (author);

-- +goose Down
DROP TABLE tournament_corrections;
DROP TABLE tournament_boards;
DROP TABLE tournament_players;
DROP TABLE tournaments;
