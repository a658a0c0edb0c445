-- +goose Up
-- The engine time that players have had of all processes lately. It drains as time passes.
CREATE TABLE engine_use (
    player  TEXT COLLATE "C" PRIMARY KEY,
    used_ms BIGINT NOT NULL, -- at that time
    at      BIGINT NOT NULL
);
CREATE INDEX engine_use_at ON engine_use (at);

-- +goose Down
DROP TABLE engine_use;
