-- +goose Up
-- Analyses go with their games now. Those that were left behind go here, and once more a version later: programs of the version before
-- still leave some.
DELETE FROM analyses WHERE
    kind = 'imported' AND NOT EXISTS (SELECT 1 FROM imported WHERE imported.id = analyses.game) OR
    kind <> 'imported' AND NOT EXISTS (SELECT 1 FROM matches WHERE matches.id = analyses.game);
