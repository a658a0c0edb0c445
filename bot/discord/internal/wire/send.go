package wire

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// Outgoing is a message in the form that Discord accepts.
type Outgoing struct {
	Content         string           `json:"content"`
	Embeds          []embed          `json:"embeds"`
	Components      []control        `json:"components"`
	AllowedMentions allowedMentions  `json:"allowed_mentions"`
	Attachments     []sentAttachment `json:"attachments"`
	Flags           int              `json:"flags,omitempty"`
	Nonce           string           `json:"nonce,omitempty"`
	EnforceNonce    bool             `json:"enforce_nonce,omitempty"`
	Reference       *reference       `json:"message_reference,omitempty"`
}

type allowedMentions struct {
	Parse       []string    `json:"parse"`
	Users       []id.Player `json:"users"`
	RepliedUser bool        `json:"replied_user"`
}

type sentAttachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

type embed struct {
	Description string    `json:"description"`
	Thumbnail   thumbnail `json:"thumbnail"`
}

type thumbnail struct {
	URL string `json:"url"`
}

type reference struct {
	MessageID id.Message `json:"message_id"`
	MustExist bool       `json:"fail_if_not_exists"`
}

// Kinds of components, by Discord's numbers.
const (
	kindRow    = 1
	kindButton = 2
	kindSelect = 3
	kindUsers  = 5 // a select of users
	kindInput  = 4
)

// control is a row, button or select.
type control struct {
	Type        int           `json:"type"`
	Components  []control     `json:"components,omitempty"`
	CustomID    string        `json:"custom_id,omitempty"`
	Label       string        `json:"label,omitempty"`
	Style       discord.Style `json:"style,omitempty"`
	Emoji       *emoji        `json:"emoji,omitempty"`
	URL         string        `json:"url,omitempty"`
	Placeholder string        `json:"placeholder,omitempty"`
	Options     []selectable  `json:"options,omitempty"`
	MinValues   *int          `json:"min_values,omitempty"`
	MaxValues   int           `json:"max_values,omitempty"`
	Value       string        `json:"value,omitempty"`
	MaxLength   int           `json:"max_length,omitempty"`
	Required    *bool         `json:"required,omitempty"`
	Disabled    bool          `json:"disabled,omitempty"`
}

type selectable struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

type emoji struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name"`
}

func emojiOf(e discord.Emoji) *emoji {
	if e == (discord.Emoji{}) {
		return nil
	}
	return &emoji{e.ID, e.Name}
}

// Post converts a message to be posted or sent as an answer.
func Post(m *discord.Message) Outgoing {
	o := Outgoing{
		Content: content(m.Content), Embeds: embeds(m.Embeds), Components: rows(m.Rows),
		Attachments:     attachments(m.Files),
		AllowedMentions: allowedMentions{Parse: []string{}, Users: append([]id.Player{}, m.Mention...)},
		Nonce:           m.Nonce, EnforceNonce: m.Nonce != "",
	}
	if m.Private {
		o.Flags = flagPrivate
	}
	if m.ReplyTo != "" {
		o.Reference = &reference{MessageID: m.ReplyTo}
	}
	return o
}

// Edit converts the new state of a message. The reply, the nonce and the visibility cannot be changed.
func Edit(m *discord.Message) Outgoing {
	o := Post(m)
	o.Nonce, o.EnforceNonce, o.Reference, o.Flags = "", false, nil, 0
	return o
}

// Private returns the data of a deferred answer that only the user sees.
func Private() map[string]int { return map[string]int{"flags": flagPrivate} }

func embeds(boxes []discord.Embed) []embed {
	all := make([]embed, 0, len(boxes))
	for _, b := range boxes {
		all = append(all, embed{b.Text, thumbnail{b.Thumbnail}})
	}
	return all
}

func attachments(files []discord.File) []sentAttachment {
	all := make([]sentAttachment, 0, len(files))
	for i, f := range files {
		all = append(all, sentAttachment{strconv.Itoa(i), f.Name, shorten(f.Description, discord.MaxAlt)})
	}
	return all
}

// shorten cuts a text to limit characters, including an ellipsis: with one character too many Discord refuses the whole
// message.
func shorten(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-1]) + "…"
}

// content cuts a text to what a message takes, if it is longer: at the end of a line, unless too much would be lost.
func content(text string) string {
	cut := shorten(text, discord.MaxContent)
	if end := strings.LastIndexByte(cut, '\n'); cut != text && end > len(cut)/2 {
		return cut[:end] + "\n…"
	}
	return cut
}

// modal is a form in the shape in which it is opened.
type modal struct {
	CustomID   string    `json:"custom_id"`
	Title      string    `json:"title"`
	Components []control `json:"components"`
}

// Styles of a text.
const (
	oneLine      = discord.Style(1)
	severalLines = discord.Style(2)
)

// Modal returns the data that opens a form.
func Modal(f *discord.Modal) any {
	line := control{Type: kindInput, CustomID: f.CustomID, Label: f.Label, Style: oneLine, Placeholder: f.Placeholder,
		Value: f.Value, MaxLength: f.MaxLength}
	if f.Lines {
		line.Style = severalLines
	}
	if f.Optional {
		line.Required = new(bool)
	}
	return modal{f.CustomID, f.Title, []control{{Type: kindRow, Components: []control{line}}}}
}

func rows(list []discord.Row) []control {
	all := make([]control, 0, len(list))
	for _, r := range list {
		row := control{Type: kindRow}
		for _, c := range r {
			switch c := c.(type) {
			case discord.Button:
				row.Components = append(row.Components, button(c))
			case discord.Select:
				row.Components = append(row.Components, selectMenu(c))
			}
		}
		all = append(all, row)
	}
	return all
}

func button(b discord.Button) control {
	b.Style = cmp.Or(b.Style, discord.Primary)
	return control{Type: kindButton, CustomID: b.CustomID, Label: b.Label, Style: b.Style, Emoji: emojiOf(b.Emoji),
		URL: b.URL, Disabled: b.Disabled}
}

func selectMenu(s discord.Select) control {
	c := control{Type: kindSelect, CustomID: s.CustomID, Placeholder: s.Placeholder, MaxValues: s.MaxValues,
		Disabled: s.Disabled}
	if s.Users {
		c.Type = kindUsers
	}
	if s.MinValues != 0 {
		c.MinValues = new(max(0, s.MinValues))
	}
	for _, o := range s.Options {
		c.Options = append(c.Options, selectable{o.Label, o.Value, o.Description, emojiOf(o.Emoji), o.Default})
	}
	return c
}
