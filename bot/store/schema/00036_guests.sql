-- +goose Up
-- Who may move on a study beside its owner: ids with blanks between them.
ALTER TABLE matches ADD COLUMN guests TEXT NOT NULL DEFAULT '';
-- What the engine thinks of the position on a study's board.
CREATE TABLE study_lines (
    game  TEXT PRIMARY KEY,
    owner TEXT NOT NULL,    -- whose study it is
    turn  INTEGER NOT NULL, -- for which it holds
    lines TEXT NOT NULL     -- the best ones with their values, best first, as JSON
) STRICT;
CREATE INDEX study_lines_owner ON study_lines (owner);

-- +goose Down
DROP TABLE study_lines;
ALTER TABLE matches DROP COLUMN guests;
