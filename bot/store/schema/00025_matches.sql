-- +goose Up
-- Sessions become what they are: matches and challenges, with what is due about them (jobs) and what shows them (cards) in
-- tables of their own. Every row knows its guild, '' where that is not known. Earlier programs refuse the result.

-- Of direct conversations nothing need be remembered.
DROP INDEX places_guild;
DELETE FROM places WHERE guild = '';
ALTER TABLE places RENAME TO channels;

CREATE TABLE matches (
    id              TEXT PRIMARY KEY,
    kind            TEXT NOT NULL, -- versus, duel, study, exhibition
    guild           TEXT NOT NULL,
    channel         TEXT NOT NULL,
    status          INTEGER NOT NULL, -- 0 open, 1 ended, 4 adjourned, 5 removed
    red_player      TEXT NOT NULL,
    red_name        TEXT NOT NULL,
    red_level       INTEGER NOT NULL,
    red_newcomer    INTEGER NOT NULL,
    black_player    TEXT NOT NULL,
    black_name      TEXT NOT NULL,
    black_level     INTEGER NOT NULL,
    black_newcomer  INTEGER NOT NULL,
    starter         TEXT NOT NULL,
    locale          TEXT NOT NULL,
    seed            INTEGER NOT NULL,
    rules           TEXT NOT NULL,
    start           TEXT NOT NULL, -- FEN
    moves           TEXT NOT NULL, -- coordinates, separated by blanks
    result          TEXT NOT NULL,
    method          TEXT NOT NULL,
    rev             INTEGER NOT NULL,
    turn            INTEGER NOT NULL,
    created         INTEGER NOT NULL,
    touched         INTEGER NOT NULL,
    red_acted       INTEGER NOT NULL,
    black_acted     INTEGER NOT NULL,
    played          INTEGER NOT NULL, -- when the last move was played, 0 for none or after a takeback
    act             INTEGER NOT NULL, -- 0 nothing, 1 think, 3 remind, 4 adjourn, 5 warn, 6 flag
    due_at          INTEGER NOT NULL,
    offer           INTEGER NOT NULL, -- 0 none, 1 draw, 2 takeback, 3 transfer
    offer_by        INTEGER NOT NULL,
    offer_turn      INTEGER NOT NULL,
    offer_guild     TEXT NOT NULL, -- where a transfer leads
    offer_channel   TEXT NOT NULL,
    red_offered     INTEGER NOT NULL, -- in this turn, a bit for each kind of offer
    black_offered   INTEGER NOT NULL,
    odds            TEXT NOT NULL,
    reminded        INTEGER NOT NULL,
    ruling          INTEGER NOT NULL, -- 0 none, 1 ended, 2 held, 3 removed
    ruled_by        TEXT NOT NULL,
    scores          TEXT NOT NULL, -- ply:centipawns, separated by blanks
    clock           TEXT NOT NULL,
    red_left        INTEGER NOT NULL, -- ms, when the turn began
    black_left      INTEGER NOT NULL,
    clock_since     INTEGER NOT NULL, -- from when the side to move is charged, 0 while its clock is stopped
    red_warned      INTEGER NOT NULL,
    black_warned    INTEGER NOT NULL,
    casual          TEXT NOT NULL, -- why it does not count, 'rated' if it does
    casual_turn     INTEGER NOT NULL
) STRICT;

INSERT INTO matches SELECT id,
    CASE
        WHEN red_player = '' AND black_player = '' AND red_level >= 0 AND black_level >= 0 THEN 'exhibition'
        WHEN red_player <> '' AND red_player = black_player THEN 'study'
        WHEN red_player <> '' AND black_player = '' AND black_level >= 0 OR black_player <> '' AND red_player = '' AND red_level >= 0 THEN 'versus'
        ELSE 'duel'
    END,
    COALESCE((SELECT c.guild FROM channels c WHERE c.id = place), ''), place, status,
    red_player, red_name, red_level, red_novice, black_player, black_name, black_level, black_novice,
    starter, locale, seed, rules, start, moves, result, method, rev, turn, created, touched, red_acted, black_acted, played, act, due_at,
    offer, offer_by, offer_turn, '', '', red_asked, black_asked, odds, reminded, ruling, ruled_by, scores,
    clock, red_left, black_left, clock_since, red_warned, black_warned, casual, casual_turn
FROM sessions WHERE status NOT IN (2, 3) AND NOT (status = 5 AND (red_level = -1 OR black_level = -1));

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

