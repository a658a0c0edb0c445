// Package locale finds the bot's texts in the reader's language. Texts are in catalogs beside the packages that own
// them, named by language (en.json, zh-CN.json, zh-TW.json, vi.json; go-i18n); a [Bundle] combines them, and a
// [Localizer] gives them in one language.
//
// Out of scope: other packages of this project, and decisions.
package locale

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

// Catalog is one package's texts: files named by language, in every language of [Languages].
type Catalog struct {
	Name  string // of the package that owns it, for errors
	Files fs.FS
}

// languages lists the bot's languages. English comes first: it is the fallback.
var languages = []string{"en", "zh-CN", "zh-TW", "vi"}

// Languages returns the languages that the bot speaks, English first, as catalogs are named.
func Languages() []string { return slices.Clone(languages) }

// Bundle holds the texts of all catalogs.
type Bundle struct {
	matcher    language.Matcher
	localizers []*Localizer // in the order of languages
	commands   commandIDs
}

// New reads catalogs. It is an error if a text is missing in some language, or is there twice or in two catalogs.
func New(catalogs ...Catalog) (*Bundle, error) {
	texts := i18n.NewBundle(language.English)
	owners := map[string]string{} // by key
	b := &Bundle{}
	var tags []language.Tag
	for _, l := range languages {
		tags = append(tags, language.MustParse(l))
	}
	for _, c := range catalogs {
		keys := map[string][]string{} // languages by key
		for i, l := range languages {
			messages, err := read(c.Files, l)
			if err != nil {
				return nil, fmt.Errorf("catalog %s: %w", c.Name, err)
			}
			for _, m := range messages {
				keys[m.ID] = append(keys[m.ID], l)
			}
			if err := texts.AddMessages(tags[i], messages...); err != nil {
				return nil, fmt.Errorf("catalog %s, %s: %w", c.Name, l, err)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(keys)) {
			if other, taken := owners[key]; taken {
				return nil, fmt.Errorf("catalogs %s and %s both have %q", other, c.Name, key)
			}
			if have := keys[key]; len(have) != len(languages) {
				return nil, fmt.Errorf("catalog %s has %q in %s only", c.Name, key, strings.Join(have, ", "))
			}
			owners[key] = c.Name
		}
	}
	b.matcher = language.NewMatcher(tags)
	for _, t := range tags {
		b.localizers = append(b.localizers, &Localizer{tag: t, localizer: i18n.NewLocalizer(texts, t.String()),
			commands: &b.commands})
	}
	return b, nil
}

// parsed holds the messages of files that were read, by the hash of their text: most bundles have the same files.
var parsed sync.Map

// read returns the messages of one language.
func read(files fs.FS, l string) ([]*i18n.Message, error) {
	data, err := fs.ReadFile(files, l+".json")
	if err != nil {
		return nil, err
	}
	hash := sha256.Sum256(data)
	if messages, ok := parsed.Load(hash); ok {
		return messages.([]*i18n.Message), nil
	}
	if err := unique(data); err != nil {
		return nil, fmt.Errorf("%s.json: %w", l, err)
	}
	f, err := i18n.ParseMessageFileBytes(data, l+".json", map[string]i18n.UnmarshalFunc{"json": json.Unmarshal})
	if err != nil {
		return nil, err
	}
	parsed.Store(hash, f.Messages)
	return f.Messages, nil
}

// unique returns an error if a JSON object has a key twice: the decoder would silently take the later text.
func unique(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return err // the parser's error is better
	}
	seen := map[json.Token]bool{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		if seen[key] {
			return fmt.Errorf("%q is there twice", key)
		}
		seen[key] = true
		var text json.RawMessage
		if err := d.Decode(&text); err != nil {
			return err
		}
	}
	return nil
}

// For returns the localizer for the first of the given locales ("zh-CN", "vi") that is close to a language of the bot,
// else the English one; empty locales are skipped.
func (b *Bundle) For(locales ...string) *Localizer {
	for _, l := range locales {
		t, err := language.Parse(l)
		if l == "" || err != nil {
			continue
		}
		if _, i, confidence := b.matcher.Match(t); confidence > language.No {
			return b.localizers[i]
		}
	}
	return b.localizers[0]
}

// All returns a localizer for each language, English first.
func (b *Bundle) All() []*Localizer { return b.localizers }

// Args fills the placeholders of a text. "Count" chooses its plural form.
type Args map[string]any

// Localizer gives texts in one language. It is safe for concurrent use.
type Localizer struct {
	tag       language.Tag
	localizer *i18n.Localizer
	commands  *commandIDs
}

// Tag returns the language as Discord writes it: en-US, zh-CN, zh-TW, vi.
func (l *Localizer) Tag() string {
	if l.tag == language.English {
		return "en-US"
	}
	return l.tag.String()
}

// Chinese reports whether the language is written in Chinese characters.
func (l *Localizer) Chinese() bool { return l.Tag() == "zh-CN" || l.Tag() == "zh-TW" }

// Text returns the text under a key. An unknown key is a defect; players see the key rather than nothing.
func (l *Localizer) Text(key string, args ...Args) string {
	text, _ := l.Lookup(key, args...)
	return text
}

// Lookup is Text, and reports whether the key is known.
func (l *Localizer) Lookup(key string, args ...Args) (string, bool) {
	cfg := &i18n.LocalizeConfig{MessageID: key}
	if len(args) > 0 {
		cfg.TemplateData = args[0]
		if n, ok := args[0]["Count"]; ok {
			cfg.PluralCount = n
		}
	}
	text, err := l.localizer.Localize(cfg)
	var missing *i18n.MessageNotFoundErr
	if errors.As(err, &missing) || err != nil && text == "" {
		return key, false
	}
	return l.naming(text), true
}
