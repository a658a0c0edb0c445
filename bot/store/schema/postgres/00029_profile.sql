-- +goose Up
-- The schema of SQLite's migrations up to this number.

CREATE TABLE analyses (
    game      TEXT COLLATE "C" PRIMARY KEY,
    kind      TEXT COLLATE "C" NOT NULL,    -- of the game's subject
    owner     TEXT COLLATE "C" NOT NULL,    -- whose game alone it is, '' for a game of several
    requester TEXT COLLATE "C" NOT NULL,    -- who asked for it, '' once forgotten
    state     BIGINT NOT NULL, -- 0 waits for its turn, 1 has a job, 2 is finished
    done      BIGINT NOT NULL, -- of total
    total     BIGINT NOT NULL, -- 0 before it begins
    asked_at  BIGINT NOT NULL,
    places    BYTEA NOT NULL     -- what is known of the game so far, compressed
);
CREATE INDEX analyses_requester ON analyses (requester) WHERE requester <> '';
CREATE INDEX analyses_owner ON analyses (owner) WHERE owner <> '';
CREATE INDEX analyses_open ON analyses (asked_at) WHERE state < 2;

CREATE TABLE announcements (
    message TEXT COLLATE "C" PRIMARY KEY,
    channel TEXT COLLATE "C" NOT NULL,
    kind    TEXT COLLATE "C" NOT NULL,
    id      TEXT COLLATE "C" NOT NULL,
    about   TEXT COLLATE "C" NOT NULL, -- flag, draw, takeback
    turn    BIGINT NOT NULL,
    player  TEXT COLLATE "C" NOT NULL,
    checked BIGINT NOT NULL -- the revision of the subject at which it still held
);
CREATE INDEX announcements_subject ON announcements (kind, id);
CREATE INDEX announcements_player ON announcements (player);

CREATE TABLE bars (
    guild TEXT COLLATE "C" NOT NULL,
    player TEXT COLLATE "C" NOT NULL,
    name   TEXT COLLATE "C" NOT NULL,
    by     TEXT COLLATE "C" NOT NULL,
    at     BIGINT NOT NULL,
    PRIMARY KEY (guild, player)
);
CREATE INDEX bars_player ON bars (player);

CREATE TABLE blocks (
    player     TEXT COLLATE "C" NOT NULL,
    challenger TEXT COLLATE "C" NOT NULL,
    name       TEXT COLLATE "C" NOT NULL, -- the challenger's at that time
    at         BIGINT NOT NULL,
    PRIMARY KEY (player, challenger)
);
CREATE INDEX blocks_challenger ON blocks (challenger);

CREATE TABLE cards (
    kind          TEXT COLLATE "C" NOT NULL,
    id            TEXT COLLATE "C" NOT NULL,
    guild         TEXT COLLATE "C" NOT NULL,
    channel       TEXT COLLATE "C" NOT NULL, -- where it belongs
    wanted        BIGINT NOT NULL,
    fresh         BIGINT NOT NULL,
    pinged        BIGINT NOT NULL,
    touched       BIGINT NOT NULL,
    shown         BIGINT NOT NULL,
    shown_channel TEXT COLLATE "C" NOT NULL, -- where its message is
    message       TEXT COLLATE "C" NOT NULL, -- '' while there is none
    retry_at      BIGINT NOT NULL,
    tries         BIGINT NOT NULL,
    doubt         BIGINT NOT NULL, -- until when an unrecorded message may appear, 0 for none
    stale         BIGINT NOT NULL, -- it may show less than shown says
    version       BIGINT NOT NULL,
    late          BIGINT NOT NULL,
    PRIMARY KEY (kind, id)
);
CREATE INDEX cards_pending ON cards (touched) WHERE shown < wanted;
CREATE INDEX cards_doubt ON cards (doubt) WHERE doubt > 0;
CREATE INDEX cards_stale ON cards (retry_at) WHERE stale > 0;
CREATE INDEX cards_message ON cards (message) WHERE message <> '';
CREATE INDEX cards_touched ON cards (touched);

