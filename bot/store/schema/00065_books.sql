-- +goose Up
-- The book of a study: all lines that were played in it or read into it, with their comments.
CREATE TABLE study_books (
    game   TEXT PRIMARY KEY, -- the study
    owner  TEXT NOT NULL,
    at     INTEGER NOT NULL, -- when it changed last
    record BLOB NOT NULL    -- packed
) STRICT;
CREATE INDEX study_books_owner ON study_books (owner, at);

-- +goose Down
DROP TABLE study_books;
