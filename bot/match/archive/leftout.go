package archive

import (
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/game/record"
)

// NoteOmissions adds to a private answer which parts of the imported file the record does not contain: moves cut off,
// arrows, clock times.
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
