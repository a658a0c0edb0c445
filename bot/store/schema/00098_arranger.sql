-- +goose Up
-- Who has arranged a match: 'ring/' and the ring's id, or 'tournament/' and the board's; '' for nobody, and where a version before this one
-- begins a match of theirs.
ALTER TABLE matches ADD COLUMN arranger TEXT NOT NULL DEFAULT '';
UPDATE matches SET arranger = 'ring/' || (SELECT rings.id FROM rings WHERE rings.game = matches.id LIMIT 1)
	WHERE id IN (SELECT game FROM rings WHERE game <> '');
UPDATE matches SET arranger = 'tournament/' || (SELECT tournament || '-' || round || '-' || board FROM tournament_boards
	WHERE tournament_boards.game = matches.id LIMIT 1) WHERE id IN (SELECT game FROM tournament_boards WHERE game <> '');

-- +goose Down
ALTER TABLE matches DROP COLUMN arranger;
