-- +goose Up
-- What players have earned by winning: by which game first, and in how many.
CREATE TABLE achievements (
    player TEXT NOT NULL,
    key    TEXT NOT NULL, -- beat.3, unscathed, stalemate, finish.ma_hou_pao
    game   TEXT NOT NULL, -- the match by which it was first earned
    at     INTEGER NOT NULL,
    times  INTEGER NOT NULL,
    PRIMARY KEY (player, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX achievements_game ON achievements (game);

-- +goose Down
DROP TABLE achievements;
