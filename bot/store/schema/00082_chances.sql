-- +goose Up
-- Wins that players missed in their games: puzzles for them alone, once they are proved.
CREATE TABLE puzzle_chances (
    player TEXT    NOT NULL,
    game   TEXT    NOT NULL,
    ply    INTEGER NOT NULL,
    played INTEGER NOT NULL, -- when the game ended
    puzzle TEXT    NOT NULL, -- '' until it is proved
    line   TEXT    NOT NULL,
    tried  INTEGER NOT NULL, -- when its solution was last shown
    solved INTEGER NOT NULL,
    PRIMARY KEY (player, game, ply)
);
CREATE INDEX puzzle_chances_game ON puzzle_chances (game);

-- +goose Down
DROP TABLE puzzle_chances;
