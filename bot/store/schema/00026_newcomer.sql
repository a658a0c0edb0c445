-- +goose Up
-- Whether a player has said that they never played: '' as long as they have not.
ALTER TABLE players ADD COLUMN newcomer TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE players DROP COLUMN newcomer;
