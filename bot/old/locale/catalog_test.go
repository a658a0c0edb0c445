package locale

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"yeye/game"
)

// catalogs is every message of every language: language → key → forms.
func catalogs(t *testing.T) map[string]map[string]map[string]string {
	t.Helper()
	names, err := files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]map[string]map[string]string{}
	for _, n := range names {
		data, err := files.ReadFile(n.Name())
		if err != nil {
			t.Fatal(err)
		}
		var messages map[string]json.RawMessage
		if err := json.Unmarshal(data, &messages); err != nil {
			t.Fatalf("%s: %v", n.Name(), err)
		}
		parts := strings.Split(n.Name(), ".")
		language := parts[len(parts)-2]
		if all[language] == nil {
			all[language] = map[string]map[string]string{}
		}
		for key, raw := range messages {
			if all[language][key] != nil {
				t.Errorf("%s: %s stands twice", n.Name(), key)
			}
			forms := map[string]string{}
			var text string
			if json.Unmarshal(raw, &text) == nil {
				forms["other"] = text
			} else if err := json.Unmarshal(raw, &forms); err != nil {
				t.Errorf("%s: %s: %v", n.Name(), key, err)
			}
			all[language][key] = forms
		}
	}
	return all
}

var placeholder = regexp.MustCompile(`\{\{\.(\w+)\}\}`)

func placeholders(forms map[string]string) []string {
	set := map[string]bool{}
	for _, text := range forms {
		for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
			set[m[1]] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// All catalogs have the same keys and the same placeholders.
func TestCatalogsAgree(t *testing.T) {
	all := catalogs(t)
	english := all["en"]
	for _, language := range []string{"zh-CN", "zh-TW", "vi"} {
		for key, forms := range english {
			theirs, ok := all[language][key]
			if !ok {
				t.Errorf("%s lacks %s", language, key)
				continue
			}
			if a, b := placeholders(forms), placeholders(theirs); !slices.Equal(a, b) {
				t.Errorf("%s: %s has placeholders %v, English %v", language, key, b, a)
			}
		}
		for key := range all[language] {
			if english[key] == nil {
				t.Errorf("%s has %s, English has not", language, key)
			}
		}
	}
}

// What Discord accepts as names and descriptions of commands, options and
// choices, in every language.
func TestCommandTexts(t *testing.T) {
	name := regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)
	for language, messages := range catalogs(t) {
		for key, forms := range messages {
			text := forms["other"]
			n := utf8.RuneCountInString(text)
			switch {
			case strings.HasPrefix(key, "command.") && strings.HasSuffix(key, ".name"):
				menu := strings.Contains(text, " ") || strings.Contains(key, "-") // a context menu's name is free
				if !menu && (!name.MatchString(text) || text != strings.ToLower(text)) || n > 32 {
					t.Errorf("%s: %s is %q", language, key, text)
				}
			case strings.HasPrefix(key, "command.") && strings.HasSuffix(key, ".about"):
				if n < 1 || n > 100 {
					t.Errorf("%s: %s has %d characters", language, key, n)
				}
			case strings.HasPrefix(key, "control."):
				for _, form := range forms {
					if n := utf8.RuneCountInString(form); n > 60 {
						t.Errorf("%s: %s has %d characters", language, key, n)
					}
				}
			case strings.HasPrefix(key, "character.") || strings.HasPrefix(key, "odds."):
				if n > 100 && !strings.HasPrefix(key, "odds.said") {
					t.Errorf("%s: %s has %d characters", language, key, n)
				}
			}
		}
	}
}

func TestForFindsTheClosest(t *testing.T) {
	c, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		locales []string
		want    string
	}{
		{[]string{"zh-CN"}, "zh-CN"}, {[]string{"zh-TW"}, "zh-TW"}, {[]string{"zh-HK"}, "zh-TW"}, {[]string{"vi"}, "vi"},
		{[]string{"en-GB"}, "en-US"}, {[]string{"de"}, "en-US"}, {[]string{"", "vi"}, "vi"}, {[]string{"de", "vi"}, "vi"},
		{[]string{"nonsense!!"}, "en-US"}, {nil, "en-US"},
	} {
		if got := c.For(tc.locales...).Tag(); got != tc.want {
			t.Errorf("%v: %s, want %s", tc.locales, got, tc.want)
		}
	}
}

// Alt text is complete and within the limit in every language, in whatever
// position; the worst has all men and the farthest-reaching man chosen.
func TestAltFits(t *testing.T) {
	c, err := New()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		g := game.NewGame(game.Start(), game.NoRepetition)
		var buf [game.MaxMoves]game.Move
		for range rapid.IntRange(0, 60).Draw(t, "plies") {
			moves := g.Position().LegalMoves(buf[:0])
			if len(moves) == 0 {
				break
			}
			if err := g.PlayOn(rapid.SampledFrom(moves).Draw(t, "move")); err != nil {
				t.Fatal(err)
			}
		}
		p := *g.Position()
		b := Board{Position: p, Below: game.Red, Chosen: game.NoSquare}
		if n := g.Ply(); n > 0 {
			b.Last = g.Moves()[n-1]
		}
		for _, m := range p.LegalMoves(buf[:0]) {
			b.Chosen = m.From()
			b.Targets = b.Targets.Or(game.BB(m.To()))
		}
		for _, s := range c.Speakers() {
			alt := s.Alt(b)
			if n := utf8.RuneCountInString(alt); n > AltLimit || strings.HasSuffix(alt, "…") {
				t.Fatalf("%s: %d characters: %s", s.Tag(), n, alt)
			}
			for sq := range game.Square(game.Squares) {
				if p.At(sq) != game.NoPiece && !strings.Contains(alt, sq.String()) {
					t.Fatalf("%s: the man on %s is missing: %s", s.Tag(), sq, alt)
				}
			}
		}
	})
}

// Echoed text cannot break out of its code span, ping, or turn its surroundings.
func TestEchoIsHarmless(t *testing.T) {
	for _, hostile := range []string{"`@everyone`", "<@1>", "a\nb", "\u202eevil", "zero\u200bwidth", "```code", "\x00\x1b[31m", strings.Repeat("x", 5000), ""} {
		q := quoted(hostile)
		inner := strings.TrimSuffix(strings.TrimPrefix(q, "`"), "`")
		if strings.ContainsAny(inner, "`\n\x00\x1b\u202e\u200b") || utf8.RuneCountInString(q) > 45 || inner == "" {
			t.Errorf("%q is echoed as %q", hostile, q)
		}
		if p := Plain(hostile, 40); strings.ContainsAny(p, "\n\x00\u202e\u200b") || strings.Contains(strings.ReplaceAll(p, "\\", ""), "\u202e") {
			t.Errorf("%q is shown as %q", hostile, p)
		}
	}
	if got := Plain("<@1> *bold* @everyone", 100); got != `\<\@1\> \*bold\* \@everyone` {
		t.Errorf("markup is shown as %s", got)
	}
}
