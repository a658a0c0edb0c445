-- +goose Up
-- The roles that servers give for ranks; who holds which of them from the bot (sure is 0 while that is not certain); and whose roles are to
-- be looked at from when on, with what keeps a server's from being given.
CREATE TABLE ranks (
    guild TEXT COLLATE "C" NOT NULL,
    band  TEXT COLLATE "C" NOT NULL,
    role  TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (guild, band)
);
CREATE TABLE rank_holders (
    guild  TEXT COLLATE "C" NOT NULL,
    player TEXT COLLATE "C" NOT NULL,
    role   TEXT COLLATE "C" NOT NULL,
    sure   BIGINT NOT NULL,
    PRIMARY KEY (guild, player, role)
);
CREATE INDEX rank_holders_player ON rank_holders (player);
CREATE TABLE rank_due (
    guild  TEXT COLLATE "C" NOT NULL,
    player TEXT COLLATE "C" NOT NULL,
    rev    BIGINT NOT NULL,
    first  BIGINT NOT NULL, -- when it was first due
    since  BIGINT NOT NULL,
    PRIMARY KEY (guild, player)
);
CREATE INDEX rank_due_player ON rank_due (player);
CREATE INDEX rank_due_since ON rank_due (guild, since);
CREATE TABLE rank_troubles (
    guild TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    what  TEXT COLLATE "C" NOT NULL,
    role  TEXT COLLATE "C" NOT NULL, -- '' for all
    again BIGINT NOT NULL
);

-- +goose Down
DROP TABLE rank_troubles;
DROP TABLE rank_due;
DROP TABLE rank_holders;
DROP TABLE ranks;