CREATE TABLE challenges (
    id            TEXT COLLATE "C" PRIMARY KEY,
    guild         TEXT COLLATE "C" NOT NULL,
    channel       TEXT COLLATE "C" NOT NULL,
    status        BIGINT NOT NULL, -- 0 waiting, 1 accepted, 2 declined, 3 withdrawn, 4 expired, 5 called off by a moderator, 6 removed: only its messages are left, to be deleted
    red_player    TEXT COLLATE "C" NOT NULL, -- '' with level -1 is for the first who comes
    red_name      TEXT COLLATE "C" NOT NULL,
    red_level     BIGINT NOT NULL,
    black_player  TEXT COLLATE "C" NOT NULL,
    black_name    TEXT COLLATE "C" NOT NULL,
    black_level   BIGINT NOT NULL,
    starter       TEXT COLLATE "C" NOT NULL,
    locale        TEXT COLLATE "C" NOT NULL,
    odds          TEXT COLLATE "C" NOT NULL,
    clock         TEXT COLLATE "C" NOT NULL,
    rules         TEXT COLLATE "C" NOT NULL,
    casual        TEXT COLLATE "C" NOT NULL,
    start         TEXT COLLATE "C" NOT NULL, -- FEN
    rev           BIGINT NOT NULL,
    created       BIGINT NOT NULL,
    touched       BIGINT NOT NULL,
    quiet         BIGINT NOT NULL, -- it pings nobody: they were asked a moment ago
    called_off_by TEXT COLLATE "C" NOT NULL
);
CREATE INDEX challenges_channel ON challenges (channel, touched);
CREATE INDEX challenges_starter ON challenges (starter, created);
CREATE INDEX challenges_waiting ON challenges (starter) WHERE status = 0;
CREATE INDEX challenges_red ON challenges (red_player);
CREATE INDEX challenges_black ON challenges (black_player);
CREATE INDEX challenges_over ON challenges (touched) WHERE status > 0;
CREATE INDEX challenges_called_off_by ON challenges (called_off_by) WHERE called_off_by <> '';

CREATE TABLE channel_owner (
    channel TEXT COLLATE "C" PRIMARY KEY,
    kind    TEXT COLLATE "C" NOT NULL,
    id      TEXT COLLATE "C" NOT NULL
);
CREATE INDEX channel_owner_subject ON channel_owner (kind, id);

CREATE TABLE channels (
    id    TEXT COLLATE "C" PRIMARY KEY,
    guild TEXT COLLATE "C" NOT NULL
);

CREATE TABLE events (
    id TEXT COLLATE "C" PRIMARY KEY,
    at BIGINT NOT NULL
);
CREATE INDEX events_at ON events (at);

CREATE TABLE facts (
    name  TEXT COLLATE "C" PRIMARY KEY,
    value TEXT COLLATE "C" NOT NULL
);

CREATE TABLE guilds (
    id       TEXT COLLATE "C" PRIMARY KEY,
    games    TEXT COLLATE "C" NOT NULL, -- here, threads, channels
    channels TEXT COLLATE "C" NOT NULL, -- ids, separated by blanks
    starters TEXT COLLATE "C" NOT NULL, -- everybody, role, managers
    role     TEXT COLLATE "C" NOT NULL
);

CREATE TABLE imported (
    id     TEXT COLLATE "C" PRIMARY KEY,
    owner  TEXT COLLATE "C" NOT NULL,
    red    TEXT COLLATE "C" NOT NULL,
    black  TEXT COLLATE "C" NOT NULL,
    title  TEXT COLLATE "C" NOT NULL,
    result TEXT COLLATE "C" NOT NULL,
    start  TEXT COLLATE "C" NOT NULL, -- FEN
    moves  TEXT COLLATE "C" NOT NULL, -- coordinates, separated by blanks
    at     BIGINT NOT NULL
);
CREATE INDEX imported_owner ON imported (owner, at);
CREATE INDEX imported_at ON imported (at);

CREATE TABLE jobs (
    slot     TEXT COLLATE "C" NOT NULL,
    kind     TEXT COLLATE "C" NOT NULL,
    id       TEXT COLLATE "C" NOT NULL,
    job      TEXT COLLATE "C" NOT NULL, -- names the handler
    version  BIGINT NOT NULL,
    due_at   BIGINT NOT NULL,
    ready_at BIGINT NOT NULL,
    pool     TEXT COLLATE "C" NOT NULL,
    rank     BIGINT NOT NULL,
    guild    TEXT COLLATE "C" NOT NULL,
    owner    TEXT COLLATE "C" NOT NULL,
    payload  BYTEA NOT NULL,
    claim    BIGINT NOT NULL, -- which claim this is
    worker   TEXT COLLATE "C" NOT NULL, -- who has claimed it, '' for nobody
    PRIMARY KEY (slot, kind, id)
);
CREATE INDEX jobs_ready ON jobs (pool, ready_at);
CREATE INDEX jobs_ranked ON jobs (pool, rank, ready_at);
CREATE INDEX jobs_owner ON jobs (owner) WHERE owner <> '';

