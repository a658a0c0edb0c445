package desk

import (
	"errors"
	"slices"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/game"
)

// control finds the button [label] or the choice {placeholder} value that a user sees.
func (d *Desk) control(who, what string) (custom string, values []string, on *discord.Received) {
	d.t.Helper()
	places := []struct {
		rows []discord.Row
		on   discord.Received
	}{{d.answers[who], discord.Received{ID: "800", Ephemeral: true}}, {d.answers[""], discord.Received{ID: "801"}},
		{nil, discord.Received{ID: "802"}}}
	if s := d.card.Subject; !s.None() {
		card, err := d.Sources[s.Kind].Card(d.t.Context(), s.ID, 0, d.card.Arg)
		if err != nil && !errors.Is(err, display.ErrGone) && !errors.Is(err, display.ErrDeleted) {
			d.t.Fatal(err)
		}
		places[2].rows = card.Message.Rows
	}
	label, value := strings.Trim(what, "[]"), ""
	if strings.HasPrefix(what, "{") {
		label, value, _ = strings.Cut(what[1:], "} ")
	}
	for _, place := range places {
		for _, c := range slices.Concat(place.rows...) {
			switch c := c.(type) {
			case discord.Button:
				if c.Label == label && !c.Disabled {
					return c.CustomID, nil, &place.on
				}
			case discord.Select:
				if who, named := People[strings.TrimPrefix(value, "@")]; c.Users && named &&
					strings.HasPrefix(c.Placeholder, label) {
					return c.CustomID, []string{string(who)}, &place.on
				}
				if strings.HasPrefix(c.Placeholder, label) &&
					(value == "nothing" && c.MinValues < 0 ||
						slices.ContainsFunc(c.Options,
							func(o discord.Option) bool { return o.Value == chosen(c, value)[0] })) {
					return c.CustomID, chosen(c, value), &place.on
				}
			}
		}
	}
	return "", nil, nil
}

// chosen returns the values that a user chooses in a select: several with blanks between them, where several may be
// chosen.
func chosen(c discord.Select, value string) []string {
	switch {
	case c.MaxValues <= 1:
		return []string{value}
	case value == "nothing":
		return []string{}
	}
	return strings.Split(value, " ")
}

// character plays the move of the character in the channel.
func (d *Desk) character(text string) string {
	d.t.Helper()
	m, err := d.Matches.InChannel(d.t.Context(), d.channel)
	d.must(err)
	move, err := game.ParseMove(text)
	d.must(err)
	if _, err := d.Matches.Answer(d.t.Context(), &m, move, 0, false); err != nil {
		d.t.Fatal(err)
	}
	return ""
}
