-- +goose Up
-- Whether vacations and breaks stop clocks in a tournament by days, and until when they do in the round that is played; 0 for no end.
ALTER TABLE tournaments ADD COLUMN rests INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tournaments ADD COLUMN last_rest INTEGER NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE tournaments DROP COLUMN rests;
ALTER TABLE tournaments DROP COLUMN last_rest;
