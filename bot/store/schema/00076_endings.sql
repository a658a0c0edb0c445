-- +goose Up
-- What people have reached in endings, a row for each server and for direct conversations.
CREATE TABLE endings (
    player TEXT NOT NULL,
    ending TEXT NOT NULL,
    guild  TEXT NOT NULL,
    at     INTEGER NOT NULL, -- first, without help if it was ever reached so
    moves  INTEGER NOT NULL, -- the fewest of the player's own
    clean  INTEGER NOT NULL, -- 1 without a hint or a takeback
    PRIMARY KEY (player, ending, guild)
);
CREATE INDEX endings_guild ON endings (guild, ending);

-- +goose Down
DROP TABLE endings;
