-- +goose Up
-- All that somebody played, for what they ask about themselves.
CREATE INDEX sessions_all_red ON sessions (red_player);
CREATE INDEX sessions_all_black ON sessions (black_player);
CREATE INDEX sessions_ruled_by ON sessions (ruled_by) WHERE ruled_by <> '';

-- +goose Down
DROP INDEX sessions_ruled_by;
DROP INDEX sessions_all_black;
DROP INDEX sessions_all_red;
