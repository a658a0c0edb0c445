package flipped

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

const columns = `game, open_captures, red_id, black_id, secret, first, given, red_word, red_hash, black_word,
	black_hash, moves`

// values returns the row of a board. Words are stored by side, so that a player's can be erased; first is the
// side that is asked first, "" without players, and given how many have answered.
func (b *Board) values() []any {
	var texts, hashes [2]string
	var order []string
	for _, w := range b.words {
		texts[w.side], hashes[w.side] = w.text, w.hash.String()
		order = append(order, w.side.String())
	}
	var moves strings.Builder
	for i, m := range b.Moves() {
		if i > 0 {
			moves.WriteByte(' ')
		}
		moves.WriteString(m.String())
	}
	return []any{b.terms.Match, store.Bit(b.open), b.terms.Red, b.terms.Black, b.secret.String(),
		strings.Join(order, " "), b.given(),
		texts[game.Red], hashes[game.Red], texts[game.Black], hashes[game.Black], moves.String()}
}

var saveRow = `INSERT INTO flipped (` + columns + `) VALUES ` + store.Params(12) + ` ON CONFLICT (game) DO UPDATE SET
	given = excluded.given, red_word = excluded.red_word, red_hash = excluded.red_hash,
	black_word = excluded.black_word, black_hash = excluded.black_hash, moves = excluded.moves`

// Save stores the board with the referee's secrets; it does nothing for nil.
func (b *Board) Save(ctx context.Context, tx store.Tx) {
	if b != nil {
		tx.ExecDeferred(ctx, saveRow, b.values()...)
	}
}

// Load reads the board of a match. The error of a row that cannot be read says nothing of what is in it.
func Load(ctx context.Context, c store.Conn, of id.Match) (*Board, error) {
	var b Board
	var secret, order, moves string
	var given int
	var texts, hashes [2]string
	row := c.Row(ctx, `SELECT `+columns+` FROM flipped WHERE game = ?`, string(of))
	err := row.Scan(&b.terms.Match, store.Flag(&b.open), &b.terms.Red, &b.terms.Black, &secret, &order, &given,
		&texts[game.Red], &hashes[game.Red], &texts[game.Black], &hashes[game.Black], &moves)
	if err != nil {
		return nil, fmt.Errorf("the board of match %s: %w", of, err)
	}
	if b.secret, err = seal.ParseSecret(secret); err != nil {
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
		b.words = append(b.words, w)
	}
	b.game = jieqi.NewGame(jieqi.Deal{})
	if b.Dealt() {
		b.deal()
	}
	for _, text := range strings.Fields(moves) {
		move, err := game.ParseMove(text)
		if err == nil {
			err = b.game.Play(move)
		}
		if err != nil {
			return nil, fmt.Errorf("move %s of match %s cannot be played", text, of)
		}
	}
	return &b, nil
}

// DeleteOrphans deletes the boards of flipped chess whose matches are no longer stored.
const DeleteOrphans = `DELETE FROM flipped WHERE NOT EXISTS (SELECT 1 FROM matches WHERE matches.id = flipped.game)`
