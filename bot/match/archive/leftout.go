package archive

import (
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/game/record"
)

// NoteOmissions adds to a private answer with an imported game what the record leaves out of its file.
func NoteOmissions(r *interaction.Request, rec *record.Record, a interaction.Response) interaction.Response {
	note := ""
	if rec.Cut > 0 {
		note += "\n-# " + r.Text.Text("import.cut", locale.Args{"Count": rec.Cut})
	}
	if rec.Arrows > 0 {
		note += "\n-# " + r.Text.Text("import.arrows")
	}
	if rec.Clocks > 0 {
		note += "\n-# " + r.Text.Text("import.clocks")
	}
	if note == "" {
		return a
	}
	return a.Then(func(a interaction.Response) interaction.Response {
		if a.Private != nil {
			a.Private.Content += note
		}
		return a
	})
}
