-- +goose Up
-- What a file that was read in says beside its moves, as PGN: comments, values and other lines. '' for nothing.
ALTER TABLE imported ADD COLUMN notes TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE imported DROP COLUMN notes;
