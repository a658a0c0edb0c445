-- +goose Up
-- How often a player has taken a move back against Grandpa, on each server and in direct conversations.
CREATE TABLE ledger (
    player    TEXT COLLATE "C" NOT NULL,
    guild     TEXT COLLATE "C" NOT NULL, -- '' for direct conversations
    takebacks BIGINT NOT NULL,
    PRIMARY KEY (player, guild)
);

-- +goose Down
DROP TABLE ledger;
