package desk

import (
	"fmt"
	"slices"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
)

// read returns a response as text, as a user sees it.
func (d *Desk) read(who string, r *interaction.Request, a interaction.Response) string {
	d.t.Helper()
	a = d.Router.Finish(d.t.Context(), r, a)
	d.Said, d.draw = discord.Message{}, nil
	if a.CloseQuestion {
		d.answers[who] = nil
	}
	say := func(way, whose string, m discord.Message) string {
		if len(m.Rows) > 0 || way == "edit" { // an edit without text leaves the earlier text
			d.answers[whose] = m.Rows
		}
		d.Said = m
		d.fits(m)
		if way == "edit" {
			d.renewed(who, m.Rows)
		}
		text := way + " " + m.Content + boxes(m.Embeds) + controls(m.Rows) + pings(m.Mention)
		for _, f := range m.Files {
			text += " (file " + f.Name + ": " + f.Description + ")"
		}
		return text
	}
	switch {
	case a.Edit != nil && a.Public != nil:
		return say("edit", who, a.Edit.Message) + " and " + say("public", "", a.Public.Message)
	case a.Private != nil && r.Typed != nil: // there is no private answer to text
		return say("private", "", a.Private.Message)
	case a.Private != nil:
		return say("private", who, a.Private.Message)
	case a.Public != nil:
		return say("public", "", a.Public.Message)
	case a.Edit != nil:
		return say("edit", who, a.Edit.Message)
	case a.Modal != nil:
		d.form = a.Modal
		return fmt.Sprintf("form %s (%s)", a.Modal.Title, a.Modal.Value)
	case a.Card != nil:
		text := d.shown(*a.Card)
		if !a.Card.Repost {
			d.renewed(who, d.Said.Rows)
		}
		return text
	case a.CloseQuestion: // the message with the question is deleted
		return "closed"
	}
	return "nothing"
}

// shown returns a card as text, and marks it as shown.
func (d *Desk) shown(s interaction.Show) string {
	d.t.Helper()
	d.card = s
	source := d.Sources[s.Subject.Kind]
	card, err := source.Card(d.t.Context(), s.Subject.ID, 0, s.Arg)
	if err != nil {
		return fmt.Sprintf("card %s: %v", s.Subject.Kind, err)
	}
	if card.Watched {
		d.must(source.Shown(d.t.Context(), s.Subject.ID, card.Turn, d.time.Now()))
	}
	d.Said, d.draw = card.Message, card.Draw
	d.fits(card.Message)
	d.dated(&card)
	return fmt.Sprintf("card %s %s%s%s", s.Subject.Kind, card.Message.Content+boxes(card.Message.Embeds),
		controls(card.Message.Rows), pings(card.Message.Mention))
}

// Picture returns the only picture of the last response, a card's too.
func (d *Desk) Picture() discord.File {
	d.t.Helper()
	files := d.Pictures()
	if len(files) != 1 {
		d.t.Fatalf("%d pictures: %s", len(files), d.Said.Content)
	}
	return files[0]
}

// Pictures returns all files of the last response, a card's too.
func (d *Desk) Pictures() []discord.File {
	d.t.Helper()
	if d.draw == nil {
		return d.Said.Files
	}
	files, err := d.draw()
	d.must(err)
	return files
}

// boxes returns texts with a picture.
func boxes(all []discord.Embed) (text string) {
	for _, b := range all {
		text += " (box " + b.Text + ": " + b.Thumbnail + ")"
	}
	return text
}

// pings lists who will be pinged.
func pings(all []id.Player) (text string) {
	for _, p := range all {
		text += " (pings " + string(p) + ")"
	}
	return text
}

// controls returns rows of controls as text.
func controls(rows []discord.Row) (text string) {
	for _, c := range slices.Concat(rows...) {
		switch c := c.(type) {
		case discord.Button:
			text += " [" + c.Label + "]"
		case discord.Select:
			text += " {" + c.Placeholder + ":"
			if c.Users {
				text += " @"
			}
			for _, o := range c.Options {
				text += " " + o.Value
			}
			text += "}"
		}
	}
	return text
}