-- The open match to which what is typed in a channel belongs.
CREATE TABLE channel_owner (
    channel TEXT PRIMARY KEY,
    kind    TEXT NOT NULL,
    id      TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX channel_owner_subject ON channel_owner (kind, id);

INSERT INTO channel_owner SELECT channel, kind, id FROM matches WHERE status = 0;

-- Invitations; one that is accepted stays for a while beside the match of the same id.
CREATE TABLE challenges (
    id            TEXT PRIMARY KEY,
    guild         TEXT NOT NULL,
    channel       TEXT NOT NULL,
    status        INTEGER NOT NULL, -- 0 waiting, 1 accepted, 2 declined, 3 withdrawn, 4 expired, 5 called off by a moderator, 6 removed: only its messages are left, to be deleted
    red_player    TEXT NOT NULL, -- '' with level -1 is for the first who comes
    red_name      TEXT NOT NULL,
    red_level     INTEGER NOT NULL,
    black_player  TEXT NOT NULL,
    black_name    TEXT NOT NULL,
    black_level   INTEGER NOT NULL,
    starter       TEXT NOT NULL,
    locale        TEXT NOT NULL,
    odds          TEXT NOT NULL,
    clock         TEXT NOT NULL,
    rules         TEXT NOT NULL,
    casual        TEXT NOT NULL,
    start         TEXT NOT NULL, -- FEN
    rev           INTEGER NOT NULL,
    created       INTEGER NOT NULL,
    touched       INTEGER NOT NULL,
    quiet         INTEGER NOT NULL, -- it pings nobody: they were asked a moment ago
    called_off_by TEXT NOT NULL
) STRICT;

INSERT INTO challenges SELECT id, COALESCE((SELECT c.guild FROM channels c WHERE c.id = place), ''), place,
    CASE WHEN status = 2 THEN 0 WHEN status = 5 THEN 6 WHEN ruling = 1 THEN 5 WHEN closing = 1 THEN 2 WHEN closing = 2 THEN 3 ELSE 4 END,
    red_player, red_name, red_level, black_player, black_name, black_level,
    starter, locale, odds, clock, rules, casual, start, rev, created, touched, quiet, CASE ruling WHEN 1 THEN ruled_by ELSE '' END
FROM sessions WHERE status IN (2, 3) OR status = 5 AND (red_level = -1 OR black_level = -1);

CREATE INDEX challenges_channel ON challenges (channel, touched);
CREATE INDEX challenges_starter ON challenges (starter, created);
CREATE INDEX challenges_waiting ON challenges (starter) WHERE status = 0;
CREATE INDEX challenges_red ON challenges (red_player);
CREATE INDEX challenges_black ON challenges (black_player);
CREATE INDEX challenges_over ON challenges (touched) WHERE status > 0;
CREATE INDEX challenges_called_off_by ON challenges (called_off_by) WHERE called_off_by <> '';

-- What is due, one for each slot and subject. A job is ready when it is due, or when the lease of the one who claimed it ends.
CREATE TABLE jobs (
    slot     TEXT NOT NULL,
    kind     TEXT NOT NULL,
    id       TEXT NOT NULL,
    job      TEXT NOT NULL, -- names the handler
    version  INTEGER NOT NULL,
    due_at   INTEGER NOT NULL,
    ready_at INTEGER NOT NULL,
    pool     TEXT NOT NULL,
    rank     INTEGER NOT NULL,
    guild    TEXT NOT NULL,
    owner    TEXT NOT NULL,
    payload  BLOB NOT NULL,
    claim    INTEGER NOT NULL, -- which claim this is
    worker   TEXT NOT NULL, -- who has claimed it, '' for nobody
    PRIMARY KEY (slot, kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX jobs_ready ON jobs (pool, ready_at);
CREATE INDEX jobs_ranked ON jobs (pool, rank, ready_at);
CREATE INDEX jobs_owner ON jobs (owner) WHERE owner <> '';

-- Characters and flags, for which people wait, come before what can wait. Leases end with the migration.
INSERT INTO jobs SELECT 'next', m.kind, m.id,
    CASE s.act WHEN 1 THEN 'think' WHEN 3 THEN 'remind' WHEN 4 THEN 'adjourn' WHEN 5 THEN 'warn' WHEN 6 THEN 'flag' ELSE 'expire' END,
    m.turn, s.due_at, s.due_at, CASE s.act WHEN 1 THEN 'engine' ELSE 'timed' END, CASE WHEN s.act IN (1, 6) THEN 0 WHEN s.act = 5 THEN 1 ELSE 2 END,
    m.guild, CASE s.act WHEN 1 THEN m.starter ELSE '' END, x'', 1, ''
FROM sessions s JOIN matches m ON m.id = s.id WHERE s.act <> 0;

INSERT INTO jobs SELECT 'next', 'challenge', c.id, 'expire', c.rev, s.due_at, s.due_at, 'timed', 2, c.guild, '', x'', 1, ''
FROM sessions s JOIN challenges c ON c.id = s.id WHERE s.act <> 0;

-- What stands in a channel for a subject. wanted is the latest revision that it is to show, fresh the latest that wants a message
-- of its own, pinged the latest that calls those it mentions; shown is the revision that it shows.
CREATE TABLE cards (
    kind          TEXT NOT NULL,
    id            TEXT NOT NULL,
    guild         TEXT NOT NULL,
    channel       TEXT NOT NULL, -- where it belongs
    wanted        INTEGER NOT NULL,
    fresh         INTEGER NOT NULL,
    pinged        INTEGER NOT NULL,
    touched       INTEGER NOT NULL,
    shown         INTEGER NOT NULL,
    shown_channel TEXT NOT NULL, -- where its message is
    message       TEXT NOT NULL, -- '' while there is none
    retry_at      INTEGER NOT NULL,
    tries         INTEGER NOT NULL,
    doubt         INTEGER NOT NULL, -- until when an unrecorded message may appear, 0 for none
    stale         INTEGER NOT NULL, -- it may show less than shown says
    version       INTEGER NOT NULL,
    late          INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX cards_pending ON cards (touched) WHERE shown < wanted;
CREATE INDEX cards_doubt ON cards (doubt) WHERE doubt > 0;
CREATE INDEX cards_stale ON cards (retry_at) WHERE stale > 0;
CREATE INDEX cards_message ON cards (message) WHERE message <> '';
CREATE INDEX cards_touched ON cards (touched);

INSERT INTO cards SELECT COALESCE(m.kind, 'challenge'), s.id, COALESCE(m.guild, c.guild), s.place,
    s.rev - s.unseen, s.new_card, MAX(s.moved, s.new_card), s.touched,
    COALESCE(b.shown_rev, s.shown), COALESCE(b.channel, ''), COALESCE(b.message, ''), COALESCE(b.retry_at, 0), COALESCE(b.tries, 0),
    COALESCE(b.doubt, 0), COALESCE(b.stale, 0), COALESCE(b.version, 0), COALESCE(b.late, 0)
FROM sessions s LEFT JOIN matches m ON m.id = s.id LEFT JOIN challenges c ON c.id = s.id LEFT JOIN boards b ON b.session = s.id;

-- A challenge that is over and has a message says so where that is. A player's name that is to disappear does so in the message that
-- has it, and nothing is posted for it.
UPDATE cards SET fresh = MIN(fresh, shown), pinged = MIN(pinged, shown)
    WHERE message <> '' AND kind = 'challenge' AND id IN (SELECT id FROM challenges WHERE status > 0);
UPDATE cards SET fresh = MIN(fresh, shown), pinged = MIN(pinged, shown), wanted = CASE message WHEN '' THEN MIN(wanted, shown) ELSE wanted END
    WHERE kind = 'duel' AND id IN (SELECT id FROM matches WHERE status = 1 AND (red_player LIKE 'gone:%' OR black_player LIKE 'gone:%'));

-- Earlier cards, which collapse to a line.
CREATE TABLE superseded (
    message   TEXT PRIMARY KEY,
    channel   TEXT NOT NULL,
    kind      TEXT NOT NULL,
    id        TEXT NOT NULL,
    times     INTEGER NOT NULL, -- how often it became one
    collapsed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX superseded_subject ON superseded (kind, id);
CREATE INDEX superseded_pending ON superseded (kind, id) WHERE collapsed = 0;

INSERT INTO superseded SELECT h.message, h.channel, c.kind, c.id, h.times, h.shrunk FROM husks h JOIN cards c ON c.id = h.session;

-- Messages that are edited when what they say is over.
CREATE TABLE announcements (
    message TEXT PRIMARY KEY,
    channel TEXT NOT NULL,
    kind    TEXT NOT NULL,
    id      TEXT NOT NULL,
    about   TEXT NOT NULL, -- flag, draw, takeback
    turn    INTEGER NOT NULL,
    player  TEXT NOT NULL,
    checked INTEGER NOT NULL -- the revision of the subject at which it still held
) STRICT, WITHOUT ROWID;
CREATE INDEX announcements_subject ON announcements (kind, id);
CREATE INDEX announcements_player ON announcements (player);

INSERT INTO announcements SELECT n.message, n.channel, c.kind, c.id, CASE n.kind WHEN 1 THEN 'draw' WHEN 2 THEN 'takeback' ELSE 'flag' END, n.turn, n.player, 0
FROM notices n JOIN cards c ON c.id = n.session;

DROP TABLE notices;
DROP TABLE husks;
DROP TABLE boards;
DROP TABLE sessions;

ALTER TABLE players RENAME COLUMN men TO pieces;
ALTER TABLE unwelcome RENAME TO blocks;
CREATE INDEX blocks_challenger ON blocks (challenger);
ALTER TABLE servers RENAME TO guilds;
ALTER TABLE bars RENAME COLUMN server TO guild;
CREATE INDEX bars_player ON bars (player);
ALTER TABLE acts RENAME TO moderation;
ALTER TABLE moderation RENAME COLUMN server TO guild;
ALTER TABLE moderation RENAME COLUMN place TO channel;
ALTER TABLE moderation RENAME COLUMN session TO subject;
ALTER TABLE moderation RENAME COLUMN kind TO act;
DROP INDEX acts_server;
CREATE INDEX moderation_guild ON moderation (guild, at);
CREATE INDEX moderation_by ON moderation (by) WHERE by <> '';
CREATE INDEX moderation_player ON moderation (player) WHERE player <> '';
ALTER TABLE kept RENAME TO imported;
DROP INDEX kept_owner;
DROP INDEX kept_at;
CREATE INDEX imported_owner ON imported (owner, at);
CREATE INDEX imported_at ON imported (at);
