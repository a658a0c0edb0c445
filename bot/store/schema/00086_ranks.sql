-- +goose Up
-- The roles that servers give for ranks; who holds which of them from the bot (sure is 0 while that is not certain); and whose roles are to
-- be looked at from when on, with what keeps a server's from being given.
CREATE TABLE ranks (
    guild TEXT NOT NULL,
    band  TEXT NOT NULL,
    role  TEXT NOT NULL,
    PRIMARY KEY (guild, band)
);
CREATE TABLE rank_holders (
    guild  TEXT NOT NULL,
    player TEXT NOT NULL,
    role   TEXT NOT NULL,
    sure   INTEGER NOT NULL,
    PRIMARY KEY (guild, player, role)
);
CREATE INDEX rank_holders_player ON rank_holders (player);
CREATE TABLE rank_due (
    guild  TEXT NOT NULL,
    player TEXT NOT NULL,
    rev    INTEGER NOT NULL,
    first  INTEGER NOT NULL, -- when it was first due
    since  INTEGER NOT NULL,
    PRIMARY KEY (guild, player)
);
CREATE INDEX rank_due_player ON rank_due (player);
CREATE INDEX rank_due_since ON rank_due (guild, since);
CREATE TABLE rank_troubles (
    guild TEXT NOT NULL PRIMARY KEY,
    what  TEXT NOT NULL,
    role  TEXT NOT NULL, -- '' for all
    again INTEGER NOT NULL
);

-- +goose Down
DROP TABLE rank_troubles;
DROP TABLE rank_due;
DROP TABLE rank_holders;
DROP TABLE ranks;
