package studycard

import (
	"context"
	"encoding/json"

	"yeye/ai/report"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/game"
)

// saveLines stores the engine's evaluation of the position of a study at its turn. An evaluation of another turn is
// never shown.
func saveLines(ctx context.Context, tx store.Tx, m *match.Match, lines []report.Position) error {
	text, err := json.Marshal(lines)
	if err != nil {
		return err
	}
	tx.ExecDeferred(ctx, `INSERT INTO study_lines (game, owner, turn, lines) VALUES (?, ?, ?, ?)
		ON CONFLICT (game) DO UPDATE SET turn = excluded.turn, lines = excluded.lines`,
		string(m.ID), string(m.Seats[game.Red].Player), m.Turn, string(text))
	return nil
}

// loadLines returns the last evaluation of a study, and the turn whose position it is of; on is false if there is none.
func loadLines(ctx context.Context, c store.Conn,
	of id.Match) (turn int64, lines []report.Position, on bool, err error) {
	var text string
	on, err = store.One(c.Row(ctx, `SELECT turn, lines FROM study_lines WHERE game = ?`, string(of)), &turn, &text)
	if err != nil || !on {
		return 0, nil, false, err
	}
	return turn, lines, true, json.Unmarshal([]byte(text), &lines)
}

func dropLines(ctx context.Context, tx store.Tx, of id.Match) {
	tx.ExecDeferred(ctx, `DELETE FROM study_lines WHERE game = ?`, string(of))
}

// Erase deletes the evaluations of a player's studies, in the transaction that erases the player.
func Erase(ctx context.Context, tx store.Tx, p id.Player) error {
	tx.ExecDeferred(ctx, `DELETE FROM study_lines WHERE owner = ?`, string(p))
	return nil
}
