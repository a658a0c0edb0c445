-- +goose Up
-- Two games with the colors changed: the id of the first, in both; '' for a single game. A challenge may be to both.
ALTER TABLE matches ADD COLUMN pair TEXT NOT NULL DEFAULT '';
ALTER TABLE challenges ADD COLUMN pair INTEGER NOT NULL DEFAULT 0;
CREATE INDEX matches_pair ON matches (pair) WHERE pair <> '';

-- +goose Down
DROP INDEX matches_pair;
ALTER TABLE challenges DROP COLUMN pair;
ALTER TABLE matches DROP COLUMN pair;
