-- +goose Up
-- What people have reached in endings, a row for each server and for direct conversations.
CREATE TABLE endings (
    player TEXT COLLATE "C" NOT NULL,
    ending TEXT COLLATE "C" NOT NULL,
    guild  TEXT COLLATE "C" NOT NULL,
    at     BIGINT NOT NULL, -- first, without help if it was ever reached so
    moves  BIGINT NOT NULL, -- the fewest of the player's own
    clean  BIGINT NOT NULL, -- 1 without a hint or a takeback
    PRIMARY KEY (player, ending, guild)
);
CREATE INDEX endings_guild ON endings (guild, ending);

-- +goose Down
DROP TABLE endings;
