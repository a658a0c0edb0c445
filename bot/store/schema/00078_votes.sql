-- +goose Up
-- Matches in which the members of a server vote on the moves of a side: the vote that is open or was the last, who takes part and for
-- which side, and who voted in which turn, with what for only while that vote is open.
CREATE TABLE votes (
    match     TEXT NOT NULL PRIMARY KEY,
    span      INTEGER NOT NULL, -- time for a vote, in milliseconds
    early     INTEGER NOT NULL, -- it ends once all who voted last time have voted
    turn      INTEGER NOT NULL,
    ends_at   INTEGER NOT NULL, -- 0 while no vote is open
    prolonged INTEGER NOT NULL,
    changes   INTEGER NOT NULL, -- of ballots in this vote
    shown_at  INTEGER NOT NULL, -- when the number of votes was shown last
    showing   INTEGER NOT NULL, -- it is to be shown
    last      TEXT NOT NULL  -- the counts of the last vote, as JSON
);
CREATE TABLE voters (
    match  TEXT NOT NULL,
    player TEXT NOT NULL,
    side   INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (match, player)
);
CREATE INDEX voters_player ON voters (player);
CREATE TABLE ballots (
    match  TEXT NOT NULL,
    turn   INTEGER NOT NULL,
    player TEXT NOT NULL,
    side   INTEGER NOT NULL,
    move   TEXT NOT NULL, -- '' once it is counted
    wish   TEXT NOT NULL, -- resign, draw, '' for none and once it is counted
    at     INTEGER NOT NULL,
    PRIMARY KEY (match, turn, player)
);
CREATE INDEX ballots_player ON ballots (player);

-- +goose Down
DROP TABLE ballots;
DROP TABLE voters;
DROP TABLE votes;
