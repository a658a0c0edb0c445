-- +goose Up
-- Shards that their owners are about to hand over to processes that connect before they do.

CREATE TABLE handovers (
    of      BIGINT NOT NULL,
    shard   BIGINT NOT NULL,
    epoch   BIGINT NOT NULL, -- of the lease that is to be handed over; of a later one the row says nothing
    at      BIGINT NOT NULL, -- when it was offered
    heir    TEXT COLLATE "C" NOT NULL, -- the process that is to have it, '' for nobody so far
    ready   BIGINT NOT NULL, -- the heir is connected
    until   BIGINT NOT NULL, -- the heir is dead unless it has said more by then
    handled TEXT COLLATE "C" NOT NULL, -- what the owner handled last, which the heir has been told of too: events as JSON
    PRIMARY KEY (of, shard)
);

-- +goose Down
DROP TABLE handovers;
