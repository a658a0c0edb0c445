-- +goose Up
-- Who sees a player's profile, '' for what is usual.
ALTER TABLE players ADD COLUMN profile TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE players DROP COLUMN profile;
