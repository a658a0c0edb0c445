-- +goose Up
-- Matches in which the members of a server vote on the moves of a side: the vote that is open or was the last, who takes part and for
-- which side, and who voted in which turn, with what for only while that vote is open.
CREATE TABLE votes (
    match     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    span      BIGINT NOT NULL, -- time for a vote, in milliseconds
    early     BIGINT NOT NULL, -- it ends once all who voted last time have voted
    turn      BIGINT NOT NULL,
    ends_at   BIGINT NOT NULL, -- 0 while no vote is open
    prolonged BIGINT NOT NULL,
    changes   BIGINT NOT NULL, -- of ballots in this vote
    shown_at  BIGINT NOT NULL, -- when the number of votes was shown last
    showing   BIGINT NOT NULL, -- it is to be shown
    last      TEXT COLLATE "C" NOT NULL  -- the counts of the last vote, as JSON
);
CREATE TABLE voters (
    match  TEXT COLLATE "C" NOT NULL,
    player TEXT COLLATE "C" NOT NULL,
    side   BIGINT NOT NULL,
    at     BIGINT NOT NULL,
    PRIMARY KEY (match, player)
);
CREATE INDEX voters_player ON voters (player);
CREATE TABLE ballots (
    match  TEXT COLLATE "C" NOT NULL,
    turn   BIGINT NOT NULL,
    player TEXT COLLATE "C" NOT NULL,
    side   BIGINT NOT NULL,
    move   TEXT COLLATE "C" NOT NULL, -- '' once it is counted
    wish   TEXT COLLATE "C" NOT NULL, -- resign, draw, '' for none and once it is counted
    at     BIGINT NOT NULL,
    PRIMARY KEY (match, turn, player)
);
CREATE INDEX ballots_player ON ballots (player);

-- +goose Down
DROP TABLE ballots;
DROP TABLE voters;
DROP TABLE votes;
