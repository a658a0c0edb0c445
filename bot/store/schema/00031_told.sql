-- +goose Up
-- What players have been told that is worth saying once.
CREATE TABLE told (
    player TEXT NOT NULL,
    what   TEXT NOT NULL,
    PRIMARY KEY (player, what)
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE told;