CREATE TABLE matches (
    id              TEXT COLLATE "C" PRIMARY KEY,
    kind            TEXT COLLATE "C" NOT NULL, -- versus, duel, study, exhibition
    guild           TEXT COLLATE "C" NOT NULL,
    channel         TEXT COLLATE "C" NOT NULL,
    status          BIGINT NOT NULL, -- 0 open, 1 ended, 4 adjourned, 5 removed
    red_player      TEXT COLLATE "C" NOT NULL,
    red_name        TEXT COLLATE "C" NOT NULL,
    red_level       BIGINT NOT NULL,
    red_newcomer    BIGINT NOT NULL,
    black_player    TEXT COLLATE "C" NOT NULL,
    black_name      TEXT COLLATE "C" NOT NULL,
    black_level     BIGINT NOT NULL,
    black_newcomer  BIGINT NOT NULL,
    starter         TEXT COLLATE "C" NOT NULL,
    locale          TEXT COLLATE "C" NOT NULL,
    seed            BIGINT NOT NULL,
    rules           TEXT COLLATE "C" NOT NULL,
    start           TEXT COLLATE "C" NOT NULL, -- FEN
    moves           TEXT COLLATE "C" NOT NULL, -- coordinates, separated by blanks
    result          TEXT COLLATE "C" NOT NULL,
    method          TEXT COLLATE "C" NOT NULL,
    rev             BIGINT NOT NULL,
    turn            BIGINT NOT NULL,
    created         BIGINT NOT NULL,
    touched         BIGINT NOT NULL,
    red_acted       BIGINT NOT NULL,
    black_acted     BIGINT NOT NULL,
    played          BIGINT NOT NULL, -- when the last move was played, 0 for none or after a takeback
    act             BIGINT NOT NULL, -- 0 nothing, 1 think, 3 remind, 4 adjourn, 5 warn, 6 flag
    due_at          BIGINT NOT NULL,
    offer           BIGINT NOT NULL, -- 0 none, 1 draw, 2 takeback, 3 transfer
    offer_by        BIGINT NOT NULL,
    offer_turn      BIGINT NOT NULL,
    offer_guild     TEXT COLLATE "C" NOT NULL, -- where a transfer leads
    offer_channel   TEXT COLLATE "C" NOT NULL,
    red_offered     BIGINT NOT NULL, -- in this turn, a bit for each kind of offer
    black_offered   BIGINT NOT NULL,
    odds            TEXT COLLATE "C" NOT NULL,
    reminded        BIGINT NOT NULL,
    ruling          BIGINT NOT NULL, -- 0 none, 1 ended, 2 held, 3 removed
    ruled_by        TEXT COLLATE "C" NOT NULL,
    scores          TEXT COLLATE "C" NOT NULL, -- ply:centipawns, separated by blanks
    clock           TEXT COLLATE "C" NOT NULL,
    red_left        BIGINT NOT NULL, -- ms, when the turn began
    black_left      BIGINT NOT NULL,
    clock_since     BIGINT NOT NULL, -- from when the side to move is charged, 0 while its clock is stopped
    red_warned      BIGINT NOT NULL,
    black_warned    BIGINT NOT NULL,
    casual          TEXT COLLATE "C" NOT NULL, -- why it does not count, 'rated' if it does
    casual_turn     BIGINT NOT NULL
);
CREATE INDEX matches_channel ON matches (channel, touched);
CREATE INDEX matches_red ON matches (red_player);
CREATE INDEX matches_black ON matches (black_player);
CREATE INDEX matches_live_red ON matches (red_player) WHERE status IN (0, 4);
CREATE INDEX matches_live_black ON matches (black_player) WHERE status IN (0, 4);
CREATE INDEX matches_starter ON matches (starter, created);
CREATE INDEX matches_started ON matches (starter) WHERE status = 0;
CREATE INDEX matches_guild ON matches (guild) WHERE status = 0;
CREATE INDEX matches_open ON matches (touched) WHERE status = 0;
CREATE INDEX matches_running ON matches (id) WHERE clock_since > 0;
CREATE INDEX matches_removed ON matches (touched) WHERE status = 5;
CREATE INDEX matches_ruled_by ON matches (ruled_by) WHERE ruled_by <> '';

