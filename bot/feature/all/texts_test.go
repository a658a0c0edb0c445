package all_test

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"yeye/bot/discord"
	"yeye/bot/feature"
	"yeye/bot/feature/all"
	"yeye/bot/locale"
	"yeye/bot/services"
)

// program returns all features of the program, to see what they declare.
func program() []feature.Feature { return all.Features(new(services.Services)) }

// forms holds the texts of one language: key → plural form → text.
type forms map[string]map[string]string

// texts returns every text of the whole program, by language.
func texts(t *testing.T) map[string]forms {
	t.Helper()
	all := map[string]forms{}
	for _, c := range services.Catalogs(program()) {
		for _, language := range locale.Languages() {
			if all[language] == nil {
				all[language] = forms{}
			}
			data, err := fs.ReadFile(c.Files, language+".json")
			if err != nil {
				t.Fatalf("catalog %s: %v", c.Name, err)
			}
			var messages map[string]json.RawMessage
			if err := json.Unmarshal(data, &messages); err != nil {
				t.Fatalf("catalog %s, %s: %v", c.Name, language, err)
			}
			for key, raw := range messages {
				if all[language][key] != nil {
					t.Errorf("catalog %s, %s: %s is there twice", c.Name, language, key)
				}
				one := map[string]string{}
				var text string
				if json.Unmarshal(raw, &text) == nil {
					one["other"] = text
				} else if err := json.Unmarshal(raw, &one); err != nil {
					t.Errorf("catalog %s, %s: %s: %v", c.Name, language, key, err)
				}
				all[language][key] = one
			}
		}
	}
	if len(all["en"]) < 300 {
		t.Fatalf("only %d texts were found", len(all["en"]))
	}
	return all
}

var placeholder = regexp.MustCompile(`\{\{\.(\w+)\}\}`)

