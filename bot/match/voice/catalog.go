package voice

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"yeye/ai/character"
)

//go:embed *.json
var files embed.FS

// Languages returns the locales of the catalogs.
func Languages() []string { return []string{"en", "zh-CN", "zh-TW", "vi"} }

// Catalog holds the characters' lines in all languages.
type Catalog struct {
	lines map[string]map[string]map[string][]string // by locale, character key, moment key
}

// Open reads the embedded catalogs. An error is a defect of the program.
func Open() (*Catalog, error) {
	c := &Catalog{lines: map[string]map[string]map[string][]string{}}
	for _, language := range Languages() {
		var lines map[string]map[string][]string
		if err := read("lines."+language+".json", &lines); err != nil {
			return nil, err
		}
		c.lines[language] = lines
	}
	return c, nil
}

func read(name string, into any) error {
	text, err := files.ReadFile(name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// language returns the catalog's locale for a Discord locale; "en" for unknown ones.
func (c *Catalog) language(locale string) string {
	if _, ok := c.lines[locale]; ok {
		return locale
	}
	return "en"
}

// linesOf returns the lines of a character under a key.
func (c *Catalog) linesOf(locale string, level character.Level, key string) []string {
	return c.lines[c.language(locale)][level.Key()][key]
}

// Line is a text that a character says.
type Line struct {
	ID   string // moment key and index, unique within character and language
	Text string
}

// linesFor returns the lines for a moment: those for any piece, and those for its piece.
func (c *Catalog) linesFor(locale string, level character.Level, m Moment) (all []Line) {
	for _, key := range slices.Compact([]string{m.Kind.String(), m.key()}) {
		for i, text := range c.linesOf(locale, level, key) {
			all = append(all, Line{key + "/" + strconv.Itoa(i), strings.ReplaceAll(text, "{n}", strconv.Itoa(m.N))})
		}
	}
	return all
}
