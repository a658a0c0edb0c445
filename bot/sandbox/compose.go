package sandbox

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"unicode/utf8"

	"yeye/bot/sandbox/wire"
)

// messageRequest is the body that makes or changes a message, whether a plain message, an interaction's response or a
// follow-up. The caller knows which fields are allowed where; Discord knows these fields everywhere.
type messageRequest struct {
	Content      optional[string]              `json:"content"`
	Embeds       optional[[]json.RawMessage]   `json:"embeds"`
	Mentions     *allowedMentions              `json:"allowed_mentions"`
	Components   optional[[]json.RawMessage]   `json:"components"`
	Flags        optional[int]                 `json:"flags"`
	Attachments  optional[[]attachmentRequest] `json:"attachments"`
	Reference    *referenceRequest             `json:"message_reference"`
	Nonce        *Nonce                        `json:"nonce"`
	EnforceNonce bool                          `json:"enforce_nonce"`
	TTS          bool                          `json:"tts"`
	Stickers     optional[[]Snowflake]         `json:"sticker_ids"`
	Poll         optional[json.RawMessage]     `json:"poll"`

	// Fields that some clients send and Discord silently ignores: discordgo names a message's place in the body of an
	// edit, webhooks may name their author, Discord's own client sends data about its build.
	PlaceID      json.RawMessage `json:"ID"`
	PlaceChannel json.RawMessage `json:"Channel"`
	Username     json.RawMessage `json:"username"`
	AvatarURL    json.RawMessage `json:"avatar_url"`
	ThreadName   json.RawMessage `json:"thread_name"`
	Network      json.RawMessage `json:"mobile_network_type"`
	ClientBuild  json.RawMessage `json:"signal_strength"`
}

// attachmentRequest describes a file in a request: one that it uploads (ID is the number in files[n]) or one that stays
// (ID is the attachment's). The fields from URL on are those of a response, sent back.
type attachmentRequest struct {
	ID          Snowflake        `json:"id"`
	Filename    string           `json:"filename"`
	Description optional[string] `json:"description"`
	Title       string           `json:"title"`
	Spoiler     bool             `json:"is_spoiler"`
	URL         json.RawMessage  `json:"url"`
	ProxyURL    json.RawMessage  `json:"proxy_url"`
	ContentType json.RawMessage  `json:"content_type"`
	Width       json.RawMessage  `json:"width"`
	Height      json.RawMessage  `json:"height"`
	Size        json.RawMessage  `json:"size"`
	Ephemeral   json.RawMessage  `json:"ephemeral"`
	Duration    json.RawMessage  `json:"duration_secs"`
	Waveform    json.RawMessage  `json:"waveform"`
	Flags       json.RawMessage  `json:"flags"`
}

type referenceRequest struct {
	Type            int       `json:"type"`
	MessageID       Snowflake `json:"message_id"`
	ChannelID       Snowflake `json:"channel_id"`
	GuildID         Snowflake `json:"guild_id"`
	FailIfNotExists *bool     `json:"fail_if_not_exists"`
}

// richEmbed checks the fields and limits of an embed; the embed is passed on unchanged.
type richEmbed struct {
	Type        string          `json:"type,omitempty"`
	Title       string          `json:"title,omitempty"`
	Description string          `json:"description,omitempty"`
	URL         string          `json:"url,omitempty"`
	Timestamp   string          `json:"timestamp,omitempty"`
	Color       *int            `json:"color,omitempty"`
	Footer      json.RawMessage `json:"footer,omitempty"`
	Image       json.RawMessage `json:"image,omitempty"`
	Thumbnail   json.RawMessage `json:"thumbnail,omitempty"`
	Video       json.RawMessage `json:"video,omitempty"`
	Provider    json.RawMessage `json:"provider,omitempty"`
	Author      json.RawMessage `json:"author,omitempty"`
	Fields      []embedField    `json:"fields,omitempty"`
}

type embedField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline"`
}

