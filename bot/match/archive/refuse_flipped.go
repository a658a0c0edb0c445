package archive

import (
	"errors"

	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/game/jieqi/pgn"
	"yeye/game/notation"
)

// refuseFlipped returns the response to an error in a record of flipped chess; ok is false for other errors.
func refuseFlipped(r *interaction.Request, err error) (a interaction.Response, ok bool) {
	var at *pgn.MoveError
	var tag *pgn.TagError
	switch {
	case errors.Is(err, pgn.ErrTooBig):
		return interaction.Say(r.Text.Text("import.toolarge")), true
	case errors.As(err, &at):
		return interaction.Say(r.Text.Text("import.move",
			locale.Args{"Ply": at.Ply, "Number": (at.Ply + 1) / 2, "Reason": flippedReason(r, at)})), true
	case errors.As(err, &tag):
		return interaction.Say(r.Text.Text("import.flipped.tag", locale.Args{"Name": locale.Plain(tag.Name, 40)})), true
	}
	return a, false
}

// flippedReason says what is wrong with a move in a record of flipped chess.
func flippedReason(r *interaction.Request, at *pgn.MoveError) string {
	var illegal *game.IllegalMove
	switch {
	case errors.Is(at.Err, pgn.ErrUnseen):
		return r.Text.Text("import.flipped.unseen")
	case errors.As(at.Err, &illegal), errors.Is(at.Err, notation.ErrNotMove):
		why, _ := words.In(r.Text).Refusal(&match.MoveError{Text: at.Text, Turn: game.Color((at.Ply + 1) % 2),
			Err: at.Err})
		return why
	}
	return r.Text.Text("import.flipped.contradicts")
}
