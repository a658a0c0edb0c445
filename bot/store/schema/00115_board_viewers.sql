-- +goose Up
-- 1 for a session that only watches; and when its player joined the server, who may vote after a day there, 0 if unknown.
ALTER TABLE board_sessions ADD COLUMN watches INTEGER NOT NULL DEFAULT 0;
ALTER TABLE board_sessions ADD COLUMN joined INTEGER NOT NULL DEFAULT 0;
CREATE INDEX board_sessions_game ON board_sessions (game);

-- +goose Down
DROP INDEX board_sessions_game;
ALTER TABLE board_sessions DROP COLUMN watches;
ALTER TABLE board_sessions DROP COLUMN joined;
