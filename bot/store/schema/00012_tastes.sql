-- +goose Up
-- What a player likes; '' leaves it to the bot.
ALTER TABLE players ADD COLUMN language TEXT NOT NULL DEFAULT '';
ALTER TABLE players ADD COLUMN notation TEXT NOT NULL DEFAULT '';
ALTER TABLE players ADD COLUMN theme TEXT NOT NULL DEFAULT '';
ALTER TABLE players ADD COLUMN men TEXT NOT NULL DEFAULT '';
ALTER TABLE players ADD COLUMN coords TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE players DROP COLUMN coords;
ALTER TABLE players DROP COLUMN men;
ALTER TABLE players DROP COLUMN theme;
ALTER TABLE players DROP COLUMN notation;
ALTER TABLE players DROP COLUMN language;
