-- +goose Up
-- What a character has said in a match, and who does not want to hear it: '' for what is usual.
ALTER TABLE matches ADD COLUMN said TEXT NOT NULL DEFAULT '';
ALTER TABLE players ADD COLUMN voices TEXT NOT NULL DEFAULT '';
ALTER TABLE guilds ADD COLUMN voices TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE guilds DROP COLUMN voices;
ALTER TABLE players DROP COLUMN voices;
ALTER TABLE matches DROP COLUMN said;
