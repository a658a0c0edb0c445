package bot

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yeye/bot/old/locale"
)

// The READMEs name every command, as their readers see it, and all that can be
// said when a game is begun.
func TestReadmesNameEveryCommand(t *testing.T) {
	cat, err := locale.New()
	if err != nil {
		t.Fatal(err)
	}
	for name, language := range map[string]string{"README.md": "en", "README.zh-CN.md": "zh-CN"} {
		data, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		text, say := string(data), cat.For(language)
		for _, c := range commands() {
			shown := say.Say("command." + c.name + ".name")
			if c.kind == 0 {
				shown = "`/" + shown
			}
			if !strings.Contains(text, shown) {
				t.Errorf("%s does not name %s", name, shown)
			}
			if c.name != "play" && c.name != "challenge" {
				continue
			}
			_, row, _ := strings.Cut(text, shown)
			row, _, _ = strings.Cut(row, "|")
			for _, o := range c.options(cat) {
				if o := "[" + say.Say("command."+c.name+"."+o.Name+".name") + "]"; !strings.Contains(row, o) {
					t.Errorf("%s does not say that %s takes %s", name, shown, o)
				}
			}
		}
	}
}
