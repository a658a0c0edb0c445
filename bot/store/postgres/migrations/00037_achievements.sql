-- +goose Up
-- What players have earned by winning: by which game first, and in how many.
CREATE TABLE achievements (
    player TEXT COLLATE "C" NOT NULL,
    key    TEXT COLLATE "C" NOT NULL, -- beat.3, unscathed, stalemate, finish.ma_hou_pao
    game   TEXT COLLATE "C" NOT NULL, -- the match by which it was first earned
    at     BIGINT NOT NULL,
    times  BIGINT NOT NULL,
    PRIMARY KEY (player, key)
);
CREATE INDEX achievements_game ON achievements (game);

-- +goose Down
DROP TABLE achievements;
