package discord

import (
	"strconv"
	"strings"

	"yeye/bot/id"
)

// ControlID is the content of the custom_id of one of the bot's buttons or selects: an action, the subject and turn
// it was made for, and an argument. The nonce gives a select that is sent again a new id; otherwise clients keep
// showing the old choice.
//
// Messages live for years, so every form that was ever written must remain readable.
type ControlID struct {
	Action string
	ID     id.Match
	Turn   int64
	Arg    string // without colons
	Nonce  string
}

// controlVersion begins every id, so that a later program can recognize earlier controls.
const controlVersion = "y1"

// String returns the custom_id, at most 100 characters.
func (c ControlID) String() string {
	return strings.Join([]string{controlVersion, c.Action, string(c.ID), strconv.FormatInt(c.Turn, 36), c.Arg, c.Nonce},
		":")
}

// Button returns the button of the control.
func (c ControlID) Button(label string, style Style) Button {
	return Button{CustomID: c.String(), Label: label, Style: style}
}

// Pages returns buttons to the page before and the page after one, with its number between them; nil if there is only
// one page. The control's turn is the page that it turns to, counted from 0.
func (c ControlID) Pages(page, pages int) Row {
	if pages < 2 {
		return nil
	}
	button := func(label, nonce string, to int) Button {
		c.Turn, c.Nonce = int64(max(0, to)), nonce+strconv.Itoa(page)
		b := c.Button(label, Secondary)
		b.Disabled = to < 0 || to == page || to >= pages
		return b
	}
	return Row{button("◀", "b", page-1), button(strconv.Itoa(page+1)+"/"+strconv.Itoa(pages), "h", page),
		button("▶", "f", page+1)}
}

// ParseControlID reads what String writes.
func ParseControlID(text string) (ControlID, bool) {
	f := strings.Split(text, ":")
	if len(f) != 6 || f[0] != controlVersion || f[1] == "" {
		return ControlID{}, false
	}
	turn, err := strconv.ParseInt(f[3], 36, 64)
	return ControlID{f[1], id.Match(f[2]), turn, f[4], f[5]}, err == nil
}
