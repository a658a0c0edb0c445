package voice

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"yeye/ai/character"
	"yeye/game"
)

func open(t testing.TB) *Catalog {
	t.Helper()
	c, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Every character must have something to say at the moments of everyone, and all
// but the newborn, who does not judge positions, at those of thinkers.
var everyone = []Kind{Greeting, Return, Takes, Loses, Checks, Checked, Missed, Crosses, Cannon, Takeback, Hint, LongThink, Won, Lost, Drawn, Trade, Resigned, LongGame, Streak, Reply, CloseVote}
var thinkers = []Kind{YourBlunder, MyBlunder, Sacrifice, Winning, Losing, Mating, Level, Fine}

func TestCatalogsAreComplete(t *testing.T) {
	c := open(t)
	for _, language := range Languages() {
		for _, level := range character.All() {
			needed := everyone
			if level > character.Newborn {
				needed = append(needed[:len(needed):len(needed)], thinkers...)
			}
			for _, k := range needed {
				if len(c.linesOf(language, level, k.String())) == 0 {
					t.Errorf("%s: %s says nothing at %v", language, level, k)
				}
			}
			for _, key := range []string{"hello", "thanks", "bye", "whose.yours", "whose.mine", "unclear", "who", "praise", "insult", "howareyou", "won", "lost"} {
				if len(c.linesOf(language, level, "talk."+key)) == 0 {
					t.Errorf("%s: %s has no answer to %s", language, level, key)
				}
			}
			lines := 0
			for key, all := range c.lines[language][level.Key()] {
				if !strings.HasPrefix(key, "talk.") && !strings.HasPrefix(key, "told.") {
					lines += len(all)
				}
			}
			if lines < 30 || lines > 95 {
				t.Errorf("%s: %s has %d lines", language, level, lines)
			}
		}
		if len(c.lines[language]) != character.Count {
			t.Errorf("%s: somebody speaks who is no character", language)
		}
	}
}

// A key is a kind, a kind with a role that can be taken, talk, or a part of a game that is told.
func knownKey(key string) bool {
	if strings.HasPrefix(key, "talk.") {
		return true
	}
	for p := range StoryPart(Parts) {
		if p.String() == key {
			return true
		}
	}
	kind, role, named := strings.Cut(key, ".")
	known := false
	for k := range Kind(Kinds) {
		known = known || k.String() == kind
	}
	if !named {
		return known
	}
	for _, r := range []game.Role{game.Advisor, game.Elephant, game.Horse, game.Rook, game.Cannon, game.Pawn} {
		if r.String() == role {
			return known
		}
	}
	return false
}

func TestLinesAreFitToBeSaid(t *testing.T) {
	c := open(t)
	for _, language := range Languages() {
		for name, keys := range c.lines[language] {
			seen := map[string]bool{}
			for key, all := range keys {
				if !knownKey(key) {
					t.Errorf("%s: %s: nothing is called %s", language, name, key)
				}
				for _, line := range all {
					const longest = 90
					if n := utf8.RuneCountInString(line); n == 0 || n > longest {
						t.Errorf("%s: %s: %q is %d letters long", language, name, line, n)
					}
					if strings.ContainsAny(line, "@<>*_`|\n") || strings.TrimSpace(line) != line {
						t.Errorf("%s: %s: %q could be read as something else", language, name, line)
					}
					if told := strings.HasPrefix(key, "told."); !told && (strings.Contains(line, "{n}") != (key == Anniversary.String()) || strings.Count(line, "{") != strings.Count(line, "{n}")) {
						t.Errorf("%s: %s: %q has a gap that nobody fills", language, name, line)
					}
					han := strings.ContainsFunc(line, func(r rune) bool { return unicode.Is(unicode.Han, r) })
					if han != strings.HasPrefix(language, "zh") {
						t.Errorf("%s: %s: %q is in another language", language, name, line)
					}
					if seen[line] && !strings.HasPrefix(key, "talk.") && name != "newborn" {
						t.Errorf("%s: %s: %q is there twice", language, name, line)
					}
					seen[line] = true
				}
			}
		}
	}
}

// Simplified characters do not stray into the traditional catalog, nor the other
// way round.
func TestScripts(t *testing.T) {
	c := open(t)
	const simplified, traditional = "马车将军过这个说谁来时对开关长们爷见让还吗给认气后", "馬車將軍過這個說誰來時對開關長們爺見讓還嗎給認氣後"
	for language, wrong := range map[string]string{"zh-CN": traditional, "zh-TW": simplified} {
		for name, keys := range c.lines[language] {
			for _, all := range keys {
				for _, line := range all {
					if i := strings.IndexAny(line, wrong); i >= 0 {
						t.Errorf("%s: %s: %q has letters of the other script", language, name, line)
					}
				}
			}
		}
	}
}

func TestUnknownLocaleIsEnglish(t *testing.T) {
	c := open(t)
	if a, b := c.linesOf("de", 1, "greeting"), c.linesOf("en", 1, "greeting"); !slices.Equal(a, b) || len(a) == 0 {
		t.Errorf("%q and %q", a, b)
	}
	if len(c.linesOf("en", 7, "greeting")) != 0 || len(c.linesOf("en", -1, "greeting")) != 0 {
		t.Error("nobody speaks")
	}
}

// What Grandpa remembers of earlier games is of those on the same server, or of direct messages: so he says that it was here.
func TestRemembersHere(t *testing.T) {
	c := open(t)
	for locale, here := range map[string][]string{"en": {" here"}, "zh-CN": {"这儿"}, "zh-TW": {"這裡"}, "vi": {"ở đây"}} {
		for _, k := range []Kind{Anniversary, Beaten, FirstWin} {
			lines := c.linesOf(locale, character.Grandpa, k.String())
			if len(lines) == 0 {
				t.Errorf("%s: nothing of %v", locale, k)
			}
			for _, line := range lines {
				if !slices.ContainsFunc(here, func(word string) bool { return strings.Contains(line, word) }) {
					t.Errorf("%s, %v: %q", locale, k, line)
				}
			}
		}
	}
}
