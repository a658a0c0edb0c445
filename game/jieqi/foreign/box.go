package foreign

import (
	"encoding/json"
	"strings"

	"yeye/game"
	"yeye/game/jieqi"
	"yeye/game/jieqi/pgn"
)

// boxFile is a file of JieqiBox.
type boxFile struct {
	Metadata struct {
		Event, Date, White, Black, Result, InitialFen string
	}
	Moves []struct{ Type, Data, FEN string }
}

// isBox reports whether a text is a file of JieqiBox.
func isBox(text string) bool {
	return strings.HasPrefix(strings.TrimSpace(text), "{") && strings.Contains(text, `"initialFen"`)
}

func readBox(text string) (*pgn.Record, error) {
	var b boxFile
	if err := json.Unmarshal([]byte(text), &b); err != nil {
		return nil, &pgn.TagError{Name: "moves", Err: err}
	}
	m := b.Metadata
	if m.InitialFen == "" && len(b.Moves) == 0 {
		return nil, &pgn.TagError{Name: "initialFen"}
	}
	r := &pgn.Record{Event: m.Event, Date: m.Date, Players: [2]string{m.White, m.Black}}
	r.Outcome.Result, _ = game.ParseResult(m.Result)
	if err := setStart(r, m.InitialFen); err != nil {
		return nil, err
	}
	at := r.Setup()
	for _, one := range b.Moves {
		if one.Type != "move" { // the pool was edited; the moves tell what is left
			continue
		}
		if len(r.Plies) == maxPlies {
			return nil, pgn.ErrTooBig
		}
		ply, err := pgn.ReadMove(&at, withRevealed(&at.Position, one.Data, one.FEN))
		if err != nil {
			return nil, &pgn.MoveError{Ply: len(r.Plies) + 1, Text: one.Data, Err: err}
		}
		r.Plies = append(r.Plies, ply)
	}
	return r, nil
}

// withRevealed returns a move with the piece that it turned over, which the file may show only on the board after the
// move.
func withRevealed(p *jieqi.Position, text, after string) string {
	if len(text) != 4 {
		return text
	}
	move, err := game.ParseMove(text)
	if err != nil || !p.Dark(move.From()) {
		return text
	}
	rows := strings.Split(strings.SplitN(after, " ", 2)[0], "/")
	if len(rows) != game.Ranks {
		return text
	}
	file := 0
	for _, c := range rows[game.Ranks-1-move.To().Rank()] {
		if c >= '1' && c <= '9' {
			file += int(c - '0')
			continue
		}
		if file == move.To().File() {
			return text + string(c)
		}
		file++
	}
	return text
}
