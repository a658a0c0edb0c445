-- +goose Up
-- What became of the place of an adjourned match, who alone could have brought it about, and until when they have to come: '', 'locked',
-- 'locked red' or 'locked red 1795176376000'.
ALTER TABLE matches ADD COLUMN taken TEXT NOT NULL DEFAULT '';
CREATE INDEX matches_taken ON matches (guild) WHERE taken <> '';

-- +goose Down
DROP INDEX matches_taken;
ALTER TABLE matches DROP COLUMN taken;
