package sandbox

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/gif"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"yeye/bot/sandbox/wire"
)

// Discord's limits: emoji of one application, bytes of a picture.
const (
	maxEmojis     = 2000
	maxEmojiBytes = 256 << 10
)

// emoji is a stored emoji.
type emoji struct {
	wire.AppEmoji
	id   Snowflake
	kind string // content type
	data []byte
}

// emojiStore holds the application's emoji, oldest first.
type emojiStore struct{ list []*emoji }

// find returns the emoji with an id, or nil.
func (b *emojiStore) find(id Snowflake) *emoji {
	return find(b.list, func(e *emoji) bool { return e.id == id })
}

// emojiEndpoints serve the application's emoji.
type emojiEndpoints struct{ *state }

// checkApp refuses a path that names another application.
func (s emojiEndpoints) checkApp(c *call) error {
	if c.id("app") != s.bot.ID {
		return errUnknownApp
	}
	return nil
}

func (s emojiEndpoints) list(c *call) (any, error) {
	if err := s.checkApp(c); err != nil {
		return nil, err
	}
	list := []wire.AppEmoji{}
	for _, e := range s.emojis.list {
		list = append(list, e.AppEmoji)
	}
	return map[string]any{"items": list}, nil
}

// emojiFromPath returns the emoji that a path names.
func (s emojiEndpoints) emojiFromPath(c *call) (*emoji, error) {
	if err := s.checkApp(c); err != nil {
		return nil, err
	}
	id, err := c.parseID("emoji")
	if err != nil {
		return nil, err
	}
	if e := s.emojis.find(id); e != nil {
		return e, nil
	}
	return nil, errNoSuchEmoji
}

func (s emojiEndpoints) get(_ *call, e *emoji) (any, error) { return e.AppEmoji, nil }

// emojiCreation creates an emoji.
type emojiCreation struct {
	Name  string `json:"name"`
	Image string `json:"image"`
}

func (s emojiEndpoints) create(c *call, b emojiCreation) (any, error) {
	var f formErrors
	emojiName(&f, b.Name)
	kind, data := emojiImage(&f, b.Image)
	if err := f.err(); err != nil {
		return nil, err
	}
	if err := s.checkApp(c); err != nil {
		return nil, err
	}
	e := &emoji{kind: kind, data: data,
		AppEmoji: wire.AppEmoji{Name: b.Name, Roles: []string{}, User: s.bot.wire(), Colons: true, Available: true}}
	if all, err := gif.DecodeAll(bytes.NewReader(data)); err == nil {
		e.Animated = len(all.Image) > 1
	}
	e.id = s.nextID()
	e.ID = e.id.String()
	book := &s.emojis
	if len(book.list) >= maxEmojis {
		return nil, errTooManyEmojis
	}
	if slices.ContainsFunc(book.list, func(o *emoji) bool { return o.Name == e.Name }) {
		return nil, fieldErr("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists")
	}
	book.list = append(book.list, e)
	return created{e.AppEmoji}, nil
}

func (s emojiEndpoints) remove(_ *call, e *emoji) (any, error) {
	s.emojis.list = without(s.emojis.list, e)
	return nil, nil
}

var emojiNames = regexp.MustCompile(`^\w+$`)

func emojiName(f *formErrors, name string) {
	if name == "" {
		f.required("name")
	} else if f.length("name", name, 2, 32) && !emojiNames.MatchString(name) {
		f.add("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
	}
}

// emojiImage reads a picture out of a data URI.
func emojiImage(f *formErrors, uri string) (kind string, data []byte) {
	if uri == "" {
		f.required("image")
		return
	}
	rest, _ := strings.CutPrefix(uri, "data:")
	kind, text, ok := strings.Cut(rest, ";base64,")
	data, err := base64.StdEncoding.DecodeString(text)
	switch {
	case !ok || err != nil || !slices.Contains([]string{"image/png", "image/jpeg", "image/gif"}, kind):
		f.add("image", "IMAGE_INVALID", "Invalid image data")
	case len(data) > maxEmojiBytes:
		f.add("image", "BINARY_TYPE_MAX_SIZE", fmt.Sprintf("File cannot be larger than %.1f kb.",
			float64(maxEmojiBytes)/1024))
	default:
		if _, _, err := image.DecodeConfig(bytes.NewReader(data)); err != nil || http.DetectContentType(data) != kind {
			f.add("image", "IMAGE_INVALID", "Invalid image data")
		}
	}
	return
}

// validate inspects a request, and refuses an emoji on a component that does not exist. Those written in Unicode have
// no id and pass, and in a text one that does not exist is only drawn as its name.
func (s *state) validate(b messageRequest, files []upload, v2 bool) (*validMessage, error) {
	c, err := b.validate(files, v2)
	if err == nil {
		err = s.emojis.check(c.components)
	}
	return c, err
}

func (b *emojiStore) check(list []wire.Component) error {
	var f formErrors
	check := func(e *wire.ComponentEmoji, path string) {
		if e == nil || e.ID == "" {
			return
		}
		if id, err := ParseSnowflake(e.ID); err != nil || b.find(id) == nil {
			f.add(joinPath(joinPath(path, "emoji"), "id"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")
		}
	}
	var walk func(list []wire.Component, path string)
	walk = func(list []wire.Component, path string) {
		for i, c := range list {
			here := joinPath(path, i)
			check(c.Emoji, here)
			for j, o := range c.Options {
				check(o.Emoji, joinPath(joinPath(here, "options"), j))
			}
			walk(c.Components, joinPath(here, "components"))
			if c.Accessory != nil {
				check(c.Accessory.Emoji, joinPath(here, "accessory"))
			}
		}
	}
	walk(list, "components")
	return f.err()
}

// serveEmoji serves an emoji's picture to clients; the extension in the path makes no difference here.
func (s cdn) serveEmoji(w http.ResponseWriter, r *http.Request) {
	text, _, _ := strings.Cut(r.PathValue("file"), ".")
	var e *emoji
	if id, err := ParseSnowflake(text); err == nil {
		s.mu.Lock()
		e = s.emojis.find(id)
		s.mu.Unlock()
	}
	if e == nil {
		http.Error(w, "This content is no longer available.", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", e.kind)
	w.Header().Set("Cache-Control", "private, max-age=3600")
	w.Header().Set("Content-Length", strconv.Itoa(len(e.data)))
	w.Write(e.data)
}
