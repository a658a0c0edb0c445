-- +goose Up
-- How many games somebody has open, and how many are open in a server.
CREATE INDEX sessions_started ON sessions (starter) WHERE status = 0;
CREATE INDEX places_guild ON places (guild);

-- SQLite matches the condition of an index only with the column on its left.
DROP INDEX sessions_owed;
CREATE INDEX sessions_owed ON sessions (touched) WHERE shown < rev - unseen;

-- Which game a card is of.
CREATE INDEX boards_message ON boards (message);

-- +goose Down
DROP INDEX boards_message;
DROP INDEX sessions_owed;
CREATE INDEX sessions_owed ON sessions (touched) WHERE rev - unseen > shown;
DROP INDEX places_guild;
DROP INDEX sessions_started;
