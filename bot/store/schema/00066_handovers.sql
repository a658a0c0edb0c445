-- +goose Up
-- Shards that their owners are about to hand over to processes that connect before they do.

CREATE TABLE handovers (
    of      INTEGER NOT NULL,
    shard   INTEGER NOT NULL,
    epoch   INTEGER NOT NULL, -- of the lease that is to be handed over; of a later one the row says nothing
    at      INTEGER NOT NULL, -- when it was offered
    heir    TEXT NOT NULL, -- the process that is to have it, '' for nobody so far
    ready   INTEGER NOT NULL, -- the heir is connected
    until   INTEGER NOT NULL, -- the heir is dead unless it has said more by then
    handled TEXT NOT NULL, -- what the owner handled last, which the heir has been told of too: events as JSON
    PRIMARY KEY (of, shard)
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE handovers;
