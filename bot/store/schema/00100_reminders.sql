-- +goose Up
-- Who wants to be reminded of a puzzle of the day that they have not solved, in a direct message.
CREATE TABLE daily_reminders (
    player  TEXT NOT NULL PRIMARY KEY,
    guild   TEXT NOT NULL, -- in which they asked: its clocks count; '' for none
    channel TEXT NOT NULL  -- their direct conversation, '' before the first reminder
);

-- +goose Down
DROP TABLE daily_reminders;
