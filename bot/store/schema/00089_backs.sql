-- +goose Up
-- Whether a player sees on a face-down piece as which piece it moves.
ALTER TABLE players ADD COLUMN backs TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE players DROP COLUMN backs;