func placeholders(all map[string]string) []string {
	set := map[string]bool{}
	for _, text := range all {
		for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
			set[m[1]] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// ofMoves are the arguments of every sentence on a move that cannot be made: languages use those that they need.
var ofMoves = []string{"At", "By", "From", "King", "Other", "Piece", "To", "Whose"}

// All catalogs have the same keys and the same placeholders.
func TestCatalogsAgree(t *testing.T) {
	all := texts(t)
	english := all["en"]
	for _, language := range locale.Languages()[1:] {
		for key, forms := range english {
			theirs, ok := all[language][key]
			if !ok {
				t.Errorf("%s lacks %s", language, key)
				continue
			}
			a, b := placeholders(forms), placeholders(theirs)
			if strings.HasPrefix(key, "move.") {
				given := func(name string) bool { return slices.Contains(ofMoves, name) }
				a, b = slices.DeleteFunc(a, given), slices.DeleteFunc(b, given)
			}
			if !slices.Equal(a, b) {
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

// Labels fit Discord's limits, in every language; and sentences name no command that does not exist.
func TestTextsFit(t *testing.T) {
	mention := regexp.MustCompile("`/([a-z]+)`")
	for language, messages := range texts(t) {
		for key, forms := range messages {
			for _, text := range forms {
				n := utf8.RuneCountInString(text)
				switch {
				case n == 0:
					t.Errorf("%s: %s is empty", language, key)
				case strings.HasPrefix(key, "command.") && strings.HasSuffix(key, ".about") && n > 100,
					strings.HasPrefix(key, "control.") && n > 60,
					strings.HasPrefix(key, "character.") && n > 100,
					strings.HasPrefix(key, "odds.") && !strings.HasPrefix(key, "odds.said") && n > 100:
					t.Errorf("%s: %s has %d characters", language, key, n)
				}
				for _, m := range mention.FindAllStringSubmatch(text, -1) {
					if messages["command."+m[1]+".name"] == nil {
						t.Errorf("%s: %s names /%s, which is no command", language, key, m[1])
					}
				}
			}
		}
	}
}

// The registered commands are acceptable to Discord, in every language.
func TestCommandTexts(t *testing.T) {
	commands, err := services.Commands(all.Features)
	if err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)
	every := func(what string, text discord.Text, fits func(string) bool) {
		if len(text.By) != len(locale.Languages())-1 {
			t.Errorf("%s: %d translations", what, len(text.By))
		}
		for _, one := range append(slices.Collect(maps.Values(text.By)), text.Default) {
			if !fits(one) || strings.HasPrefix(one, "command.") {
				t.Errorf("%s: %q", what, one)
			}
		}
	}
	isName := func(s string) bool { return name.MatchString(s) && s == strings.ToLower(s) }
	within := func(limit int) func(string) bool {
		return func(s string) bool { n := utf8.RuneCountInString(s); return n >= 1 && n <= limit }
	}
	// apart checks that names in one place differ, in every language.
	apart := func(where string, names []discord.Text) {
		for _, language := range locale.Languages() {
			said := map[string]string{} // name → what has it
			for _, n := range names {
				shown := n.Default
				if by := n.By[language]; by != "" {
					shown = by
				}
				if other := said[shown]; other != "" {
					t.Errorf("%s: in %s both %s and %s are %q", where, language, other, n.Default, shown)
				}
				said[shown] = n.Default
			}
		}
	}
	named := map[discord.CommandKind][]discord.Text{}
	for _, c := range commands {
		named[c.Kind] = append(named[c.Kind], c.Name)
		var options []discord.Text
		for _, o := range c.Options {
			options = append(options, o.Name)
			var choices []discord.Text
			for _, choice := range o.Choices {
				choices = append(choices, choice.Name)
			}
			apart(c.Name.Default+" "+o.Name.Default, choices)
		}
		apart(c.Name.Default, options)
	}
	for _, names := range named {
		apart("commands", names)
	}
	if len(commands) > 100 || len(commands) < 20 {
		t.Errorf("%d commands", len(commands))
	}
	for _, c := range commands {
		if c.Kind != discord.SlashCommand {
			every(c.Name.Default, c.Name, within(32))
			continue
		}
		every(c.Name.Default, c.Name, isName)
		every(c.Name.Default+", its description", c.Description, within(100))
		total, optional := 0, false
		for _, o := range c.Options {
			what := c.Name.Default + " " + o.Name.Default
			every(what, o.Name, isName)
			every(what+", its description", o.Description, within(100))
			if optional = optional || !o.Required; optional && o.Required {
				t.Errorf("%s is required, and follows one that is not", what)
			}
			if len(o.Choices) > discord.MaxOptions {
				t.Errorf("%s has %d choices", what, len(o.Choices))
			}
			for _, choice := range o.Choices {
				every(what+" "+choice.Value, choice.Name, within(100))
				if !within(100)(choice.Value) {
					t.Errorf("%s: value %q", what, choice.Value)
				}
			}
			total += utf8.RuneCountInString(o.Name.Default + o.Description.Default)
		}
		if total += utf8.RuneCountInString(c.Name.Default + c.Description.Default); total > 8000 || len(c.Options) > discord.MaxOptions {
			t.Errorf("%s has %d characters and %d options", c.Name.Default, total, len(c.Options))
		}
	}
}

// The READMEs name every command, as their readers see it, and all options for beginning a game.
func TestReadmesNameEveryCommand(t *testing.T) {
	commands, err := services.Commands(all.Features)
	if err != nil {
		t.Fatal(err)
	}
	for name, language := range map[string]string{"README.md": "", "README.zh-CN.md": "zh-CN"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		said := func(text discord.Text) string {
			if language == "" {
				return text.Default
			}
			return text.By[language]
		}
		text := string(data)
		for _, c := range commands {
			shown := said(c.Name)
			if c.Kind == discord.SlashCommand {
				shown = "`/" + shown
			}
			if !strings.Contains(text, shown) {
				t.Errorf("%s does not name %s", name, shown)
			}
			if c.Name.Default != "play" && c.Name.Default != "challenge" {
				continue
			}
			_, row, _ := strings.Cut(text, shown)
			row, _, _ = strings.Cut(row, "|")
			for _, o := range c.Options {
				if o := "[" + said(o.Name) + "]"; !strings.Contains(row, o) {
					t.Errorf("%s does not say that %s takes %s", name, shown, o)
				}
			}
		}
	}
}

// Two features that add the same thing are refused when the bot starts, and both are named.
func TestFeaturesThatDoNotFit(t *testing.T) {
	list := program()
	if err := feature.Check(list); err != nil {
		t.Fatalf("those of the program: %v", err)
	}
	for _, f := range list {
		err := feature.Check(append(slices.Clone(list), f))
		if err == nil || !strings.Contains(err.Error(), "features "+f.Name+" and "+f.Name) {
			t.Errorf("%s twice: %v", f.Name, err)
		}
	}
}
