package locale

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"yeye/game"
	"yeye/game/notation"
)

//go:embed *.json
var files embed.FS

// Catalog is all languages.
type Catalog struct {
	bundle   *i18n.Bundle
	matcher  language.Matcher
	speakers []*Speaker // in the order the matcher knows
	commands commandIDs
}

// New reads the embedded catalogs.
func New() (*Catalog, error) {
	bundle := i18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("json", json.Unmarshal)
	names, err := files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	tags := []language.Tag{language.English} // first: what unknown languages get
	for _, n := range names {
		f, err := bundle.LoadMessageFileFS(files, n.Name())
		if err != nil {
			return nil, fmt.Errorf("catalog %s: %w", n.Name(), err)
		}
		if !slices.Contains(tags, f.Tag) {
			tags = append(tags, f.Tag)
		}
	}
	c := &Catalog{bundle: bundle, matcher: language.NewMatcher(tags)}
	for _, t := range tags {
		c.speakers = append(c.speakers, &Speaker{tag: t, localizer: i18n.NewLocalizer(bundle, t.String()), commands: &c.commands})
	}
	return c, nil
}

// For is the speaker of the first of the given locales ("zh-CN", "vi") that the
// bot speaks something close to; empty ones are passed over. Without any it is
// English.
func (c *Catalog) For(locales ...string) *Speaker {
	for _, l := range locales {
		t, err := language.Parse(l)
		if l == "" || err != nil {
			continue
		}
		if _, i, confidence := c.matcher.Match(t); confidence > language.No {
			return c.speakers[i]
		}
	}
	return c.speakers[0]
}

// Speakers is one for each language, English first.
func (c *Catalog) Speakers() []*Speaker { return c.speakers }

// Speaker says things in one language. It is safe for concurrent use.
type Speaker struct {
	tag       language.Tag
	localizer *i18n.Localizer
	commands  *commandIDs
	writing   notation.Family         // how moves are written, where that is not the language's way
	sign      func(game.Piece) string // a man as a picture in a text; nil for none
}

// Tag is the language as Discord writes it: en-US, zh-CN, zh-TW, vi.
func (s *Speaker) Tag() string {
	if s.tag == language.English {
		return "en-US"
	}
	return s.tag.String()
}

// Args fills the placeholders of a sentence. "Count" chooses its plural form.
type Args map[string]any

// Say is the sentence under a key. An unknown key is a defect; players see the
// key rather than nothing.
func (s *Speaker) Say(key string, args ...Args) string {
	cfg := &i18n.LocalizeConfig{MessageID: key}
	if len(args) > 0 {
		cfg.TemplateData = args[0]
		if n, ok := args[0]["Count"]; ok {
			cfg.PluralCount = n
		}
	}
	text, err := s.localizer.Localize(cfg)
	if err != nil && text == "" {
		return key
	}
	return s.naming(text)
}