CREATE TABLE members (
    guild  TEXT COLLATE "C" NOT NULL,
    player TEXT COLLATE "C" NOT NULL,
    name   TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (guild, player)
);
CREATE INDEX members_player ON members (player);

CREATE TABLE moderation (
    id      BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    guild  TEXT COLLATE "C" NOT NULL,
    channel   TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL, -- '' for none
    by      TEXT COLLATE "C" NOT NULL,
    act    TEXT COLLATE "C" NOT NULL,
    player  TEXT COLLATE "C" NOT NULL, -- '' for none
    at      BIGINT NOT NULL
);
CREATE INDEX moderation_guild ON moderation (guild, at);
CREATE INDEX moderation_by ON moderation (by) WHERE by <> '';
CREATE INDEX moderation_player ON moderation (player) WHERE player <> '';

CREATE TABLE players (
    id     TEXT COLLATE "C" PRIMARY KEY,
    locale TEXT COLLATE "C" NOT NULL,
    language TEXT COLLATE "C" NOT NULL DEFAULT '',
    notation TEXT COLLATE "C" NOT NULL DEFAULT '',
    theme TEXT COLLATE "C" NOT NULL DEFAULT '',
    pieces TEXT COLLATE "C" NOT NULL DEFAULT '',
    coords TEXT COLLATE "C" NOT NULL DEFAULT '',
    turning TEXT COLLATE "C" NOT NULL DEFAULT '',
    pings TEXT COLLATE "C" NOT NULL DEFAULT '',
    challenges TEXT COLLATE "C" NOT NULL DEFAULT '',
    speak TEXT COLLATE "C" NOT NULL DEFAULT '',
    newcomer TEXT COLLATE "C" NOT NULL DEFAULT '',
    profile TEXT COLLATE "C" NOT NULL DEFAULT ''
);

CREATE TABLE ratings (
    player     TEXT COLLATE "C" NOT NULL,
    pool       TEXT COLLATE "C" NOT NULL, -- live, days
    value      DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games      BIGINT NOT NULL,
    opponents  BIGINT NOT NULL, -- different ones
    at         BIGINT NOT NULL, -- of the last game
    PRIMARY KEY (player, pool)
);

CREATE TABLE results (
    n         BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    game      TEXT COLLATE "C" NOT NULL, -- the match
    side      TEXT COLLATE "C" NOT NULL,
    player    TEXT COLLATE "C" NOT NULL,
    opponent  TEXT COLLATE "C" NOT NULL, -- '' for a character, or a player who has been erased
    level     BIGINT NOT NULL, -- of the character, -1 for a person
    odds      TEXT COLLATE "C" NOT NULL,
    unaided   BIGINT NOT NULL,
    even      BIGINT NOT NULL, -- it began as games do
    score     DOUBLE PRECISION NOT NULL, -- 1 won, 0.5 drawn, 0 lost
    guild     TEXT COLLATE "C" NOT NULL,
    at        BIGINT NOT NULL,
    opening   TEXT COLLATE "C" NOT NULL, -- the first moves, by which openings are known
    pool      TEXT COLLATE "C" NOT NULL, -- whose ratings it has moved, '' for none
    before    DOUBLE PRECISION NOT NULL,
    after     DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL -- of the rating after
);
CREATE UNIQUE INDEX results_game ON results (game, side);
CREATE INDEX results_player ON results (player, n);
CREATE INDEX results_pair ON results (player, opponent, at);
CREATE INDEX results_opponent ON results (opponent) WHERE opponent <> '';

CREATE TABLE superseded (
    message   TEXT COLLATE "C" PRIMARY KEY,
    channel   TEXT COLLATE "C" NOT NULL,
    kind      TEXT COLLATE "C" NOT NULL,
    id        TEXT COLLATE "C" NOT NULL,
    times     BIGINT NOT NULL, -- how often it became one
    collapsed BIGINT NOT NULL
);
CREATE INDEX superseded_subject ON superseded (kind, id);
CREATE INDEX superseded_pending ON superseded (kind, id) WHERE collapsed = 0;
