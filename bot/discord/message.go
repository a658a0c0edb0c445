// Package discord holds the values of Discord's API: messages, buttons and selects, interactions, events, commands,
// permissions and refusals. Packages gateway and rest below it convert them to the wire format and back.
//
// Out of scope: requests and sockets, the Discord library, games, sentences.
package discord

import "yeye/bot/id"

// Message is the content of a message. In an edit it replaces all of content, boxes, controls and attachments.
type Message struct {
	Content string
	Embeds  []Embed // at most 10, below the attachments
	Rows    []Row
	Files   []File
	Mention []id.Player // the only users who may be pinged
	ReplyTo id.Message  // the message replied to, without a ping
	Nonce   string      // at most 25 characters; a second message with the same one within minutes is not posted
	Private bool        // an interaction's response that only the user sees
}

// Embed is a text with a thumbnail. Discord does not show it where the bot may not embed links, and to users who have
// link previews off.
type Embed struct {
	Text      string
	Thumbnail string // its address; Discord fetches it
}

// File is an attachment. Description is its alt text, of which Discord takes 1024 characters.
type File struct {
	Name, ContentType, Description string
	Data                           []byte
}

// Discord's limits on messages.
const (
	MaxRows    = 5    // of controls
	MaxButtons = 5    // in a row
	MaxOptions = 25   // of a select, and choices of an option
	MaxContent = 2000 // characters
	MaxAlt     = 1024 // characters of a file's description
	MaxFiles   = 10   // of a message
)

// Row is a row of controls: up to five buttons, or one select.
type Row []Component

// Component is a [Button] or a [Select].
type Component interface {
	// ControlID returns the id of the bot's own control, the zero one for a link.
	ControlID() ControlID
}

// Button is pressed. With a URL it is a link and has no CustomID.
type Button struct {
	CustomID string
	Label    string // at most 80 characters
	Style    Style
	Emoji    Emoji
	Disabled bool
	URL      string
}

// Style is the look of a button.
type Style uint8

// The numbers are Discord's.
const (
	Primary   Style = 1 // blurple
	Secondary Style = 2 // gray
	Success   Style = 3 // green
	Danger    Style = 4 // red
	Link      Style = 5
)

// Select is a menu of options, or of users.
type Select struct {
	CustomID    string
	Placeholder string // at most 150 characters
	Options     []Option
	Users       bool // instead of options there are all users, whom Discord searches: the values are their ids
	MinValues   int  // 0 means one; -1 lets the choice be cleared
	MaxValues   int  // 0 means one
	Disabled    bool
}

// Option is an option of a select.
type Option struct {
	Label, Value, Description string // at most 100 characters each
	Emoji                     Emoji
	Default                   bool
}

// ControlID implements [Component].
func (b Button) ControlID() ControlID { c, _ := ParseControlID(b.CustomID); return c }

// ControlID implements [Component].
func (s Select) ControlID() ControlID { c, _ := ParseControlID(s.CustomID); return c }

// Modal is a modal that asks for a line of text. The text is the one value of the interaction that [ModalInteraction]
// it.
type Modal struct {
	CustomID    string
	Title       string // at most 45 characters
	Label       string // of the line, at most 45
	Placeholder string // at most 100
	Value       string // initial text, at most 4000
	MaxLength   int
	Lines       bool // several lines are allowed
	Optional    bool // it may be sent empty
}

// Emoji is one of the application's own, or with no ID a character of Unicode in Name; the zero Emoji is none.
type Emoji struct{ ID, Name string }

// Text returns the emoji in the form in which it appears in a message's content, "" for none.
func (e Emoji) Text() string {
	if e.ID == "" {
		return e.Name
	}
	return "<:" + e.Name + ":" + e.ID + ">"
}
