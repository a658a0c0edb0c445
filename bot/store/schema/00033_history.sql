-- +goose Up
-- Finished games for looking back: a row for each player who sat.
CREATE TABLE history (
    game     TEXT NOT NULL, -- the match
    side     INTEGER NOT NULL, -- 0 Red, 1 Black
    player   TEXT NOT NULL,
    opponent TEXT NOT NULL, -- '' for a character, or a player who has been erased
    name     TEXT NOT NULL, -- the opponent's, when they sat down
    level    INTEGER NOT NULL, -- of the character, -1 for a person
    score    INTEGER NOT NULL, -- 2 won, 1 drawn, 0 lost, -1 without a result
    opening  TEXT NOT NULL, -- its code, '' for none, '?' where nobody has looked yet
    guild    TEXT NOT NULL,
    channel  TEXT NOT NULL,
    home     TEXT NOT NULL, -- the channel that decides who may view it: itself or a thread's parent; '' unknown, '-' a private thread
    message  TEXT NOT NULL, -- the last card, '' unknown
    settled  INTEGER NOT NULL, -- home and message will not be looked for again
    ended    INTEGER NOT NULL,
    PRIMARY KEY (player, ended, game) -- a player's games lie together, in their order
) STRICT, WITHOUT ROWID;

INSERT INTO history SELECT id, 0, red_player,
    CASE WHEN black_player LIKE 'gone:%' THEN '' ELSE black_player END, black_name,
    CASE black_player WHEN '' THEN black_level ELSE -1 END,
    CASE result WHEN '1-0' THEN 2 WHEN '1/2-1/2' THEN 1 WHEN '0-1' THEN 0 ELSE -1 END,
    '?', guild, channel, '', '', 0, touched
FROM matches WHERE status = 1 AND kind IN ('versus', 'duel') AND moves <> '' AND red_player <> '' AND red_player NOT LIKE 'gone:%';

INSERT INTO history SELECT id, 1, black_player,
    CASE WHEN red_player LIKE 'gone:%' THEN '' ELSE red_player END, red_name,
    CASE red_player WHEN '' THEN red_level ELSE -1 END,
    CASE result WHEN '0-1' THEN 2 WHEN '1/2-1/2' THEN 1 WHEN '1-0' THEN 0 ELSE -1 END,
    '?', guild, channel, '', '', 0, touched
FROM matches WHERE status = 1 AND kind IN ('versus', 'duel') AND moves <> '' AND black_player <> '' AND black_player NOT LIKE 'gone:%';

CREATE UNIQUE INDEX history_game ON history (game, side);
CREATE INDEX history_opponent ON history (opponent) WHERE opponent <> '';
CREATE INDEX history_unnamed ON history (game) WHERE opening = '?';
CREATE INDEX history_unsettled ON history (ended, game) WHERE settled = 0;

-- +goose Down
DROP TABLE history;
