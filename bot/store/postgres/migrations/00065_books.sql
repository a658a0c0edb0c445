-- +goose Up
-- The book of a study: all lines that were played in it or read into it, with their comments.
CREATE TABLE study_books (
    game   TEXT COLLATE "C" PRIMARY KEY, -- the study
    owner  TEXT COLLATE "C" NOT NULL,
    at     BIGINT NOT NULL, -- when it changed last
    record BYTEA NOT NULL    -- packed
);
CREATE INDEX study_books_owner ON study_books (owner, at);

-- +goose Down
DROP TABLE study_books;
