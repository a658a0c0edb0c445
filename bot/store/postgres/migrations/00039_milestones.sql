-- +goose Up
-- Whether a first win over a strong character is said in the channel, '' for what is usual.
ALTER TABLE players ADD COLUMN milestones TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE guilds ADD COLUMN milestones TEXT COLLATE "C" NOT NULL DEFAULT '';

-- Reviews of how a player plays on a server, for those who moderate it: the latest of each player.
CREATE TABLE reviews (
    guild     TEXT COLLATE "C" NOT NULL,
    player    TEXT COLLATE "C" NOT NULL, -- who is looked at
    requester TEXT COLLATE "C" NOT NULL, -- who asked last
    open      BIGINT NOT NULL, -- it is under way
    done      BIGINT NOT NULL, -- games, of total
    total     BIGINT NOT NULL,
    asked_at  BIGINT NOT NULL,
    games     TEXT COLLATE "C" NOT NULL, -- JSON: what was found in each
    PRIMARY KEY (guild, player)
);
CREATE INDEX reviews_player ON reviews (player);
CREATE INDEX reviews_requester ON reviews (requester);

-- +goose Down
DROP TABLE reviews;
ALTER TABLE guilds DROP COLUMN milestones;
ALTER TABLE players DROP COLUMN milestones;
