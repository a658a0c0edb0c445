-- +goose Up
-- Wins that players missed in their games: puzzles for them alone, once they are proved.
CREATE TABLE puzzle_chances (
    player TEXT COLLATE "C" NOT NULL,
    game   TEXT COLLATE "C" NOT NULL,
    ply    BIGINT NOT NULL,
    played BIGINT NOT NULL, -- when the game ended
    puzzle TEXT COLLATE "C" NOT NULL, -- '' until it is proved
    line   TEXT COLLATE "C" NOT NULL,
    tried  BIGINT NOT NULL, -- when its solution was last shown
    solved BIGINT NOT NULL,
    PRIMARY KEY (player, game, ply)
);
CREATE INDEX puzzle_chances_game ON puzzle_chances (game);

-- +goose Down
DROP TABLE puzzle_chances;
