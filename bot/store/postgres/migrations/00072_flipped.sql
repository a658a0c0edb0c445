-- +goose Up
-- Matches of flipped chess: what only the referee knows while they are running. The deal follows from the secret and the words.
CREATE TABLE flipped (
    game          TEXT COLLATE "C" NOT NULL PRIMARY KEY, -- the match
    open_captures BIGINT NOT NULL, -- everybody sees the face-down pieces that are captured
    red_id        TEXT COLLATE "C" NOT NULL, -- as the commitment names the seats
    black_id      TEXT COLLATE "C" NOT NULL,
    secret        TEXT COLLATE "C" NOT NULL, -- 64 hexadecimal digits
    first         TEXT COLLATE "C" NOT NULL, -- the sides that are asked for a word, in order
    given         BIGINT NOT NULL, -- how many of them have answered
    red_word      TEXT COLLATE "C" NOT NULL, -- '' for none, or one that was erased
    red_hash      TEXT COLLATE "C" NOT NULL,
    black_word    TEXT COLLATE "C" NOT NULL,
    black_hash    TEXT COLLATE "C" NOT NULL,
    moves         TEXT COLLATE "C" NOT NULL -- coordinates, separated by blanks
);
ALTER TABLE challenges ADD COLUMN variant TEXT COLLATE "C" NOT NULL DEFAULT ''; -- flipped, flipped-open

-- +goose Down
ALTER TABLE challenges DROP COLUMN variant;
DROP TABLE flipped;
