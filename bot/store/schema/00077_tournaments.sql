-- +goose Up
-- Tournaments: the terms, who plays, and every board of every round. Standings are computed from the boards.
CREATE TABLE tournaments (
    id      TEXT    NOT NULL PRIMARY KEY,
    guild   TEXT    NOT NULL,
    channel TEXT    NOT NULL,
    name    TEXT    NOT NULL,
    locale  TEXT    NOT NULL,
    system  TEXT    NOT NULL, -- swiss, robin, arranged, arena
    clock   TEXT    NOT NULL,
    casual  INTEGER NOT NULL,
    state   TEXT    NOT NULL, -- open, pairing, playing, between, done, cancelled
    round   INTEGER NOT NULL,
    rounds  INTEGER NOT NULL,
    paused  INTEGER NOT NULL,
    seed    INTEGER NOT NULL,
    most    INTEGER NOT NULL, -- players
    length  INTEGER NOT NULL, -- in milliseconds
    starts  INTEGER NOT NULL,
    ends    INTEGER NOT NULL,
    due     INTEGER NOT NULL,
    starter TEXT    NOT NULL, -- who created it, '' once erased
    helpers TEXT    NOT NULL, -- who may direct it besides
    event   TEXT    NOT NULL, -- of the server: '', wanted, or its id
    rev     INTEGER NOT NULL,
    created INTEGER NOT NULL,
    touched INTEGER NOT NULL
);
CREATE INDEX tournaments_in_guild ON tournaments (guild, state);
CREATE TABLE tournament_players (
    tournament TEXT    NOT NULL,
    player     TEXT    NOT NULL, -- gone:NUMBER once erased
    name       TEXT    NOT NULL,
    rating     INTEGER NOT NULL,
    number     INTEGER NOT NULL, -- in the order of seeding, 0 before the start
    status     TEXT    NOT NULL, -- in, out, removed
    joined     INTEGER NOT NULL, -- the first round
    half       INTEGER NOT NULL, -- the round of a half-point bye
    noshows    INTEGER NOT NULL,
    at         INTEGER NOT NULL,
    PRIMARY KEY (tournament, player)
);
CREATE INDEX tournament_players_by_player ON tournament_players (player);
CREATE TABLE tournament_boards (
    tournament  TEXT    NOT NULL,
    round       INTEGER NOT NULL,
    board       INTEGER NOT NULL,
    red         INTEGER NOT NULL, -- numbers of players
    black       INTEGER NOT NULL, -- 0 for a bye
    kind        TEXT    NOT NULL, -- game, bye, half, absent
    result      TEXT    NOT NULL, -- '' while it is played
    how         TEXT    NOT NULL,
    opening     INTEGER NOT NULL, -- its thread may exist
    game        TEXT    NOT NULL, -- the match, '' until it began
    channel     TEXT    NOT NULL,
    plies       INTEGER NOT NULL,
    red_ready   INTEGER NOT NULL,
    black_ready INTEGER NOT NULL,
    begun       INTEGER NOT NULL,
    ended       INTEGER NOT NULL,
    PRIMARY KEY (tournament, round, board)
);
CREATE INDEX tournament_boards_by_game ON tournament_boards (game) WHERE game <> '';
CREATE TABLE tournament_corrections (
    tournament TEXT    NOT NULL,
    round      INTEGER NOT NULL,
    board      INTEGER NOT NULL,
    was        TEXT    NOT NULL,
    result     TEXT    NOT NULL,
    reason     TEXT    NOT NULL,
    author     TEXT    NOT NULL, -- '' once erased
    at         INTEGER NOT NULL
);
CREATE INDEX tournament_corrections_of ON tournament_corrections (tournament);
CREATE INDEX tournament_corrections_by ON tournament_corrections (author);

-- +goose Down
DROP TABLE tournament_corrections;
DROP TABLE tournament_boards;
DROP TABLE tournament_players;
DROP TABLE tournaments;
