-- +goose Up
-- Matches of flipped chess: what only the referee knows while they are running. The deal follows from the secret and the words.
CREATE TABLE flipped (
    game          TEXT    NOT NULL PRIMARY KEY, -- the match
    open_captures INTEGER NOT NULL, -- everybody sees the face-down pieces that are captured
    red_id        TEXT    NOT NULL, -- as the commitment names the seats
    black_id      TEXT    NOT NULL,
    secret        TEXT    NOT NULL, -- 64 hexadecimal digits
    first         TEXT    NOT NULL, -- the sides that are asked for a word, in order
    given         INTEGER NOT NULL, -- how many of them have answered
    red_word      TEXT    NOT NULL, -- '' for none, or one that was erased
    red_hash      TEXT    NOT NULL,
    black_word    TEXT    NOT NULL,
    black_hash    TEXT    NOT NULL,
    moves         TEXT    NOT NULL -- coordinates, separated by blanks
);
ALTER TABLE challenges ADD COLUMN variant TEXT NOT NULL DEFAULT ''; -- flipped, flipped-open

-- +goose Down
ALTER TABLE challenges DROP COLUMN variant;
DROP TABLE flipped;
