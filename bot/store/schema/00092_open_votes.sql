-- +goose Up
-- Open votes, of which there are few, are found without looking at all matches in which members voted.
CREATE INDEX votes_open ON votes (match) WHERE ends_at > 0;

-- +goose Down
DROP INDEX votes_open;
