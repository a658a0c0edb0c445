-- +goose Up
-- What is on the boards of games between people that go on: nothing that judges a position is said about it.
CREATE TABLE running (
    game   TEXT PRIMARY KEY,
    red    TEXT NOT NULL, -- who play it
    black  TEXT NOT NULL,
    key    TEXT NOT NULL, -- of the position on the board: 90 points and the side to move, the same for all its mirror images
    pieces INTEGER NOT NULL, -- on the board
    early  INTEGER NOT NULL -- from the book, or within the first plies: withheld from the players alone
) STRICT, WITHOUT ROWID;
CREATE INDEX running_pieces ON running (pieces, early);
CREATE INDEX running_red ON running (red);
CREATE INDEX running_black ON running (black);

-- The keys of positions that were on those boards before, but for early ones.
CREATE TABLE passed (
    key  TEXT NOT NULL,
    game TEXT NOT NULL,
    PRIMARY KEY (key, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX passed_game ON passed (game);

-- +goose Down
DROP TABLE passed;
DROP TABLE running;
