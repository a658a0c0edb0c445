-- +goose Up
-- Up to when absences of the bot are taken out of the time for a vote.
ALTER TABLE votes ADD COLUMN heard INTEGER NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE votes DROP COLUMN heard;
