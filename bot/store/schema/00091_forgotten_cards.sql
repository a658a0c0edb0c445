-- +goose Up
-- The records of a challenge's cards go with the challenge now. Those that were left behind go here.
DELETE FROM superseded WHERE kind = 'challenge' AND NOT EXISTS (SELECT 1 FROM challenges WHERE challenges.id = superseded.id);
DELETE FROM announcements WHERE kind = 'challenge' AND NOT EXISTS (SELECT 1 FROM challenges WHERE challenges.id = announcements.id);
DELETE FROM cards WHERE kind = 'challenge' AND NOT EXISTS (SELECT 1 FROM challenges WHERE challenges.id = cards.id);
