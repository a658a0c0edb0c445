-- +goose Up
-- The threads that the bot has opened, each with what it was opened for: a thread's name has the names of the players. Of the threads
-- that there are, the first board, or else the first game, in a channel is taken for that; a channel that is no thread does no harm.
CREATE TABLE threads (
    channel TEXT NOT NULL PRIMARY KEY,
    guild   TEXT NOT NULL,
    kind    TEXT NOT NULL,
    id      TEXT NOT NULL
);
CREATE INDEX threads_of ON threads (kind, id);
INSERT INTO threads (channel, guild, kind, id)
SELECT channel, guild, kind, id FROM (
    SELECT channel, guild, kind, id, ROW_NUMBER() OVER (PARTITION BY channel ORDER BY place, created, id) AS n FROM (
        SELECT b.channel AS channel, t.guild AS guild, 'board' AS kind, t.id || '-' || b.round || '-' || b.board AS id, 0 AS place, b.begun AS created
        FROM tournament_boards b JOIN tournaments t ON t.id = b.tournament WHERE b.channel <> ''
        UNION ALL SELECT channel, guild, kind, id, 1, created FROM matches WHERE channel <> '' AND guild <> ''
        UNION ALL SELECT channel, guild, 'challenge', id, 1, created FROM challenges WHERE channel <> '' AND guild <> '' AND status <> 1
    ) AS begun
) AS first WHERE n = 1;

-- +goose Down
DROP TABLE threads;
