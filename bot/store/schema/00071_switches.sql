-- +goose Up
-- The features that a server has switched off: names with blanks between them.
ALTER TABLE guilds ADD COLUMN off TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE guilds DROP COLUMN off;