func (f *formErrors) embeds(raws []json.RawMessage) []json.RawMessage {
	f.count("embeds", len(raws), 0, 10)
	total, list := 0, []json.RawMessage{}
	for i, raw := range raws {
		var e richEmbed
		here := joinPath("embeds", i)
		if err := decodeStrict(raw, &e); err != nil {
			f.add(here, "BASE_TYPE_BAD_TYPE", err.Error())
			continue
		}
		e.Type = "rich"
		f.length(joinPath(here, "title"), e.Title, 0, 256)
		f.length(joinPath(here, "description"), e.Description, 0, 4096)
		f.picture(joinPath(here, "image"), e.Image)
		f.picture(joinPath(here, "thumbnail"), e.Thumbnail)
		f.count(joinPath(here, "fields"), len(e.Fields), 0, 25)
		total += utf8.RuneCountInString(e.Title) + utf8.RuneCountInString(e.Description)
		for j, field := range e.Fields {
			f.length(joinPath(joinPath(joinPath(here, "fields"), j), "name"), field.Name, 1, 256)
			f.length(joinPath(joinPath(joinPath(here, "fields"), j), "value"), field.Value, 1, 1024)
			total += utf8.RuneCountInString(field.Name) + utf8.RuneCountInString(field.Value)
		}
		clean, _ := json.Marshal(e)
		list = append(list, clean)
	}
	if total > 6000 {
		f.add("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
	}
	return list
}

// picture checks the address of an embed's picture.
func (f *formErrors) picture(path string, raw json.RawMessage) {
	var p struct {
		URL string `json:"url"`
	}
	if len(raw) == 0 {
		return
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		f.add(path, "BASE_TYPE_BAD_TYPE", err.Error())
		return
	}
	path = joinPath(path, "url")
	if !f.length(path, p.URL, 1, 2048) {
		return
	}
	u, err := url.Parse(p.URL)
	switch {
	case err != nil || u.Host == "":
		f.add(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
	case u.Scheme != "http" && u.Scheme != "https" && u.Scheme != "attachment":
		f.add(path, "URL_TYPE_INVALID_SCHEME", fmt.Sprintf("Scheme %q must be one of ('http', 'https').", u.Scheme))
	}
}

// validMessage is a request that passed validation. Its uploads are not stored yet, which needs the lock.
type validMessage struct {
	messageRequest
	embeds     []json.RawMessage
	components []wire.Component
	uploads    []upload
	v2         bool
}

// validate checks a body against every limit that does not depend on the channel. v2 reports whether the message to be
// changed already has the new layout.
func (b messageRequest) validate(files []upload, v2 bool) (*validMessage, error) {
	c := &validMessage{messageRequest: b, uploads: files, v2: v2 || b.Flags.Value&flagV2 != 0}
	var f formErrors
	f.length("content", b.Content.Value, 0, 2000)
	f.count("sticker_ids", len(b.Stickers.Value), 0, 3)
	c.embeds = f.embeds(b.Embeds.Value)
	if c.v2 && (b.Content.Value != "" || len(b.Embeds.Value) > 0) {
		f.add("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
			"The 'content' and 'embeds' fields cannot be used when using MessageFlags.IS_COMPONENTS_V2")
	}
	f.count("files", len(files), 0, maxFiles)
	f.count("attachments", len(b.Attachments.Value), 0, maxFiles)
	for i, a := range b.Attachments.Value {
		f.length(joinPath(joinPath("attachments", i), "description"), a.Description.Value, 0, 1024)
		if a.ID < 1000 { // a number of files[n], not an attachment's id
			if _, ok := c.upload(int(a.ID)); !ok && a.URL == nil {
				f.add(joinPath(joinPath("attachments", i), "id"), "ATTACHMENT_NOT_FOUND",
					fmt.Sprintf("The request has no part files[%d].", a.ID))
			}
		}
	}
	if b.Mentions != nil {
		b.Mentions.check(&f)
	}
	if b.Nonce != nil {
		f.length("nonce", b.Nonce.text, 0, 25)
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	var err error
	c.components, err = readComponents(b.Components.Value, c.v2)
	return c, err
}

func (c *validMessage) upload(n int) (upload, bool) {
	for _, u := range c.uploads {
		if u.index == n {
			return u, true
		}
	}
	return upload{}, false
}

// empty reports whether a new message would have no content.
func (c *validMessage) empty() bool {
	return c.Content.Value == "" && len(c.embeds) == 0 && len(c.uploads) == 0 && len(c.components) == 0 &&
		len(c.Stickers.Value) == 0
}

// emptiesMessage reports whether an edit would leave a message without content.
func (req *validMessage) emptiesMessage(m *message) bool {
	content, embeds, components, files := m.content, len(m.embeds), len(m.components), len(m.files)
	req.Content.applyTo(&content)
	if req.Embeds.Set {
		embeds = len(req.embeds)
	}
	if req.Components.Set {
		components = len(req.components)
	}
	if req.Attachments.Set {
		files = 0
		for _, f := range m.files {
			if slices.ContainsFunc(req.Attachments.Value, func(a attachmentRequest) bool { return a.ID == f.id }) {
				files++
			}
		}
	}
	return content == "" && embeds+components+files+len(req.uploads) == 0
}

// applyRequest writes a request into a message, new or existing: only fields that were set change. Files that are no
// longer shown are dropped. The caller holds mu.
func (s *state) applyRequest(c *validMessage, m *message, channelID Snowflake) {
	c.Content.applyTo(&m.content)
	if c.Embeds.Set {
		m.embeds = c.embeds
	}
	if c.Components.Set {
		m.components = c.components
	}
	if c.Flags.Set {
		const settable = flagSuppressEmbeds | flagSilent | flagV2
		m.flags = m.flags&^settable | c.Flags.Value&settable | m.flags&flagV2
	}
	files := m.files
	if c.Attachments.Set {
		files = nil
		for _, f := range m.files {
			j := slices.IndexFunc(c.Attachments.Value, func(a attachmentRequest) bool { return a.ID == f.id })
			if j < 0 {
				s.files.drop(f)
				continue
			}
			if d := c.Attachments.Value[j].Description; d.Set { // may change without a new upload
				f = s.files.setAltText(f, d.Value)
			}
			files = append(files, f)
		}
	}
	files = slices.Clone(files)
	for _, up := range c.uploads {
		var meta attachmentRequest
		for _, a := range c.Attachments.Value {
			if int(a.ID) == up.index {
				meta = a
			}
		}
		files = append(files, s.storeUpload(up, channelID, meta, m.ephemeralFor != nil))
	}
	m.files = files
}
