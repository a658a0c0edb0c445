-- +goose Up
ALTER TABLE sessions ADD COLUMN odds TEXT NOT NULL DEFAULT 'even';

-- +goose Down
ALTER TABLE sessions DROP COLUMN odds;
