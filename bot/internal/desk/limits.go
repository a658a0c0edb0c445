package desk

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"yeye/bot/discord"
	"yeye/bot/display"
)

// fits fails the test if Discord would refuse a message.
func (d *Desk) fits(m discord.Message) {
	d.t.Helper()
	within := func(what, text string, least, limit int) {
		d.t.Helper()
		if n := utf8.RuneCountInString(text); n < least || n > limit {
			d.t.Errorf("%s of %d characters: %.100q\nin: %.200s", what, n, text, m.Content)
		}
	}
	within("a content", m.Content, 0, discord.MaxContent)
	for _, f := range m.Files {
		within("an alt text", f.Description, 0, discord.MaxAlt)
	}
	if len(m.Rows) > discord.MaxRows {
		d.t.Errorf("%d rows in: %.200s", len(m.Rows), m.Content)
	}
	seen := map[string]bool{}
	identified := func(id string) {
		d.t.Helper()
		within("a custom id", id, 1, 100)
		if seen[id] {
			d.t.Errorf("the custom id %q comes twice in: %.200s", id, m.Content)
		}
		seen[id] = true
	}
	for _, row := range m.Rows {
		if len(row) == 0 || len(row) > discord.MaxButtons {
			d.t.Errorf("a row of %d controls in: %.200s", len(row), m.Content)
		}
		for _, c := range row {
			switch c := c.(type) {
			case discord.Button:
				if within("a button's label", c.Label, 0, 80); c.Label == "" && c.Emoji == (discord.Emoji{}) {
					d.t.Errorf("a button without a label in: %.200s", m.Content)
				}
				if c.URL == "" {
					identified(c.CustomID)
				}
			case discord.Select:
				identified(c.CustomID)
				if len(row) > 1 {
					d.t.Errorf("a select has company in: %.200s", m.Content)
				}
				d.menuFits(c, within)
			}
		}
	}
}

// dated fails the test if a card that pings does not carry its turn or its revision. After a crash the display would
// take an earlier state of the card for the one that pings, and the players would not be called.
func (d *Desk) dated(card *display.Card) {
	d.t.Helper()
	if len(card.Message.Mention) == 0 {
		return
	}
	for _, c := range slices.Concat(card.Message.Rows...) {
		var text string
		switch c := c.(type) {
		case discord.Button:
			text = c.CustomID
		case discord.Select:
			text = c.CustomID
		}
		control, ok := discord.ParseControlID(text)
		if ok && (card.Turn > 0 && control.Turn == card.Turn || control.Nonce == strconv.FormatInt(card.Rev, 36)) {
			return
		}
	}
	d.t.Errorf("no control carries turn %d or revision %d of a card that pings: %s", card.Turn, card.Rev,
		controls(card.Message.Rows))
}

// renewed fails the test if an edited message shows a used menu again with the same id: the user's client keeps showing
// their choice, and does nothing if they choose it again. Menus need a new id.
func (d *Desk) renewed(who string, rows []discord.Row) {
	d.t.Helper()
	for _, c := range slices.Concat(rows...) {
		if menu, ok := c.(discord.Select); ok && d.used[who+" "+menu.CustomID] {
			d.t.Errorf("%s has used this menu before: %s, %s", who, menu.Placeholder, menu.CustomID)
		}
	}
}

func (d *Desk) menuFits(c discord.Select, within func(what, text string, least, limit int)) {
	d.t.Helper()
	within("a placeholder", c.Placeholder, 0, 150)
	if c.Users {
		if len(c.Options) > 0 {
			d.t.Errorf("a select of users has options: %s", c.Placeholder)
		}
		return
	}
	values := map[string]bool{}
	for _, o := range c.Options {
		within("an option's label", o.Label, 1, 100)
		within("an option's value", o.Value, 1, 100)
		within("an option's description", o.Description, 0, 100)
		values[o.Value] = true
	}
	if n := len(c.Options); n == 0 || n > discord.MaxOptions || len(values) != n || c.MaxValues > n {
		d.t.Errorf("%s", fmt.Sprintf("a select of %d options with %d values, of which %d may be chosen: %s", n,
			len(values), c.MaxValues, c.Placeholder))
	}
}
