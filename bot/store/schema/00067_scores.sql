-- +goose Up
-- Results of finished games hold only what standing follows from, with sides and scores as in history: the server and the opening
-- are history's. Programs before this version read and write them as they did, through a view of the old name. A version later the
-- view can be dropped, with its triggers, and store.Oldest becomes 67.
CREATE TABLE scores (
    n         INTEGER PRIMARY KEY, -- in the order in which the games ended
    game      TEXT NOT NULL, -- the match
    side      INTEGER NOT NULL, -- 0 Red, 1 Black
    player    TEXT NOT NULL,
    opponent  TEXT NOT NULL, -- '' for a character, or a player who has been erased
    level     INTEGER NOT NULL, -- of the character, -1 for a person
    odds      TEXT NOT NULL,
    unaided   INTEGER NOT NULL,
    even      INTEGER NOT NULL, -- it began as games do
    score     INTEGER NOT NULL, -- 2 won, 1 drawn, 0 lost
    at        INTEGER NOT NULL,
    pool      TEXT NOT NULL, -- whose ratings it has moved, '' for none
    before    REAL NOT NULL,
    after     REAL NOT NULL,
    deviation REAL NOT NULL -- of the rating after
) STRICT;

INSERT INTO scores SELECT n, game, CASE side WHEN 'red' THEN 0 ELSE 1 END, player, opponent, level, odds, unaided, even, CAST(2 * score AS INTEGER), at, pool, before,
    after, deviation FROM results ORDER BY n;
DROP TABLE results;

CREATE UNIQUE INDEX scores_game ON scores (game, side);
CREATE INDEX scores_player ON scores (player, n);
CREATE INDEX scores_pair ON scores (player, opponent, at);
CREATE INDEX scores_opponent ON scores (opponent) WHERE opponent <> '';
-- Wins over characters, by which the ladder is counted.
CREATE INDEX scores_climbs ON scores (player, level, odds, even, at, score, unaided) WHERE score = 2 AND unaided = 1 AND level >= 0;

CREATE VIEW results AS SELECT s.n, s.game, CASE s.side WHEN 0 THEN 'red' ELSE 'black' END AS side, s.player, s.opponent, s.level, s.odds, s.unaided, s.even,
    s.score / 2.0 AS score, COALESCE(h.guild, '') AS guild, s.at, COALESCE(SUBSTR(m.moves, 1, 69), '') AS opening, -- of 14 plies
    s.pool, s.before, s.after, s.deviation
FROM scores s LEFT JOIN history h ON h.game = s.game AND h.side = s.side LEFT JOIN matches m ON m.id = s.game;

-- +goose StatementBegin
CREATE TRIGGER results_insert INSTEAD OF INSERT ON results BEGIN
    INSERT INTO scores (game, side, player, opponent, level, odds, unaided, even, score, at, pool, before, after, deviation)
    VALUES (NEW.game, CASE NEW.side WHEN 'red' THEN 0 ELSE 1 END, NEW.player, NEW.opponent, NEW.level, NEW.odds, NEW.unaided, NEW.even, CAST(2 * NEW.score AS INTEGER),
        NEW.at, NEW.pool, NEW.before, NEW.after, NEW.deviation);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER results_update INSTEAD OF UPDATE OF opponent ON results BEGIN
    UPDATE scores SET opponent = NEW.opponent WHERE n = OLD.n;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER results_delete INSTEAD OF DELETE ON results BEGIN
    DELETE FROM scores WHERE n = OLD.n;
END;
-- +goose StatementEnd
