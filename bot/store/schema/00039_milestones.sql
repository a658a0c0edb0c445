-- +goose Up
-- Whether a first win over a strong character is said in the channel, '' for what is usual.
ALTER TABLE players ADD COLUMN milestones TEXT NOT NULL DEFAULT '';
ALTER TABLE guilds ADD COLUMN milestones TEXT NOT NULL DEFAULT '';

-- Reviews of how a player plays on a server, for those who moderate it: the latest of each player.
CREATE TABLE reviews (
    guild     TEXT NOT NULL,
    player    TEXT NOT NULL, -- who is looked at
    requester TEXT NOT NULL, -- who asked last
    open      INTEGER NOT NULL, -- it is under way
    done      INTEGER NOT NULL, -- games, of total
    total     INTEGER NOT NULL,
    asked_at  INTEGER NOT NULL,
    games     TEXT NOT NULL, -- JSON: what was found in each
    PRIMARY KEY (guild, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX reviews_player ON reviews (player);
CREATE INDEX reviews_requester ON reviews (requester);

-- +goose Down
DROP TABLE reviews;
ALTER TABLE guilds DROP COLUMN milestones;
ALTER TABLE players DROP COLUMN milestones;
