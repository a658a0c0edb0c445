-- +goose Up
-- An earlier card that has shrunk to a line is remembered for a while: if its game is
-- deleted the line goes, too.
ALTER TABLE husks ADD COLUMN shrunk INTEGER NOT NULL DEFAULT 0;
CREATE INDEX husks_owed ON husks (session) WHERE shrunk = 0;

-- Offers are edited when they are over, as warnings are.
DROP INDEX warnings_session;
ALTER TABLE warnings RENAME TO notices;
ALTER TABLE notices ADD COLUMN kind INTEGER NOT NULL DEFAULT 0;
CREATE INDEX notices_session ON notices (session);

-- +goose Down
DROP INDEX notices_session;
DELETE FROM notices WHERE kind <> 0;
ALTER TABLE notices DROP COLUMN kind;
ALTER TABLE notices RENAME TO warnings;
CREATE INDEX warnings_session ON warnings (session);
DROP INDEX husks_owed;
DELETE FROM husks WHERE shrunk <> 0;
ALTER TABLE husks DROP COLUMN shrunk;
