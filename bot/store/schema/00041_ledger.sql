-- +goose Up
-- How often a player has taken a move back against Grandpa, on each server and in direct conversations.
CREATE TABLE ledger (
    player    TEXT NOT NULL,
    guild     TEXT NOT NULL, -- '' for direct conversations
    takebacks INTEGER NOT NULL,
    PRIMARY KEY (player, guild)
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE ledger;
