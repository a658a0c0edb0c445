-- +goose Up
-- The character who plays with whoever has the bye, by its digit; '' for nobody.
ALTER TABLE tournaments ADD COLUMN filler TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE tournaments DROP COLUMN filler;
