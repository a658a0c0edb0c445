package match

import (
	"context"
	"fmt"
	"strings"

	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/jieqi/seal"
)

const flippedColumns = `game, open_captures, red_id, black_id, secret, first, given, red_word, red_hash, black_word, black_hash, moves`

// flippedValues returns the row of a board of flipped chess. Words are stored by side, so that a player's can be erased; first is the
// side that is asked first, "" without players, and given how many have answered.
func flippedValues(f *Flipped) []any {
	var texts, hashes [2]string
	var order []string
	for _, w := range f.words {
		texts[w.side], hashes[w.side] = w.text, w.hash.String()
		order = append(order, w.side.String())
	}
	return []any{f.terms.Match, store.Bit(f.open), f.terms.Red, f.terms.Black, f.secret.String(), strings.Join(order, " "), f.asked(),
		texts[game.Red], hashes[game.Red], texts[game.Black], hashes[game.Black], MovesText(movesOf(f.game.Plies()))}
}

var saveFlippedRow = `INSERT INTO flipped (` + flippedColumns + `) VALUES ` + store.Params(12) + ` ON CONFLICT (game) DO UPDATE SET
	given = excluded.given, red_word = excluded.red_word, red_hash = excluded.red_hash,
	black_word = excluded.black_word, black_hash = excluded.black_hash, moves = excluded.moves`

// saveFlipped writes what only the referee of a match of flipped chess knows.
func saveFlipped(ctx context.Context, tx store.Tx, m *Match) error {
	if m.Flipped == nil {
		return nil
	}
	_, err := tx.Exec(ctx, saveFlippedRow, flippedValues(m.Flipped)...)
	return err
}

// loadFlipped reads it. The error of a row that cannot be read says nothing of what is in it.
func loadFlipped(ctx context.Context, c store.Conn, of id.Match) (*Flipped, error) {
	var f Flipped
	var secret, order, moves string
	var given int
	var texts, hashes [2]string
	row := c.Row(ctx, `SELECT `+flippedColumns+` FROM flipped WHERE game = ?`, string(of))
	err := row.Scan(&f.terms.Match, store.Flag(&f.open), &f.terms.Red, &f.terms.Black, &secret, &order, &given,
		&texts[game.Red], &hashes[game.Red], &texts[game.Black], &hashes[game.Black], &moves)
	if err != nil {
		return nil, fmt.Errorf("the board of match %s: %w", of, err)
	}
	if f.secret, err = seal.ParseSecret(secret); err != nil {
		return nil, fmt.Errorf("the secret of match %s cannot be read", of)
	}
	for i, name := range strings.Fields(order) {
		w := word{side: game.Red, given: i < given}
		if name == game.Black.String() {
			w.side = game.Black
		}
		if w.hash, err = seal.ParseHash(hashes[w.side]); err != nil {
			return nil, fmt.Errorf("a word of match %s cannot be read", of)
		}
		w.text = texts[w.side]
		f.words = append(f.words, w)
	}
	f.game = jieqi.NewGame(jieqi.Deal{})
	if f.asked() == len(f.words) {
		f.deal()
	}
	for _, text := range strings.Fields(moves) {
		move, err := game.ParseMove(text)
		if err == nil {
			err = f.game.Play(move)
		}
		if err != nil {
			return nil, fmt.Errorf("move %s of match %s cannot be played", text, of)
		}
	}
	return &f, nil
}

// dropBoards deletes the boards of flipped chess whose matches are no longer stored.
const dropBoards = `DELETE FROM flipped WHERE NOT EXISTS (SELECT 1 FROM matches WHERE matches.id = flipped.game)`
