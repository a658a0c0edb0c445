package archive

import (
	"embed"
	"errors"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view/words"
	"yeye/game/record"
)

//go:embed catalog/*.json
var catalog embed.FS

// Catalog returns the texts about unreadable files.
func Catalog() locale.Catalog { return locale.Embedded("archive", catalog) }

// Refuse returns the response to an error about a missing or unreadable game; ok is false for other errors.
func Refuse(r *interaction.Request, err error) (a interaction.Response, ok bool) {
	var at *record.MoveError
	var damaged *record.Damaged
	var unsupported *record.Unsupported
	var foreign *record.Foreign
	var several *record.SeveralError
	say := func(key string, args ...locale.Args) (interaction.Response, bool) {
		return interaction.Say(r.Text.Text(key, args...)), true
	}
	if a, ok := refuseFlipped(r, err); ok {
		return a, ok
	}
	switch {
	case errors.Is(err, ErrNoGame):
		return say("replay.gone")
	case errors.Is(err, ErrNoLibrary):
		return say("import.library.gone")
	case errors.Is(err, discord.ErrTooLarge), errors.Is(err, record.ErrTooBig):
		return say("import.toolarge")
	case errors.Is(err, ErrTooLong):
		return say("import.toolong")
	case errors.Is(err, record.ErrHeading):
		return say("import.library.heading")
	case errors.As(err, &several):
		return say("import.several", locale.Args{"Count": several.Count})
	case errors.Is(err, record.ErrNoGame):
		return say("import.nogame")
	case errors.Is(err, record.ErrWesternChess):
		return say("import.western")
	case errors.As(err, &damaged):
		return say("import.damaged")
	case errors.As(err, &unsupported):
		return say("import.unsupported")
	case errors.As(err, &foreign) && foreign.Kind != "":
		return say("import.foreign", locale.Args{"Kind": foreign.Kind})
	case errors.As(err, &foreign):
		return say("import.nogame")
	case errors.Is(err, record.ErrUnclosed):
		return say("import.unclosed")
	case errors.As(err, &at) && errors.Is(err, record.ErrTruncated):
		return say("import.truncated", locale.Args{"Ply": at.Ply})
	case errors.As(err, &at):
		return say("import.move", locale.Args{"Ply": at.Ply, "Number": at.Number, "Reason": reason(r, at)})
	}
	return interaction.Response{}, false
}

// reason says what is wrong with a move in a file.
func reason(r *interaction.Request, at *record.MoveError) string {
	switch {
	case errors.Is(at.Err, record.ErrNumerals):
		return r.Text.Text("import.numerals")
	case errors.Is(at.Err, record.ErrMissing):
		return r.Text.Text("import.missing")
	}
	why, _ := words.In(r.Text).Refusal(&match.MoveError{Text: at.Text, Turn: at.Turn, Err: at.Err, OfFile: true})
	return why
}
