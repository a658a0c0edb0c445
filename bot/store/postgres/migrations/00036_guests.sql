-- +goose Up
-- Who may move on a study beside its owner: ids with blanks between them.
ALTER TABLE matches ADD COLUMN guests TEXT COLLATE "C" NOT NULL DEFAULT '';
-- What the engine thinks of the position on a study's board.
CREATE TABLE study_lines (
    game  TEXT COLLATE "C" PRIMARY KEY,
    owner TEXT COLLATE "C" NOT NULL, -- whose study it is
    turn  BIGINT NOT NULL,           -- for which it holds
    lines TEXT COLLATE "C" NOT NULL  -- the best ones with their values, best first, as JSON
);
CREATE INDEX study_lines_owner ON study_lines (owner);

-- +goose Down
DROP TABLE study_lines;
ALTER TABLE matches DROP COLUMN guests;
