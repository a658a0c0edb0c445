-- +goose Up
-- Studies with guests, of whom there are few, are found without looking at all matches.
CREATE INDEX matches_guests ON matches (id) WHERE guests <> '';

-- +goose Down
DROP INDEX matches_guests;
