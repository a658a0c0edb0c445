-- +goose Up
-- What players have been told that is worth saying once.
CREATE TABLE told (
    player TEXT COLLATE "C" NOT NULL,
    what   TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (player, what)
);

-- +goose Down
DROP TABLE told;
