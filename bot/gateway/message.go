package gateway

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// File is an attachment. Description is its alt text, at most 1024 characters.
type File struct {
	Name, ContentType, Description string
	Data                           []byte
}

// Message is what a message is made of. In an edit it replaces all of content,
// controls and attachments.
type Message struct {
	Content    string
	Files      []File
	Components []discordgo.MessageComponent
	Mention    []string // the users who may be pinged; nobody else ever is
	Reply      string   // the message replied to, without a ping
	Nonce      string   // posting again with the same one within minutes posts nothing
	Private    bool     // an interaction's answer that only the person sees
}

type messageBody struct {
	Content         string                       `json:"content"`
	Components      []discordgo.MessageComponent `json:"components"`
	AllowedMentions allowedMentions              `json:"allowed_mentions"`
	Attachments     []attachment                 `json:"attachments"`
	Flags           int                          `json:"flags,omitempty"`
	Nonce           string                       `json:"nonce,omitempty"`
	EnforceNonce    bool                         `json:"enforce_nonce,omitempty"`
	Reference       *reference                   `json:"message_reference,omitempty"`
}

type allowedMentions struct {
	Parse       []string `json:"parse"`
	Users       []string `json:"users"`
	RepliedUser bool     `json:"replied_user"`
}

type attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

type reference struct {
	MessageID string `json:"message_id"`
	MustExist bool   `json:"fail_if_not_exists"`
}

// mostAlt is how many characters Discord takes of an alt text; one more and it
// refuses the whole message.
const mostAlt = 1024

// shorten cuts a text to so many characters, an ellipsis among them.
func shorten(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}

const flagPrivate = 1 << 6

// json is the message as Discord takes it.
func (m *Message) json() messageBody {
	b := messageBody{
		Content:         m.Content,
		Components:      m.Components,
		AllowedMentions: allowedMentions{Parse: []string{}, Users: slices.Clone(m.Mention)},
		Attachments:     []attachment{},
		Nonce:           m.Nonce,
		EnforceNonce:    m.Nonce != "",
	}
	if b.Components == nil {
		b.Components = []discordgo.MessageComponent{}
	}
	if b.AllowedMentions.Users == nil {
		b.AllowedMentions.Users = []string{}
	}
	for i, f := range m.Files {
		b.Attachments = append(b.Attachments, attachment{strconv.Itoa(i), f.Name, shorten(f.Description, mostAlt)})
	}
	if m.Private {
		b.Flags |= flagPrivate
	}
	if m.Reply != "" {
		b.Reference = &reference{MessageID: m.Reply}
	}
	return b
}

// encode makes a request's body of a payload and the files that go with it.
func encode(payload any, files []File) (*body, error) {
	data, err := json.Marshal(payload)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return &body{"application/json", data}, nil
	}
	size := len(data) + 1024
	for _, f := range files {
		size += len(f.Data) + 512
	}
	buf := bytes.NewBuffer(make([]byte, 0, size))
	w := multipart.NewWriter(buf)
	part := func(disposition, kind string, data []byte) error {
		p, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition}, "Content-Type": {kind}})
		if err == nil {
			_, err = p.Write(data)
		}
		return err
	}
	if err := part(`form-data; name="payload_json"`, "application/json", data); err != nil {
		return nil, err
	}
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "", "\n", "")
	for i, f := range files {
		if err := part(fmt.Sprintf(`form-data; name="files[%d]"; filename="%s"`, i, escape.Replace(f.Name)), f.ContentType, f.Data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return &body{w.FormDataContentType(), buf.Bytes()}, nil
}
