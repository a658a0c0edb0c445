-- +goose Up
-- The engine time that players have had of all processes lately. It drains as time passes.
CREATE TABLE engine_use (
    player  TEXT PRIMARY KEY,
    used_ms INTEGER NOT NULL, -- at that time
    at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX engine_use_at ON engine_use (at);

-- +goose Down
DROP TABLE engine_use;
